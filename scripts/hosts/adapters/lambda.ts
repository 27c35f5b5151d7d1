/** Gives each request to a `handler` as an event of AWS Lambda, in one of its formats, recorded as AWS describes it. */

import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

type Answer = {
  statusCode: number;
  headers?: Record<string, string>;
  multiValueHeaders?: Record<string, string[]>;
  body?: string;
};

const [, , file = "", format = "2.0"] = process.argv;
const { handler } = await import(pathToFileURL(file).href);

/** What each format has besides headers and body. */
const EVENTS: Record<string, (req: IncomingMessage) => object> = {
  "1.0": ({ url, method }) => ({
    resource: "/{proxy+}",
    path: url,
    httpMethod: method,
    queryStringParameters: null,
    requestContext: { resourcePath: "/{proxy+}", httpMethod: method, path: `/prod${url}`, stage: "prod" },
  }),
  "2.0": ({ url, method }) => ({
    version: "2.0",
    routeKey: "$default",
    rawPath: url,
    rawQueryString: "",
    requestContext: { http: { method, path: url, protocol: "HTTP/1.1" }, stage: "$default" },
  }),
  alb: ({ url, method }) => ({
    requestContext: { elb: { targetGroupArn: "arn:aws:elasticloadbalancing:us-east-1:123456789012:targetgroup/a/1" } },
    httpMethod: method,
    path: url,
    queryStringParameters: {},
  }),
};
EVENTS["url"] = EVENTS["2.0"] as (req: IncomingMessage) => object;

let count = 0;
const server = createServer(async (req, res) => {
  const body = await buffer(req);
  // Both forms occur; which one it is depends on media types that a gateway takes for binary.
  const isBase64Encoded = count++ % 2 === 1;
  const lists = Object.fromEntries(Object.entries(req.headersDistinct).map(([name, values]) => [named(name), values]));
  const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [named(name), value]));
  const answer: Answer = await handler(
    {
      ...EVENTS[format]?.(req),
      ...(format !== "alb" && { headers }),
      ...((format === "alb" || format === "1.0") && { multiValueHeaders: lists }),
      body: body.toString(isBase64Encoded ? "base64" : "utf8"),
      isBase64Encoded,
    },
    { callbackWaitsForEmptyEventLoop: true, awsRequestId: `${count}` },
  );
  if (typeof answer?.statusCode !== "number") res.writeHead(502).end("no statusCode");
  else res.writeHead(answer.statusCode, answer.headers ?? answer.multiValueHeaders).end(answer.body ?? "");
});
server.listen(Number(process.env["PORT"]), "127.0.0.1");

/** The formats of API Gateway REST keep the letters of names; the others have them in lower case. */
function named(name: string): string {
  return format === "1.0" ? name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()) : name;
}
