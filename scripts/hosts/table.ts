/** All hosts, in the order of the page. */

import { FRAMEWORKS } from "./frameworks.ts";
import { type Host, npm, SHARED } from "./host.ts";

/** Nest, and what it needs. */
export const NEST = {
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

const SERVERS: readonly Host[] = [
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

const cloud = (id: string, name: string, place: string, start: Host["start"], rest: Partial<Host> = {}): Host => ({
  ...{ kind: "function", how: "adapter", id, name, file: `hosts/${id}.ts`, place, start },
  ...{ note: [SHARED], ...rest },
});
const adapter = (name: string, ...words: string[]) => ["node", `<adapters>/${name}.ts`, "<place>", ...words];
const lambda = (id: string, name: string, format: string): Host =>
  cloud(id, `AWS Lambda, ${name}`, "index.ts", adapter("lambda", format), {
    ...{ family: "AWS Lambda", proof: "check", file: "hosts/lambda.ts" },
    note: [
      "`esbuild index.ts --bundle --platform=node --outfile=dist/index.js` makes one file of it.",
      "Set the function's timeout, 3 s by default, above `handlerTimeoutMs`, 5 s.",
      SHARED,
    ],
  });
const GOOGLE = ["functions-framework", "--source=index.ts", "--target=payments", "--port=<port>"];

const FUNCTIONS: readonly Host[] = [
  lambda("lambda-rest", "API Gateway REST (format 1.0)", "1.0"),
  lambda("lambda-http", "API Gateway HTTP (format 2.0)", "2.0"),
  lambda("lambda-url", "function URL", "url"),
  lambda("lambda-alb", "load balancer", "alb"),
  cloud("serverless-http", "serverless-http", "index.ts", adapter("lambda", "2.0"), {
    ...npm("serverless-http", "4.0.0"),
    path: "/payments",
  }),
  cloud("vercel", "Vercel functions, Node", "api/payments.ts", adapter("fetch"), { proof: "fetch" }),
  cloud("vercel-edge", "Vercel functions, edge", "api/payments.ts", adapter("edge-runtime"), {
    ...npm("edge-runtime", "4.0.1"),
    proof: "check",
    how: "server",
    noInbox: "the inbox needs Node",
  }),
  cloud("netlify", "Netlify functions", "netlify/functions/payments.ts", adapter("fetch"), { proof: "check" }),
  cloud("azure", "Azure Functions", "src/functions/payments.ts", adapter("azure"), npm("@azure/functions", "4.16.5")),
  cloud("google", "Google Cloud functions", "index.ts", GOOGLE, {
    ...npm("@google-cloud/functions-framework", "5.0.5"),
    how: "server",
  }),
];

const PLATFORM = `${process.platform}-${process.arch}${process.platform === "linux" ? "-glibc" : ""}`;
const BUN = `@oven/bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}`;
const DENO_OPTIONS = ["--node-modules-dir=manual", "--no-remote", "-A", "--host=127.0.0.1", "--port=<port>"];
const runtime = { kind: "runtime", proof: "fetch" } as const;
const denoOrBun = { ...runtime, how: "runtime", file: "hosts/deno-bun.ts", place: "receiver.ts" } as const;

const RUNTIMES: readonly Host[] = [
  {
    ...{ ...denoOrBun, ...npm(`@deno/${PLATFORM}`, "2.9.6"), id: "deno", name: "Deno", set: "deno" },
    start: ["<deno>", "serve", ...DENO_OPTIONS, "<place>"],
    note: ["With the package in `node_modules`, `deno serve --allow-env --allow-read=. receiver.ts` starts it."],
  },
  {
    ...{ ...denoOrBun, ...npm(BUN, "1.4.5"), id: "bun", name: "Bun", set: "bun" },
    start: ["<bun>", "--no-install", "<place>"],
    note: ["`bun receiver.ts` starts it."],
  },
  {
    ...{ ...runtime, ...npm("miniflare", "4.20260730.0"), id: "workers", name: "Cloudflare Workers" },
    ...{ how: "server", file: "hosts/workers.ts", place: "src/index.ts", set: "miniflare" },
    start: ["node", "<adapters>/miniflare.ts", "<place>"],
    noInbox: "the inbox needs Node",
    note: [
      "The secret comes with the request; the receiver is created once.",
      "Without `waitUntil`, a sender that leaves ends the handler, and its payment is refused until the Worker ends.",
      SHARED,
    ],
  },
];

export const HOSTS: readonly Host[] = [...SERVERS, ...FRAMEWORKS, ...RUNTIMES, ...FUNCTIONS];
