/** The form of a case of `client.json`, and the calls and answers that the cases vary. */

/** Raw bytes of an answer; null: nothing arrives. */
export type Answer = string | null;
export type Draft = {
  readonly id: string;
  readonly about: string;
  readonly rests?: readonly string[];
  readonly needs?: readonly string[];
  readonly call: Call;
  /** Instead of the address of the service. */
  readonly baseUrl?: string;
  readonly tokens?: readonly string[];
  readonly maxResponseBytes?: number;
  readonly answers?: readonly Answer[];
  /** JSON, or the code of an error with what it says. */
  readonly result?: string;
  readonly error?: { readonly code: string; readonly status?: number; readonly retryAfter?: string };
  readonly sent?: readonly object[];
};
export type Call = { readonly operation: string; readonly given: object | string };

export const WEBHOOK = {
  client: "/api/clients/1",
  name: "Payments",
  events: ["case_file.payment.confirmed"],
  url: "https://hooks.example.com/",
};
export const APP_WEBHOOK = {
  app: "/api/apps/7",
  webhookUrl: "https://hooks.example.com/",
  events: ["case_file.payment.confirmed"],
  responseHandlingType: 2,
  active: true,
};
export const create = (given: object = {}): Call => ({
  operation: "createClientWebhook",
  given: { ...WEBHOOK, ...given },
});
export const createApp = (given: object = {}): Call => ({
  operation: "createAppWebhook",
  given: { ...APP_WEBHOOK, ...given },
});
export const list = (id = "7"): Call => ({ operation: "listAppWebhooks", given: id });

/** An answer after which the connection is closed. */
export function answer(status: number, body = "", headers: Readonly<Record<string, string>> = {}): string {
  const all = {
    "Content-Type": "application/json",
    ...(status !== 204 && { "Content-Length": `${Buffer.byteLength(body)}` }),
    ...headers,
    Connection: "close",
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} X\r\n${lines.join("")}\r\n${body}`;
}

export const json = (value: unknown) => JSON.stringify(value);
export const SECRET = json({ secret: "webhook-secret-1" });

export const posted = (path: string, body: object) => ({
  method: "POST",
  path,
  authorization: "Bearer token-1",
  contentType: "application/json",
  body,
});
export const listed = (path: string, token = "token-1") => ({ method: "GET", path, authorization: `Bearer ${token}` });

/** Returns a case as it is written. */
export function caseOf({
  id,
  about,
  rests = [],
  needs = [],
  tokens: given = ["token-1"],
  answers = [],
  sent,
  error,
  ...more
}: Draft) {
  return {
    id,
    about,
    rests,
    needs,
    tokens: given,
    ...more,
    answers: answers.map((one) => (one === null ? null : Buffer.from(one).toString("base64"))),
    error,
    sent: sent ?? (answers.length === 0 ? [] : undefined),
  };
}
