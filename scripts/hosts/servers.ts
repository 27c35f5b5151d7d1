/** Frameworks with a server of their own, in a file that is started. */

import { type Host, npm } from "./host.ts";

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

const server = (id: string, name: string, rest: Partial<Host> = {}): Host => ({
  ...{ kind: "server", how: "runtime", id, name, file: `hosts/${id}.ts`, place: "server.ts" },
  ...{ start: ["node", "<place>"], ...rest },
});
const nest = (id: string, name: string): Host =>
  server(id, name, {
    ...{ place: "main.ts", shown: "@nestjs/core", packages: NEST },
    ...{ files: { "app.module.js": NEST_MODULE }, path: "/payments" },
  });

export const SERVERS: readonly Host[] = [
  server("node", "Node", { proof: "receiver", file: "receivers/node.ts" }),
  server("express", "Express 5", { proof: "receiver", shown: "express" }),
  server("express-4", "Express 4", { file: "hosts/express.ts", ...npm("express", "4.22.1") }),
  server("fastify", "Fastify", { proof: "receiver", shown: "fastify" }),
  server("koa", "Koa", npm("koa", "3.3.0")),
  server("hapi", "hapi", npm("@hapi/hapi", "21.4.10")),
  server("hono", "Hono on Node", { proof: "receiver", shown: "hono" }),
  nest("nest-express", "Nest on Express"),
  nest("nest-fastify", "Nest on Fastify"),
  server("h3", "h3", npm("h3", "2.0.8")),
];
