/** How deliveries are signed, and what their signatures tell of those that went elsewhere. */

import { NotObserved } from "../../check.ts";
import { idIn, valuesOf } from "../../wire/delivery.ts";
import type { Received } from "../../wire/listener.ts";
import { judgeSignature, type Verdict } from "../../wire/signature.ts";
import type { Context, Hook } from "../context.ts";
import { ofKind, type Seen } from "./seen.ts";

const known = new WeakMap<Received, Verdict>();

/** Whether a delivery is signed correctly. If no secret is known, judges only the form of the header. */
export function signatureOf(context: Context, found: Seen): Verdict {
  const verdict = known.get(found.one) ?? judged(context, found);
  known.set(found.one, verdict);
  return verdict;
}

function judged({ service, signatureName: name, hooks, world }: Context, { hook, one }: Seen): Verdict {
  const others = new Map([...service.otherKeys, ["the name of the webhook", String(hook.request["name"])]]);
  const values = valuesOf(one, name);
  const first = judgeSignature({ values, body: one.body, secret: hook.secret ?? "", others, url: hook.url, name });
  if (first.ok || first.fault !== "digest") return first;
  return {
    ...{ ok: false, fault: "digest" },
    get why() {
      const isOther = hooks.some((other) => other.secret !== hook.secret && world.isSignedFor(one, other));
      return isOther ? "the key is the secret of another webhook" : first.why;
    },
  };
}

/**
 * Throws if no client delivery so far is signed correctly: their bodies prove nothing then, and what rests on them
 * waits until deliver.signed and deliver.digest are mended. @throws NotObserved
 */
export function needsSignatures(context: Context): void {
  const keyed = ofKind(context, "client").filter(({ hook }) => hook.secret !== undefined);
  if (keyed.length > 0 && keyed.every((found) => !signatureOf(context, found).ok))
    throw new NotObserved("every client delivery is signed wrongly, and this rests on them: see deliver.digest");
}

/** After so many deliveries with an incomplete body, the judge does not wait for more of them. */
const MOST_CUT = 3;

/** Throws if retries come whose body has no end: each takes as long as the judge waits. @throws NotObserved */
export function needsWhole({ hooks }: Context): void {
  const cut = hooks.flatMap(({ endpoint }) => endpoint.received.filter((one) => one.cut !== undefined));
  if (cut.length > MOST_CUT)
    throw new NotObserved("bodies of deliveries are not whole, so this would take too long: see deliver.body");
}

const targetOf = (text: unknown): string | undefined => {
  const url = URL.parse(String(text).trim());
  return url ? url.pathname + url.search : undefined;
};

/**
 * Deliveries that missed their URL: requests elsewhere, signed with the secret of a webhook. Omits webhook URLs that
 * point elsewhere, because a set-up may map every host to the judge, and targets of redirects: whether those are
 * requested as well is open (U-23), unless the payment never came to the webhook's own URL.
 */
export function astray({ hooks, trace, world }: Context): Seen[] {
  const { stray, redirectTargets } = trace;
  const elsewhere = trace.of("accepted").map(({ request }) => targetOf(request["url"] ?? request["webhookUrl"]));
  const targets = new Set(elsewhere);
  // Without an id the payment may have come to the webhook's own URL.
  const came = (hook: Hook, id: number | undefined) =>
    id === undefined || hook.endpoint.received.some((one) => idIn(one) === id);
  return stray.flatMap((one) => {
    if (targets.has(one.target)) return [];
    const hook = hooks.find((each) => world.isSignedFor(one, each));
    return !hook || (redirectTargets.has(one.target) && came(hook, idIn(one))) ? [] : [{ hook, one, attempt: 1 }];
  });
}
