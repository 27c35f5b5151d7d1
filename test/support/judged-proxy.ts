/**
 * A door before a service: what asks for one of the operations goes through Prism, which judges request and answer, and
 * all else goes straight on. Prism writes bodies anew and refuses what it cannot read, so the service gets the very
 * bytes of the caller and the caller those of the service: Prism is in the way of everything and changes nothing.
 */

import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { OPERATIONS } from "../../generated/constants.ts";
import { listen } from "../../scripts/listen.ts";
import { startPrism, type Violation } from "./prism.ts";

/** One exchange that Prism has judged. */
export interface Judged {
  readonly operation: string;
  readonly status: number;
  /** The caller broke the document: expected where a test does so on purpose. */
  readonly request: readonly Violation[];
  /** The service broke it: never expected. */
  readonly response: readonly Violation[];
  /** Prism could not read the request, or refused it by itself: the service was asked without it. */
  readonly isUnread: boolean;
}

export type JudgedProxy = Awaited<ReturnType<typeof startJudgedProxy>>;

interface Raw {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}
interface Answer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

const ID = "x-judged-exchange";
const MOST_BYTES = 256 * 1024;
const ROUTES = Object.entries(OPERATIONS).map(([operation, { method, path }]) => ({
  operation,
  method,
  pattern: new RegExp(`^${path.replace("{id}", "[^/]+")}$`),
}));

export function findOperation(method: string, path: string): string | undefined {
  const [bare = ""] = path.split("?");
  return ROUTES.find((route) => route.method === method && route.pattern.test(bare))?.operation;
}

/** A refresh may share the path of the exchange, and is no operation of the document (N-4.2-01). */
const isRefresh = ({ body }: Raw) => /(^|&)grant_type=refresh/.test(body.toString("latin1"));

/** Prism never answers a request that says it is JSON and is none. */
function canBeRead({ headers, body }: Raw): boolean {
  if (!/json/i.test(rawHeader({ headers }, "content-type") ?? "")) return true;
  try {
    JSON.parse(body.toString("utf8"));
    return true;
  } catch {
    return false;
  }
}

/** Starts it before `upstream`; `document` is what Prism judges by. */
export async function startJudgedProxy(document: object, upstream: string) {
  const judged: Judged[] = [];
  const waiting = new Map<string, { raw: Raw; answer?: Answer; aborted: AbortSignal }>();
  let count = 0;

  // Behind Prism: the request as it really was, and the answer kept as it really is.
  const inner = await serve(async (incoming, response) => {
    await readBody(incoming);
    const one = waiting.get(String(incoming.headers[ID]));
    if (!one) return void response.writeHead(500).end();
    one.answer = await ask(upstream, one.raw, one.aborted);
    reply(response, one.answer);
  });
  const prism = await startPrism(document, inner.url);

  const outer = await serve(async (incoming, response) => {
    const { method = "", url: path = "", rawHeaders: headers } = incoming;
    const aborted = new AbortController();
    response.on("close", () => aborted.abort());
    const body = await readBody(incoming, MOST_BYTES);
    // Too much is none of Prism's business: what the service makes of it is what a bare connection shows.
    if (body.length > MOST_BYTES) return await passOn(upstream, incoming, response, body);
    const raw: Raw = { method, path, headers, body };
    const operation = findOperation(method, path);
    if (!operation || isRefresh(raw)) return reply(response, await ask(upstream, raw, aborted.signal));
    if (!canBeRead(raw)) {
      const answer = await ask(upstream, raw, aborted.signal);
      judged.push({ operation, status: answer.status, request: [], response: [], isUnread: true });
      return reply(response, answer);
    }
    const id = String(++count);
    const one: { raw: Raw; answer?: Answer; aborted: AbortSignal } = { raw, aborted: aborted.signal };
    waiting.set(id, one);
    const verdict = await ask(prism.url, { ...raw, headers: [...headers, ID, id] }, aborted.signal);
    waiting.delete(id);
    const found: Violation[] = JSON.parse(rawHeader(verdict, "sl-violations") ?? "[]");
    const errors = found.filter(({ severity }) => severity === "Error");
    const answer = one.answer ?? (await ask(upstream, raw, aborted.signal));
    judged.push({
      operation,
      status: answer.status,
      request: errors.filter(({ location }) => location[0] === "request"),
      response: errors.filter(({ location }) => location[0] !== "request"),
      isUnread: one.answer === undefined,
    });
    reply(response, answer);
  });

  return {
    url: outer.url,
    judged,
    async stop() {
      await outer.stop();
      await prism.stop();
      await inner.stop();
    },
  };
}

function rawHeader({ headers }: Pick<Raw, "headers">, name: string): string | undefined {
  const at = headers.findIndex((own, index) => index % 2 === 0 && own.toLowerCase() === name);
  return at < 0 ? undefined : headers[at + 1];
}

/** The whole body, or its beginning where it has more than so many bytes. */
async function readBody(incoming: IncomingMessage, most = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) break;
  }
  return Buffer.concat(chunks);
}

/** Begins the request with what was read of it and lets the rest follow, until the service has answered. */
function passOn(origin: string, incoming: IncomingMessage, response: ServerResponse, begun: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(origin);
    const { method, url: path, rawHeaders } = incoming;
    const headers = ["Host", host, "Transfer-Encoding", "chunked", ...passedOn(rawHeaders)];
    const out = request({ hostname, port, method, path, headers, agent: false });
    let isAnswered = false;
    out.on("error", (error) => isAnswered || reject(error));
    out.on("response", (answer) => {
      isAnswered = true;
      readBody(answer).then((body) => {
        reply(response, { status: answer.statusCode ?? 0, headers: answer.rawHeaders, body });
        resolve();
      }, reject);
    });
    out.write(begun);
    incoming.pipe(out);
  });
}

/** Length and connection are those of the next hop; everything else is passed on as it came. */
const OF_THE_HOP = /^(host|content-length|transfer-encoding|connection|keep-alive|expect)$/i;
const passedOn = (headers: readonly string[]) =>
  headers.flatMap((name, index) => (index % 2 === 0 && !OF_THE_HOP.test(name) ? [name, headers[index + 1] ?? ""] : []));

function ask(origin: string, { method, path, headers, body }: Raw, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(origin);
    const own = ["Host", host, ...(body.length > 0 ? ["Content-Length", String(body.length)] : [])];
    const all = [...own, ...passedOn(headers)];
    const out = request({ hostname, port, method, path, headers: all, agent: false, signal });
    out.on("error", reject);
    out.on("response", (answer) => {
      readBody(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.rawHeaders, body: bytes }),
        reject,
      );
    });
    out.end(body);
  });
}

function reply(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, passedOn(headers)).end(body);
}

const serve = (handle: (incoming: IncomingMessage, response: ServerResponse) => Promise<unknown>) =>
  listen((incoming, response) => void handle(incoming, response).catch(() => response.destroy()));

/** What a deployment knows that chose like this profile, said in the document: its token header, its media types. */
export interface Known {
  readonly tokenHeader: string;
  readonly clientWebhookMediaType: string;
  readonly requestMediaTypes: readonly string[];
}

/** The document of a team that knows these facts of its service; everything that is stated stays as it is. */
export function documentWith(document: object, known: Known): object {
  // biome-ignore lint/suspicious/noExplicitAny: a document is changed as it comes
  const copy: any = structuredClone(document);
  if (known.tokenHeader !== "Authorization")
    copy.components.securitySchemes.accessToken = { type: "apiKey", in: "header", name: known.tokenHeader };
  for (const path of ["/api/client_webhooks", "/api/app_webhooks"]) {
    const { content } = copy.paths[path].post.requestBody;
    for (const type of known.requestMediaTypes) content[type] ??= content["application/json"];
  }
  const success = copy.paths["/api/client_webhooks"].post.responses["2XX"];
  success.content[known.clientWebhookMediaType] ??= success.content["application/json"];
  return copy;
}

/** One line on what was judged. */
export function countOperations(judged: readonly Judged[]): string {
  const of = (operation: string) => judged.filter((one) => one.operation === operation).length;
  const illegal = judged.filter(({ request }) => request.length > 0).length;
  const unread = judged.filter(({ isUnread }) => isUnread).length;
  const violations = judged.filter(({ response }) => response.length > 0).length;
  const byOperation = ROUTES.map(({ operation }) => `${operation} ${of(operation)}`).join(", ");
  const requests = `${illegal} illegal requests, ${unread} that Prism could not read`;
  const answers = `${violations} answers that break the document`;
  return `${judged.length} exchanges judged (${byOperation}): ${requests}, ${answers}`;
}
