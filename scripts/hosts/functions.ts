/** Functions of clouds. */

import { type Host, npm, SHARED } from "./host.ts";

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

export const FUNCTIONS: readonly Host[] = [
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
