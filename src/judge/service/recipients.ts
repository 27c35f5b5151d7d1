/**
 * Which webhook a request is a delivery to, where several have the path of their URL in common. What does not tell them
 * apart leaves all of them: then nobody is accused of what the request shows of one of them.
 */

import type { Hook, Kind, Received } from "../trace.ts";
import { valuesOf } from "../wire/delivery.ts";
import { holds } from "../wire/signature.ts";

/** What a service was made to do, as far as it tells the two kinds of webhook apart. */
export interface Grounds {
  readonly signatureName: string;
  /** Whether the request has the id of a payment that the driver told. */
  isPayment(one: Received): boolean;
  /** Whether a payment was made, or an event dispatched, from then on; `since` is by `performance.now()`. */
  happened(kind: Kind, since: number): boolean;
}

type Rule = (one: Received, hook: Hook, grounds: Grounds) => boolean;

/** `%c3` is the same as `%C3`, and `%7E` as `~` (RFC 3986, 6.2.2). A fragment is not requested. */
const normal = (target: string) =>
  target.replace(/#.*/, "").replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });

/** Whether a request went to the path and query of the webhook (F-6.3-01). */
export const isAt = ({ target }: Received, hook: Hook): boolean => normal(target).endsWith(normal(hook.target));

const isOfUrl: Rule = (one, hook) => isAt(one, hook);

/**
 * A client delivery has a signature header (F-6.3-03), an app delivery none (F-6.4-02), and a payment may reach app
 * webhooks as well. The id counts, too, because a service may have forgotten the header, or added it.
 */
const isOfKind: Rule = (one, { kind, endpoint }, grounds) => {
  const isSigned = valuesOf(one, grounds.signatureName).length > 0;
  const isPayment = grounds.isPayment(one);
  if (kind === "client") return (isSigned || isPayment) && grounds.happened("client", endpoint.since);
  return isPayment ? !isSigned : grounds.happened("app", endpoint.since);
};

/** Secrets that requests were tried with: whose a request is, is asked many times. */
const tried = new WeakMap<Received, Map<string, boolean>>();

/** Each client webhook has a secret of its own (F-2.2-02). */
const isSignedFor: Rule = (one, { kind, secret }, { signatureName }) => {
  if (kind !== "client" || secret === undefined) return false;
  const known = tried.get(one) ?? new Map<string, boolean>();
  tried.set(one, known);
  const isRight = known.get(secret) ?? holds(valuesOf(one, signatureName), one.body, secret);
  known.set(secret, isRight);
  return isRight;
};

/** Returns the webhooks, of those at an endpoint, that the request may be a delivery to: at least one of them. */
export function recipientsOf(one: Received, hooks: readonly Hook[], grounds: Grounds): readonly Hook[] {
  if (hooks.length < 2) return hooks;
  return [isOfUrl, isOfKind, isSignedFor].reduce((left, rule) => {
    const fewer = left.filter((hook) => rule(one, hook, grounds));
    return fewer.length > 0 ? fewer : left;
  }, hooks);
}
