/**
 * Every client webhook delivery of the whole run, first attempts and later ones: method, URL, headers, signed bytes.
 */

import { isMarked } from "../../answers.ts";
import { type Check, NotObserved } from "../../check.ts";
import { idIn, valuesOf } from "../../wire/delivery.ts";
import type { Received } from "../../wire/listener.ts";
import { holds, judgeSignature, SIGNATURE_NAME, type Verdict } from "../../wire/signature.ts";
import type { Context, Hook } from "../context.ts";
import { clientDeliveries } from "../experiments/client-deliveries.ts";
import { isAt } from "../recipients.ts";
import { breach, demandWhole, each, group, MARKED, ofKind, payload, type Seen, seen } from "./seen.ts";

const signatures = new WeakMap<Received, Verdict>();

/** Whether a delivery is signed correctly. If no secret is known, judges only the form of the header. */
function signatureOf(context: Context, found: Seen): Verdict {
  const verdict = signatures.get(found.one) ?? newSignatureOf(context, found);
  signatures.set(found.one, verdict);
  return verdict;
}

function newSignatureOf(context: Context, { hook, one }: Seen): Verdict {
  const others = new Map(context.otherKeys);
  others.set("the name of the webhook", String(hook.request["name"]));
  const values = valuesOf(one, context.signatureName);
  const name = context.signatureName;
  const first = judgeSignature({ values, body: one.body, secret: hook.secret ?? "", others, url: hook.url, name });
  if (first.ok || first.fault !== "digest") return first;
  const isOther = () =>
    context.hooks.some(
      ({ secret }) => secret !== undefined && secret !== hook.secret && holds(values, one.body, secret),
    );
  return {
    ok: false,
    fault: "digest",
    get why() {
      return isOther() ? "the key is the secret of another webhook" : first.why;
    },
  };
}

/** How many deliveries whose body is not whole are enough not to wait for more of them. */
const MOST_CUT = 3;

/** Throws if retries come whose body has no end: each takes as long as the judge waits. @throws NotObserved */
export function needsWhole({ hooks }: Context): void {
  const cut = hooks.flatMap(({ endpoint }) => endpoint.received.filter(({ cut }) => cut !== undefined));
  if (cut.length > MOST_CUT)
    throw new NotObserved("bodies of deliveries are not whole, so this would take too long: see deliver.body");
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

/**
 * Deliveries that missed their URL: requests elsewhere, signed with the secret of a webhook. Omits webhook URLs that
 * point elsewhere, because a set-up may map every host to the judge, and targets of redirects: whether those are
 * requested as well is open (U-23), unless the payment never came to the webhook's own URL.
 */
function astray(context: Context): { hook: Hook; one: Received }[] {
  const hooks = context.hooks.filter(({ secret }) => secret !== undefined);
  const { stray, redirectTargets } = context.trace;
  const elsewhere = new Set(
    context.trace.of("accepted").map(({ request }) => targetOf(request["url"] ?? request["webhookUrl"])),
  );
  return stray
    .filter(({ target }) => !elsewhere.has(target))
    .flatMap((one) => {
      const values = valuesOf(one, context.signatureName);
      const hook = hooks.find(({ secret = "" }) => holds(values, one.body, secret));
      const mayBe = redirectTargets.has(one.target) && (hook === undefined || cameTo(hook, idIn(one)));
      return hook && !mayBe ? [{ hook, one }] : [];
    });
}

/** Whether the payment came to the webhook's own URL; without an id it may have. */
const cameTo = ({ endpoint }: Hook, id: number | undefined): boolean =>
  id === undefined || endpoint.received.some((one) => idIn(one) === id);

const targetOf = (text: unknown): string | undefined => {
  const url = URL.parse(String(text).trim());
  return url ? url.pathname + url.search : undefined;
};

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const DELIVERY_CHECKS: Check<Context>[] = [
  {
    id: "deliver.method",
    title: "Client deliveries are POST requests",
    severity: "demand",
    rests: ["F-6.3-01", "F-4.5-01", "F-1-04"],
    group,
    run: async (context) => {
      const wrong = await seen(context, "client").catch(() => [] as Seen[]);
      const { due, at } = await context.once(clientDeliveries);
      // A request without a body is not a delivery, unless a delivery was due there and nothing else arrived.
      const silent = due.flatMap((hook) =>
        context.posts(hook).length > 0
          ? []
          : hook.endpoint.received.filter((one) => one.at >= at.first).map((one) => ({ hook, one, attempt: 1 })),
      );
      const found = [...wrong.filter(({ one }) => one.method !== "POST"), ...silent];
      if (found[0])
        throw breach(
          found[0],
          found.length,
          "Every delivery is a POST request.",
          `The method is ${found[0].one.method}`,
        );
      await seen(context, "client");
    },
  },
  {
    id: "deliver.url",
    title: "Client deliveries are sent to the registered URL, with its path and query",
    severity: "demand",
    rests: ["F-6.3-01", "F-4.5-01"],
    group,
    fix: "Send to the URL exactly as it was registered.",
    async run(context) {
      await seen(context, "client").catch(() => []);
      const lost = astray(context)[0];
      if (lost)
        throw breach(
          { ...lost, attempt: 1 },
          1,
          `The delivery goes to ${lost.hook.target}.`,
          `It went to ${lost.one.target.slice(0, 200)}`,
        );
      await each(context, "client", "The request goes to the path and query of the URL.", ({ hook, one }) =>
        isAt(one, hook) ? undefined : `It went to ${one.target.slice(0, 200)} instead of ${hook.target}`,
      );
    },
  },
  {
    id: "deliver.content-type",
    title: "Client deliveries have the Content-Type application/json",
    severity: "demand",
    rests: ["F-6.3-02"],
    group,
    fix: "Send Content-Type: application/json; parameters may follow.",
    run: (context) =>
      each(context, "client", "Content-Type is application/json, with any parameters.", ({ one }) => {
        const [value, ...more] = valuesOf(one, "content-type");
        const type = value?.split(";")[0]?.trim().toLowerCase();
        if (value === undefined) return "There is no Content-Type";
        return type === "application/json" && more.length === 0
          ? undefined
          : `Content-Type is ${[value, ...more].join(" and ").slice(0, 120)}`;
      }),
  },
  {
    id: "deliver.signed",
    title: "Client deliveries have exactly one signature header of the stated form",
    severity: "demand",
    rests: ["F-6.3-03", "F-5-09", "F-6.1-01", "F-6.3-05"],
    group,
    fix: `Send ${SIGNATURE_NAME}: sha256=<64 hex digits> with every attempt.`,
    run: (context) =>
      each(context, "client", `${context.signatureName}: sha256=<64 hex digits>, once.`, (found) => {
        const verdict = signatureOf(context, found);
        if (verdict.ok || verdict.fault === "digest") return undefined;
        return () => `In the signature header, ${verdict.why}`;
      }),
  },
  {
    id: "deliver.digest",
    title: "The signature is the HMAC of the raw body under the secret that the creation returned",
    severity: "demand",
    rests: ["F-6.3-05", "F-2.2-12", "F-5-09", "F-6.1-01"],
    group,
    fix: "Sign exactly the bytes that are sent, after all encoding, with the UTF-8 bytes of the secret as the key.",
    run: async (context) => {
      const keyed = (await seen(context, "client")).filter(({ hook }) => hook.secret !== undefined);
      if (keyed.length === 0) throw new NotObserved("no secret was returned: see client.secret");
      const formed = keyed
        .map((found) => ({ found, verdict: signatureOf(context, found) }))
        .filter(({ verdict }) => verdict.ok || verdict.fault === "digest");
      if (formed.length === 0)
        throw new NotObserved("no delivery has a signature header of the stated form: see deliver.signed");
      const wrong = formed.filter(({ verdict }) => !verdict.ok);
      const [first] = wrong;
      const why = first && !first.verdict.ok ? first.verdict.why : "";
      if (first) throw breach(first.found, wrong.length, "The digest verifies.", capitalised(why));
    },
  },
  {
    id: "deliver.body",
    title: "The body of a client delivery is JSON",
    severity: "demand",
    rests: ["F-4.5-01", "F-6.3-04", "F-2.4-10"],
    group,
    async run(context) {
      demandWhole(context, "client");
      await each(context, "client", "The body is a JSON text.", (found) => {
        if (isMarked(found.one.body)) return MARKED;
        if (payload(found) !== undefined) return undefined;
        return found.one.body.length === 0 ? "The body is empty" : "The body is not JSON";
      });
    },
  },
];
