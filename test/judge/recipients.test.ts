/** Which webhook a request is for, where several share a URL: worlds by hand, and simulated ones. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recipientsOf } from "../../src/judge/service/world.ts";
import type { Endpoint, Hook, Kind, Received } from "../../src/judge/trace.ts";
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
const placesOf = (one: Received, hooks: Hook[], ground = BOTH) =>
  recipientsOf(one, hooks, ground).map((hook) => hooks.indexOf(hook));

describe("a request is for", () => {
  const [a, b] = [hookOf({ kind: "client", secret: "a" }), hookOf({ kind: "client", secret: "b" })];
  const app = hookOf({ kind: "app" });

  it("the webhook whose secret signed it", () => {
    expect(placesOf(delivery(b, 1), [a, b])).toEqual([1]);
    expect(placesOf(delivery(b, 1), [a, b, app])).toEqual([1]);
  });

  it("the webhook whose query it has, whatever signed it", () => {
    const twins = [hookOf({ kind: "client", query: "?t=1", secret: "a" }), hookOf({ kind: "client", query: "?t=2" })];
    expect(placesOf({ ...delivery(a, 1), target: `${PATH}?t=2` }, twins)).toEqual([1]);
  });

  it("the app webhook if no payment was made since both exist, even if it is signed", () => {
    expect(placesOf(delivery(a), [a, app], grounds(["app"]))).toEqual([1]);
  });

  it("either, if it is a payment without a signature: app webhooks may receive it, too (A-01)", () => {
    expect(placesOf(delivery(app, 1), [a, app])).toEqual([0, 1]);
  });

  it("any of them, if nothing fits: a signature under another key, or another query", () => {
    expect(placesOf(delivery(hookOf({ kind: "client", secret: "c" }), 1), [a, b])).toEqual([0, 1]);
    expect(placesOf({ ...delivery(app), target: PATH }, [hookOf({ kind: "app", query: "?x" }), app])).toEqual([1]);
  });

  it("either, if two have one secret, or two app webhooks one URL", () => {
    expect(placesOf(delivery(a, 1), [a, a])).toHaveLength(2);
    expect(placesOf(delivery(app), [app, hookOf({ kind: "app" })])).toEqual([0, 1]);
  });
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
