/** Makes the cases of a client of `client.yaml`: bytes of answers, and the requests that arrive. */

import { readFileSync } from "node:fs";
import { parse } from "yaml";

type Given = string | Readonly<Record<string, unknown>>;
/** Status, body and headers, all bytes as they are, or nothing that arrives. */
type Answer = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];
type Row = {
  readonly about: string;
  readonly rests?: readonly string[];
  readonly needs?: readonly string[];
  readonly tokens?: readonly string[];
  readonly call: string;
  readonly given?: Given;
  readonly baseUrl?: string;
  readonly maxResponseBytes?: number;
  readonly answers?: readonly (Answer | string | null)[];
  readonly result?: string;
  readonly error?: string;
  readonly sent?: readonly string[];
};
type Group = Partial<Row> & { readonly cases: Readonly<Record<string, Partial<Row> | Answer>> };
type Table = { readonly given: Readonly<Record<string, Given>>; readonly groups: readonly Group[] };

const isAnswer = (value: unknown): value is Answer => Array.isArray(value);

/** Returns the content of `spec/vectors/client.json`. */
export function clientVectors(): object {
  const { given, groups }: Table = parse(readFileSync(new URL("client.yaml", import.meta.url), "utf8"), {
    merge: true,
  });
  const cases = groups.flatMap(({ cases: rows, ...shared }) =>
    Object.entries(rows).map(([id, row]) =>
      makeCase(id, { ...shared, ...(isAnswer(row) ? { answers: [row] } : row) } as Row, given),
    ),
  );
  return {
    about:
      "Calls of a client with the answers of the service, one a connection, as they are on the wire; the result or " +
      "the error, and what was sent; see README.md. `rests`: the facts and gaps that a case rests on; an empty list " +
      "is a choice of our clients. Made by scripts/vectors.ts.",
    cases,
  };
}

function makeCase(id: string, row: Row, usual: Table["given"]): object {
  const { about, rests = [], needs = [], tokens = ["token-1"], call, baseUrl, answers = [] } = row;
  const { maxResponseBytes = 1_048_576 } = row;
  const given = givenTo(usual[call] ?? "", row.given);
  const [first] = answers;
  const [status, body, headers] = isAnswer(first) ? first : [];
  const [code, hasStatus] = row.error?.split(" ") ?? [];
  return {
    ...{ id, about, rests, needs, tokens, operation: call, given, baseUrl, maxResponseBytes },
    timeoutMs: answers.includes(null) ? 300 : 20_000,
    result: row.result === "body" ? toText(body) : row.result,
    answers: answers.map((one) => one && makeText(one)),
    error: code && { code, ...(hasStatus && { status, retryAfter: headers?.["Retry-After"] ?? null }) },
    sent: row.sent?.map((text) => makeRequest(text, given)) ?? (answers.length === 0 ? [] : undefined),
  };
}

function givenTo(usual: Given, given: Given = usual): Given {
  if (typeof given === "string" || typeof usual === "string") return given;
  const { events } = given;
  const many = typeof events === "number" && { events: Array.from({ length: events }, (_, at) => `e${at}`) };
  return { ...usual, ...given, ...many };
}

/** An answer after which the connection is closed. */
function makeText(answer: Answer | string): string {
  if (!isAnswer(answer)) return answer;
  const [status, value = "", headers] = answer;
  const body = toText(value);
  const length = status !== 204 && { "Content-Length": `${Buffer.byteLength(body)}` };
  const all = { "Content-Type": "application/json", ...length, ...headers, Connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} X\r\n${lines.join("")}\r\n${body}`;
}

function toText(body: unknown): string {
  if (typeof body === "string") return body;
  return JSON.stringify(typeof body === "number" ? { secret: "x".repeat(body) } : body);
}

function makeRequest(text: string, given: Given): object {
  const [method, path = "", token = "token-1"] = text.split(" ");
  if (path.startsWith("/oauth/")) {
    const body = { grant_type: "authorization_code", ...(given as object) };
    return { method, path, codings: true, contentType: "application/x-www-form-urlencoded", body };
  }
  const authorization = `Bearer ${token}`;
  const written = method === "POST" && { contentType: "application/json", body: given };
  return { method, path, codings: true, authorization, ...written };
}
