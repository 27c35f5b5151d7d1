/** Compiled and run in an empty project that has the packed package: every line is a promise to users. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import {
  createAppReceiver,
  createReceiver,
  createVerifier,
  type DuplicateStore,
  EVENT_NAMES,
  MisuseError,
  memoryStore,
  type ReceiverCode,
  SIGNATURE_HEADER,
  type SignatureCode,
  signBody,
  type UnverifiedEvent,
  type Verdict,
  type VerifiedEvent,
  verify,
  verifySignature,
} from "collections-contract";
import asyncapi from "collections-contract/asyncapi.json" with { type: "json" };
import { ApiError, createClient } from "collections-contract/client";
import * as edge from "collections-contract/edge";
import { InboxError, openInbox, type PostgresPool, type PostgresQueries } from "collections-contract/inbox";
import { OAuthError, readCallback } from "collections-contract/oauth";
import openapi from "collections-contract/openapi.json" with { type: "json" };
import manifest from "collections-contract/package.json" with { type: "json" };
import { isPaymentSnapshot, validatePaymentSnapshot } from "collections-contract/validators";
import vectors from "collections-contract/vectors/signature.json" with { type: "json" };
import urls from "collections-contract/vectors/webhook-urls.json" with { type: "json" };
import { checkAddress, checkWebhookUrl } from "collections-contract/webhook-url";

const payment = { "@event": EVENT_NAMES[0], id: 4711, amount: 12550, paidTo: "client" };
const body = new TextEncoder().encode(JSON.stringify(payment));
const signature = signBody(body, "secret");
assert.equal(verifySignature(body, signature, ["other", "secret"]), true);
const verdicts: Verdict[] = [
  await verify(body, signature, "secret"),
  await edge.verify(body, signature, "secret"),
  await createVerifier("secret").verify(body, signature),
  await edge.createVerifier("secret").verify(body, signature),
];
for (const verdict of verdicts) assert.deepEqual(verdict, { ok: true, secretIndex: 0 });
const refused = await verify(body, null, "secret");
const code: SignatureCode | undefined = refused.ok ? undefined : refused.code;
assert.equal(code, "signature_missing");
// @ts-expect-error text is refused for verification
assert.throws(() => verify("text", signature, "secret"), MisuseError);
assert.equal(await edge.signBody(body, "secret"), signature);

const store: DuplicateStore = memoryStore();
const seen: number[] = [];
const on = {
  "case_file.payment.confirmed": ({ payload }: VerifiedEvent<{ "@event": string; id: number }>) =>
    void seen.push(payload.id),
};
const request = () =>
  new Request("https://receiver.example/", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", [SIGNATURE_HEADER]: signature },
  });
for (const receiver of [
  createReceiver({ secrets: "secret", store, on }),
  edge.createReceiver({ secrets: ["secret"], on }),
])
  assert.equal((await receiver.fetch(request())).status, 204);
const forged = await createReceiver({ secrets: "other", on, onProblem: () => undefined }).fetch(request());
const mismatch: ReceiverCode = "signature_mismatch";
assert.deepEqual([forged.status, await forged.json()], [401, { code: mismatch }]);
createReceiver({
  secrets: "secret",
  on: {
    "case_file.payment.confirmed": (event) => {
      const id: number = event.payload.id;
      // @ts-expect-error amount may be missing
      const amount: number = event.payload.amount;
      return [id, amount];
    },
    // @ts-expect-error no such event
    "case_file.payment.confirmd": () => undefined,
  },
});
const takesProven = (event: VerifiedEvent) => event;
// @ts-expect-error nothing proves an app delivery
createAppReceiver({ on: { x: (event: UnverifiedEvent) => takesProven(event) } });

const server = createServer(createReceiver({ secrets: "secret", on }).node);
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as { port: number };
assert.equal((await fetch(`http://127.0.0.1:${port}/`, request())).status, 204);
server.close();
assert.deepEqual(seen, [4711, 4711, 4711]);

// Only compiled: not every runtime has node:sqlite, and no server is here.
const inboxes = async (pool: PostgresPool, { query }: PostgresQueries) => {
  const inFile = await openInbox({ file: "payments.db" });
  await inFile.work({
    "case_file.payment.confirmed": ({ payload }, { complete }) =>
      complete((tx) => void tx.prepare("INSERT INTO paid VALUES (?)").run(payload.id)),
  });
  const inPostgres = await openInbox({ postgres: pool });
  await inPostgres.work({
    "case_file.payment.confirmed": ({ payload }, { complete }) =>
      complete(async (tx) => void (await tx.query("INSERT INTO paid VALUES ($1)", [payload.id]))),
  });
  const overQueries = await openInbox({ postgres: { query } });
  // @ts-expect-error without a transaction that both share
  await overQueries.work({ "case_file.payment.confirmed": (_, { complete }) => complete });
  // @ts-expect-error no such event
  await inFile.work({ "case_file.payment.confirmd": () => undefined });
  await inFile.dispatch(async ({ key }) => key, { unverified: async ({ id }) => id });
  createReceiver({ secrets: "secret", inbox: inPostgres });
};
assert.equal(typeof inboxes, "function");
await assert.rejects(openInbox({ store: "none" as never }), MisuseError);
assert.equal(new InboxError("inbox_closed", "closed").code, "inbox_closed");

assert.equal(checkWebhookUrl("https://hooks.example.com/").ok, true);
assert.deepEqual(checkWebhookUrl("https://localhost/"), { ok: false, code: "url_host_loopback" });
assert.equal(checkAddress("10.0.0.1").ok, false);
const validation = validatePaymentSnapshot(payment);
assert.equal(validation.ok, false);
const errors: { path: string; message: string }[] = validation.ok ? [] : validation.faults;
assert.ok(errors.length > 0 && !isPaymentSnapshot(payment));

assert.throws(() => createClient({ baseUrl: "http://service.example", accessToken: "token" }), ApiError);
const client = createClient({
  baseUrl: "https://service.example",
  accessToken: "token",
  fetch: async () => Response.json([]),
});
assert.deepEqual(await client.listAppWebhooks(1), []);
assert.throws(() => readCallback("https://app.example/callback", { state: "state" }), OAuthError);

// One class each, whatever entry throws it and whatever entry it was imported from.
assert.equal(edge.MisuseError, MisuseError);
assert.throws(() => createClient({ baseUrl: "http://service.example", accessToken: "token" }), ApiError);
assert.throws(() => readCallback("https://app.example/callback", { state: "state" }), OAuthError);
assert.throws(() => edge.createVerifier(""), MisuseError);
assert.throws(() => createVerifier(""), edge.MisuseError);

assert.match(openapi.openapi, /^3\.1/);
assert.match(asyncapi.asyncapi, /^3\./);
assert.equal(manifest.name, "collections-contract");
assert.ok(vectors.cases.length > 100 && urls.cases.length > 100);
for (const entry of Object.keys(manifest.exports)) {
  const specifier: string = entry.replace(".", manifest.name);
  // No runtime imports these; they are read from their place.
  if (/\.(?:yaml|http)$/.test(entry)) {
    assert.match(
      readFileSync(new URL(import.meta.resolve(specifier)), "utf8"),
      /^(?:openapi|asyncapi|arazzo|POST)\b/m,
      entry,
    );
    continue;
  }
  const options = entry.endsWith(".json") ? { with: { type: "json" } } : {};
  assert.ok(await import(specifier, options), entry);
}
console.log("used");
