/**
 * A service that answers in ways that are not described, and none of which may break a client; and in ways that are
 * failures.
 */

import { startServer } from "../../support/http-server.ts";

type Json = Record<string, unknown>;
interface Failure {
  readonly path: string;
  readonly status: number;
  readonly body: string;
}
interface Seen {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

const more = { later: { unknown: [1, null, { "@x": "ü" }] }, big: 9_007_199_254_740_991 };
const WEBHOOK = { client: "/api/clients/1", name: "Payments", events: ["case_file.closed"], url: "https://x.example/" };
const ANSWERS: Record<string, { status: number; type: string; body: unknown }> = {
  "/oauth/v2/token": {
    status: 203,
    type: "text/plain",
    body: { token_type: "bearer", expires_in: 86_400, access_token: "access-1", refresh_token: "refresh-1", ...more },
  },
  "/api/client_webhooks": {
    status: 299,
    type: "application/vnd.api+json",
    body: { ...WEBHOOK, secret: "webhook-secret-1", ...more },
  },
  "/api/app_webhooks": {
    status: 207,
    type: "application/ld+json; charset=utf-8",
    body: { app: "/api/apps/7", events: ["new.event"], active: false, ...more },
  },
  "/api/apps/7/app_webhooks": {
    status: 200,
    type: "application/json",
    body: { "hydra:member": [{ app: "/api/apps/7", ...more }], next: null },
  },
};

/** With `failure`, one operation fails and all others work. Status 0: the connection breaks off. */
export async function startUndescribedService(failure?: Failure) {
  const requests: Seen[] = [];
  const { url, stop } = await startServer(({ method, url: path, headers, body: sent }, res) => {
    requests.push({ method, path, authorization: headers.authorization, body: bodyOf(sent) });
    if (failure?.path === path) {
      if (failure.status === 0) return void res.destroy();
      const type = failure.body.startsWith("{") ? "application/json" : "text/plain";
      const headers = { location: "/elsewhere", "content-type": type };
      return void res.writeHead(failure.status, headers).end(failure.body);
    }
    const { status, type, body } = ANSWERS[path] ?? { status: 404, type: "text/plain", body: "hidden" };
    res.writeHead(status, { "content-type": type }).end(JSON.stringify(body));
  });
  const of = (path: string) => structuredClone(ANSWERS[path]?.body) as Json;
  const { secret: _, ...clientWebhook } = of("/api/client_webhooks");
  return {
    url,
    stop,
    requests,
    /** What the onboarding has to print, but for the tokens. */
    expected: {
      clientWebhook,
      appWebhook: of("/api/app_webhooks"),
      appWebhooks: of("/api/apps/7/app_webhooks"),
    },
    expectedRequests: (demo: Record<string, string>): Seen[] => {
      const authorization = "Bearer access-1";
      const events = ["case_file.payment.confirmed"];
      const url = demo["WEBHOOK_URL"];
      const form = {
        grant_type: "authorization_code",
        code: demo["CODE"],
        client_id: demo["CLIENT_ID"],
        client_secret: demo["CLIENT_SECRET"],
        redirect_uri: demo["REDIRECT_URI"],
      };
      const clientBody = { client: demo["CLIENT_IRI"], name: "Payments", events, url };
      const appBody = { app: demo["APP_IRI"], webhookUrl: url, events, responseHandlingType: 2, active: true };
      return [
        { method: "POST", path: "/oauth/v2/token", authorization: undefined, body: form },
        { method: "POST", path: "/api/client_webhooks", authorization, body: clientBody },
        { method: "POST", path: "/api/app_webhooks", authorization, body: appBody },
        { method: "GET", path: `/api/apps/${demo["APP_ID"]}/app_webhooks`, authorization, body: {} },
      ];
    },
  };
}

/** JSON, or the fields of a form. */
function bodyOf(text: string): unknown {
  return text.startsWith("{") ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
}

const failing = (title: string, code: string, path: string, status: number, body = "hidden access-1") => ({
  title,
  code,
  failure: { path, status, body },
});

export const FAILURES = [
  failing("the code is refused", "token_refused", "/oauth/v2/token", 418),
  failing("the token endpoint fails", "token_endpoint_failed", "/oauth/v2/token", 599),
  failing("the tokens are none", "token_response_invalid", "/oauth/v2/token", 200, '{"token_type":"Bearer"}'),
  failing("the token endpoint redirects", "redirect_refused", "/oauth/v2/token", 307),
  failing("the token endpoint hangs up", "unreachable", "/oauth/v2/token", 0),
  failing("a client webhook is refused", "request_rejected", "/api/client_webhooks", 422),
  failing("creating one fails", "service_failed", "/api/client_webhooks", 503),
  failing("creating one redirects", "redirect_refused", "/api/client_webhooks", 302),
  failing("the answer is no JSON", "response_not_json", "/api/client_webhooks", 200),
  failing("the answer has no secret", "response_invalid", "/api/client_webhooks", 201, '{"name":"hidden"}'),
  failing("the answer is too large", "response_too_large", "/api/apps/7/app_webhooks", 200, " ".repeat(1_100_000)),
  failing("the list is refused", "request_rejected", "/api/apps/7/app_webhooks", 404),
];
