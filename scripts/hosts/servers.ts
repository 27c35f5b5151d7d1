/** Frameworks with a server of their own, in a file that is started. */

import type { Host } from "./host.ts";

const NEST = {
  "@nestjs/core": "12.5.1",
  "@nestjs/common": "12.5.1",
  "@nestjs/platform-express": "12.5.1",
  "@nestjs/platform-fastify": "12.5.0",
  "reflect-metadata": "0.2.2",
  rxjs: "7.8.2",
};
const NEST_MODULE = `import "reflect-metadata";
import { Module } from "@nestjs/common";
export class AppModule {}
Module({})(AppModule);
`;
const server = { kind: "server", how: "runtime", place: "server.ts", start: ["node", "server.ts"] } as const;

export const SERVERS: readonly Host[] = [
  { ...server, id: "node", proof: "receiver", name: "Node", file: "receivers/node.ts" },
  { ...server, id: "express", proof: "receiver", name: "Express 5", file: "hosts/express.ts", shown: "express" },
  {
    ...server,
    id: "express-4",
    name: "Express 4",
    file: "hosts/express.ts",
    shown: "express",
    packages: { express: "4.22.1" },
  },
  { ...server, id: "fastify", proof: "receiver", name: "Fastify", file: "hosts/fastify.ts", shown: "fastify" },
  { ...server, id: "koa", name: "Koa", file: "hosts/koa.ts", shown: "koa", packages: { koa: "3.3.0" } },
  {
    ...server,
    id: "hapi",
    name: "hapi",
    file: "hosts/hapi.ts",
    shown: "@hapi/hapi",
    packages: { "@hapi/hapi": "21.4.10" },
  },
  { ...server, id: "hono", proof: "receiver", name: "Hono on Node", file: "hosts/hono.ts", shown: "hono" },
  {
    ...server,
    id: "nest-express",
    name: "Nest on Express",
    file: "hosts/nest-express.ts",
    place: "main.ts",
    shown: "@nestjs/core",
    packages: NEST,
    files: { "app.module.js": NEST_MODULE },
    start: ["node", "main.ts"],
    path: "/payments",
  },
  {
    ...server,
    id: "nest-fastify",
    name: "Nest on Fastify",
    file: "hosts/nest-fastify.ts",
    place: "main.ts",
    shown: "@nestjs/core",
    packages: NEST,
    files: { "app.module.js": NEST_MODULE },
    start: ["node", "main.ts"],
    path: "/payments",
  },
  { ...server, id: "h3", name: "h3", file: "hosts/h3.ts", shown: "h3", packages: { h3: "2.0.8" } },
];
