import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient, itemsOf } from "../src/client.ts";
import { createReceiver as createEdgeReceiver } from "../src/edge.ts";
import { createReceiver, SIGNATURE_HEADER, signBody } from "../src/index.ts";
import { authorizationUrl, rfc6749Refresh } from "../src/oauth.ts";

const EVENT = "case_file.payment.refunded";
const BODY =
  '{"@event":"case_file.payment.refunded","id":7,"rate":1.50,' +
  '"lines":[{"label":"a","amount":1}],"labels":{"b c":"d"}}';
const BAD = '{"@event":"case_file.payment.refunded","id":7,"lines":{}}';
const request = (text: string, header = SIGNATURE_HEADER) => {
  const body = new TextEncoder().encode(text);
  return { method: "POST", headers: { "content-type": "application/json", [header]: signBody(body, "s") }, body };
};

test("a refund reaches its handler once, under the header of the deployment", async () => {
  for (const create of [createReceiver, createEdgeReceiver]) {
    const seen: unknown[] = [];
    const receiver = create({
      secrets: "s",
      onProblem: () => undefined,
      on: {
        [EVENT]({ payload, event, key }) {
          seen.push([payload.id, payload.lines?.[0]?.label, payload.labels, event, key]);
        },
      },
    });
    const other = await receiver.bytes(request(BODY, "X-Service-Signature"));
    assert.deepEqual([SIGNATURE_HEADER, other.status], ["X-Acme-Signature", 401]);
    for (let i = 0; i < 2; i++) assert.equal((await receiver.bytes(request(BODY))).status, 204);
    assert.deepEqual(seen, [[7, "a", { "b c": "d" }, EVENT, `verified 7 ${EVENT}`]]);
    assert.match(String((await receiver.bytes(request(BAD))).body), /payload_invalid/);
  }
});

test("what the deployment states may be left out, and said otherwise", async () => {
  const app = { clientId: "a", redirectUri: "https://app.example.com/", scopes: ["x"] };
  assert.match((await authorizationUrl(app)).url, /^https:\/\/login\.acme\.example\/oauth\/v2\/approve\?/);
  const other = await authorizationUrl({ ...app, authorizationEndpoint: "https://other.example/a" });
  assert.match(other.url, /^https:\/\/other\.example\/a\?/);
  assert.equal(typeof rfc6749Refresh({ clientId: "a", clientSecret: "s" }), "function");
  assert.deepEqual(itemsOf([{ app: "/api/apps/7" }]), [{ app: "/api/apps/7" }]);
  const asked: string[] = [];
  const fetch = async (input: URL | RequestInfo) => {
    asked.push((input as Request).url, String((input as Request).headers.get("X-Acme-Token")));
    return Response.json([]);
  };
  await createClient({ accessToken: "t", fetch }).listAppWebhooks(7);
  assert.deepEqual([asked[0], asked[1]?.endsWith("t")], ["https://api.acme.example/api/apps/7/app_webhooks", true]);
  assert.throws(() => createClient({ accessToken: "t", baseUrl: "http://127.0.0.1:1" }), { code: "insecure_url" });
});

test("what would never run is refused", () => {
  assert.throws(() => createReceiver({ secrets: "s", on: { "no.such.event": () => undefined } as object }));
  // @ts-expect-error no such event
  const never = () => createReceiver({ secrets: "s", on: { "no.such.event": () => undefined } });
  // @ts-expect-error a refund has no such member
  createReceiver({ secrets: "s", on: { [EVENT]: ({ payload }) => payload.lines?.[0]?.nothing.at(0) } });
  assert.throws(never);
});
