/** Which webhook a request is for, where several share a URL: worlds by hand, and simulated ones. */

import fc from "fast-check";
import { expect, it } from "vitest";
import { recipientsOf } from "../../src/judge/service/world.ts";
import type { Endpoint, Hook, Kind, Received } from "../../src/judge/trace.ts";
import { isDelivery } from "../../src/judge/wire/delivery.ts";
import { SIGNATURE_NAME, sign } from "../../src/judge/wire/signature.ts";

const PATH = "/Hooks/Wh0";
const endpoint = { target: PATH, since: 0 } as Endpoint;
type Given = { kind: Kind; query?: string; secret?: string };

const hookOf = ({ kind, query = "", secret }: Given): Hook =>
  ({ kind, target: PATH + query, secret, endpoint }) as unknown as Hook;

/** A delivery of a service that keeps the facts, to one webhook. `id`: of the payment. */
function delivery({ kind, target, secret }: Hook, id?: number): Received {
  const body = Buffer.from(JSON.stringify({ "@event": "e", id }));
  const headers = kind === "client" && secret !== undefined ? [[SIGNATURE_NAME, sign(body, secret)] as const] : [];
  return { method: "POST", target, headers, body } as unknown as Received;
}

const grounds = (happened: readonly Kind[]) => ({
  signatureName: SIGNATURE_NAME,
  isPayment: ({ body }: Received) => body.includes('"id"'),
  happened: (kind: Kind) => happened.includes(kind),
});
const BOTH = grounds(["client", "app"]);

const [a, b] = [hookOf({ kind: "client", secret: "a" }), hookOf({ kind: "client", secret: "b" })];
const app = hookOf({ kind: "app" });
const twins = [hookOf({ kind: "client", query: "?t=1", secret: "a" }), hookOf({ kind: "client", query: "?t=2" })];
const other = hookOf({ kind: "client", secret: "c" });
const [inQuery, bare] = [
  { ...delivery(a, 1), target: `${PATH}?t=2` },
  { ...delivery(app), target: PATH },
];

it.each<[string, Received, Hook[], number[], Parameters<typeof recipientsOf>[2]?]>([
  ["the webhook whose secret signed it", delivery(b, 1), [a, b, app], [1]],
  ["the webhook whose query it has, whatever signed it", inQuery, twins, [1]],
  ["the app webhook if no payment was made since both exist", delivery(a), [a, app], [1], grounds(["app"])],
  ["either, if it is a payment without a signature (A-01)", delivery(app, 1), [a, app], [0, 1]],
  ["any of them, if it is signed under another key", delivery(other, 1), [a, b], [0, 1]],
  ["the webhook without another query", bare, [hookOf({ kind: "app", query: "?x" }), app], [1]],
  ["either, if two have one secret", delivery(a, 1), [a, hookOf({ kind: "client", secret: "a" })], [0, 1]],
  ["either, if two app webhooks have one URL", delivery(app), [app, hookOf({ kind: "app" })], [0, 1]],
])("a request is for %s", (_, one, hooks, places, ground = BOTH) => {
  expect(recipientsOf(one, hooks, ground).map((hook) => hooks.indexOf(hook))).toEqual(places);
});

it("gives a simulated trace its truth back, wherever something tells the webhooks apart", () => {
  const given = fc.record({
    kind: fc.constantFrom<Kind>("client", "app"),
    query: fc.constantFrom("", "?t=1", "?t=2", "?T=1"),
    secret: fc.constantFrom("one", "two", "three"),
  });
  const alike = (one: Hook, other: Hook) =>
    one.kind === other.kind && one.target === other.target && (one.kind === "app" || one.secret === other.secret);
  fc.assert(
    fc.property(fc.array(given, { minLength: 1, maxLength: 6 }), fc.nat(), (all, at) => {
      const hooks = all.map(hookOf);
      const truth = hooks[at % hooks.length] as Hook;
      const one = delivery(truth, truth.kind === "client" ? 7 : undefined);
      expect(recipientsOf(one, hooks, BOTH)).toEqual(hooks.filter((hook) => alike(hook, truth)));
    }),
    { numRuns: 2000 },
  );
});

/** What is taken for a delivery among the requests that come to a webhook. */
it.each<[string, Pick<Received, "method" | "headers">, body: string, is: boolean]>([
  ["a POST without a body", { method: "POST", headers: [] }, "", true],
  ["another method with a body", { method: "PUT", headers: [] }, "{}", true],
  [
    "another method with a signature",
    { method: "GET", headers: [[SIGNATURE_NAME.toLowerCase(), "sha256=0"]] },
    "",
    true,
  ],
  ["a look whether anyone is there", { method: "GET", headers: [["accept", "*/*"]] }, "", false],
])("%s", (_, { method, headers }, body, is) => {
  expect(isDelivery({ method, headers, body: Buffer.from(body) } as Received, SIGNATURE_NAME)).toBe(is);
});
