/** Failures of the service, and calls that can never succeed. */

import {
  answer,
  type Call,
  create,
  createApp,
  type Draft,
  json,
  list,
  posted,
  SECRET,
  WEBHOOK,
} from "./client-case.ts";

const failed = (id: string, about: string, given: string, error: Draft["error"], more: Partial<Draft> = {}): Draft => ({
  id,
  about,
  call: create(),
  answers: [given],
  ...(error && { error }),
  sent: [posted("/api/client_webhooks", WEBHOOK)],
  ...more,
});

const LATER = "Wed, 21 Oct 2015 07:28:00 GMT";

/** Returns the cases of answers that are failures. */
export const failures = (): Draft[] => [
  ...[301, 302, 303, 307, 308].map((status) =>
    failed(
      `redirect-${status}`,
      "A redirect would carry the token to another place.",
      answer(status, "", { Location: "/elsewhere" }),
      { code: "redirect_refused", status },
    ),
  ),
  ...[400, 401, 403, 404, 418, 422].map((status) =>
    failed(
      `rejected-${status}`,
      "The service refuses.",
      answer(status, "hidden"),
      { code: "request_rejected", status },
      { rests: ["N-7-01"] },
    ),
  ),
  ...[500, 502, 599].map((status) =>
    failed(
      `failed-${status}`,
      "The service fails.",
      answer(status, "hidden"),
      { code: "service_failed", status },
      { rests: ["N-7-01"] },
    ),
  ),
  failed("busy-429", "The service says when to come again.", answer(429, "", { "Retry-After": "7" }), {
    code: "request_rejected",
    status: 429,
    retryAfter: "7",
  }),
  failed("busy-503", "Also when it fails, as a time.", answer(503, "", { "Retry-After": LATER }), {
    code: "service_failed",
    status: 503,
    retryAfter: LATER,
  }),
  failed(
    "post-once",
    "A POST is never repeated, whatever the service asks for.",
    answer(503, "", { "Retry-After": "0" }),
    { code: "service_failed", status: 503, retryAfter: "0" },
    { answers: [answer(503, "", { "Retry-After": "0" }), answer(201, SECRET)] },
  ),
  ...["hidden", "", '{"secret":"hid', "<p>hidden</p>"].map((body, at) =>
    failed(`not-json-${at + 1}`, "An answer that is not JSON.", answer(200, body), {
      code: "response_not_json",
      status: 200,
    }),
  ),
  ...['{"name":"hidden"}', '{"secret":1}', '{"secret":null}', '{"secret":""}', "[]", "null"].map((body, at) =>
    failed(
      `no-secret-${at + 1}`,
      "An answer without a secret.",
      answer(200, body),
      { code: "response_invalid", status: 200 },
      { rests: ["F-2.2-11"] },
    ),
  ),
  failed(
    "too-large",
    "An answer beyond the limit.",
    answer(200, json({ secret: "x".repeat(500) })),
    { code: "response_too_large", status: 200 },
    { maxResponseBytes: 100 },
  ),
  failed("hung-up", "The connection ends without an answer.", "", { code: "unreachable" }),
  failed("not-http", "Something else answers.", "hidden\r\n\r\n", { code: "unreachable" }),
  failed("cut", "The connection ends within the answer.", answer(200, SECRET, { "Content-Length": "999" }), {
    code: "unreachable",
  }),
  {
    id: "switched",
    about: "Another protocol that nobody asked for is not an answer.",
    call: createApp(),
    answers: ["HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n{}"],
    error: { code: "unreachable" },
  },
  {
    // A request may still be under way when the time is over.
    id: "silent",
    about: "Nothing arrives.",
    call: create(),
    answers: [null],
    error: { code: "timeout" },
  },
];

const refused = (id: string, about: string, call: Call, code: string, more: Partial<Draft> = {}): Draft => ({
  id,
  about,
  call,
  error: { code },
  ...more,
});

/** Returns the cases of calls that are refused before anything is sent. */
export const requests = (): Draft[] => [
  refused("no-events", "A client webhook has events.", create({ events: [] }), "request_invalid", {
    rests: ["F-2.2-05"],
  }),
  refused("no-app-events", "So has an app webhook.", createApp({ events: [] }), "request_invalid", {
    rests: ["F-2.3-07"],
  }),
  refused(
    "too-many-app-events",
    "It has at most 100.",
    createApp({ events: Array.from({ length: 101 }, (_, at) => `e${at}`) }),
    "request_invalid",
    { rests: ["F-2.3-07"] },
  ),
  ...["", ".", ".."].map((id, at) =>
    refused(`app-id-${at + 1}`, "An id that would lead to another path.", list(id), "request_invalid", {
      rests: ["U-04"],
    }),
  ),
  ...(
    [
      ["insecure_url", "http://example.com"],
      ["insecure_url", "http://127.0.0.1.example.com"],
      ["base_url_invalid", "ftp://example.com"],
      ["base_url_invalid", "https://user:hidden@example.com"],
      ["base_url_invalid", "https://example.com/?a=hidden"],
      ["base_url_invalid", "https://"],
      ["base_url_invalid", "/path"],
    ] as const
  ).map(([code, baseUrl], at) =>
    refused(`base-url-${at + 1}`, "A token goes over https to a host, and nowhere else.", list(), code, { baseUrl }),
  ),
  refused("token-two-lines", "A token that is two headers.", list(), "token_invalid", { tokens: ["a\nb"] }),
  refused("token-empty", "An empty token.", list(), "token_invalid", { tokens: [""] }),
];
