/** A client webhook and an app webhook at one URL: they are separate resources, with separate rules (F-6.1-03). */

import { type Check, demand, NotObserved } from "../../check.ts";
import type { Received } from "../../wire/listener.ts";
import type { Context, Kind } from "../context.ts";
import { confirm, idIn, needsTrigger } from "../experiments/acting.ts";
import { createUnkept, dueSoon } from "../experiments/unkept.ts";
import { valuesOf } from "./seen.ts";

const group = "app deliveries";

const isAny = (came: readonly Received[]) => came.length > 0;

interface Beside {
  /** The kind of the webhook that is inactive; by default none is. */
  readonly inactive?: Kind | undefined;
  /** Whether there is no webhook of the other kind. */
  readonly isAlone?: boolean;
  /** Until this holds for what came, more is waited for; by default until anything came. */
  readonly isEnough?: (came: readonly Received[]) => boolean;
}

/**
 * What comes to the URL of a webhook of each kind, or of the kind that is `heard` alone: the event, or the payment of
 * that kind. Neither is kept among the webhooks of the run, because what comes to the URL later may belong to either.
 */
async function besideOther(
  context: Context,
  heard: Kind,
  { inactive, isAlone = false, isEnough = isAny }: Beside = {},
): Promise<Received[]> {
  const { fence } = context;
  needsTrigger(context, heard);
  const { url, endpoint } = context.address();
  const change = { app: { type: 1, active: inactive !== "app" }, client: {} } as const;
  const made = (kind: Kind) => {
    const refused = `a${kind === "app" ? "n app" : " client"} webhook at that URL is refused`;
    return createUnkept(context, kind, change[kind], url, refused);
  };
  if (!isAlone || heard === "client") {
    const client = await made("client");
    if (!isAlone) await made("app");
    // A new client webhook may be inactive (U-37).
    const isOn = inactive !== "client";
    const switched = fence.call("setClientWebhookActive", client, isOn);
    await (isOn ? switched.catch(() => {}) : switched);
  } else await made("app");
  await context.appsExist();
  endpoint.since = performance.now();
  const from = endpoint.since;
  // No payment was made while this URL existed unless it is what is heard: it tells by its id that it is one.
  const isPayment = (one: Received) => context.payments.all.has(idIn(one) ?? Number.NaN);
  const fits = (one: Received) => one.method === "POST" && one.at >= from && (heard === "app" || isPayment(one));
  const came = () => endpoint.received.filter(fits);
  if (heard === "app") await context.dispatch(context.owner("app"));
  else if ((await confirm(context, context.owner("client"))) === undefined)
    throw new NotObserved("the driver does not tell the id of a payment");
  await dueSoon(context, () => isEnough(came()));
  return came();
}

/** The webhook of one kind hears although the one of the other kind at its URL is inactive. */
function separate(
  id: string,
  heard: Kind,
  inactive: Kind,
  title: string,
  rests: Check<Context>["rests"],
): Check<Context> {
  return {
    id,
    title,
    severity: "demand",
    rests,
    group,
    fix: "Keep the state of a webhook with the webhook, not with its URL.",
    async run(context) {
      const isHeard = async (beside?: Beside) => isAny(await besideOther(context, heard, beside));
      if (await isHeard({ inactive })) return;
      // Where both are active, nothing may come either: then what matters is that the other one exists.
      const isBoth = await isHeard();
      if (!isBoth && !(await isHeard({ isAlone: true }))) throw new NotObserved("nothing comes to it alone either");
      const where = isBoth ? "where both were active" : "where there was no other one";
      demand(await isHeard({ inactive }), `${title}.`, `Nothing arrived, twice; ${where} it did.`);
    },
  };
}

export const BESIDE_CHECKS: Check<Context>[] = [
  {
    id: "app-deliver.unsigned-beside-client",
    title: "An app delivery has no signature header where a client webhook has the same URL",
    severity: "demand",
    rests: ["F-6.4-02", "F-5-09", "F-6.1-02"],
    group,
    fix: "Sign by what the webhook is; do not look for a secret by its URL.",
    async run(context) {
      const { signatureName } = context;
      const came = await besideOther(context, "app");
      if (came.length === 0) throw new NotObserved("nothing came to it: see app-deliver.receives");
      const signed = came.flatMap((one) => valuesOf(one, signatureName));
      demand(signed.length === 0, `There is no header ${signatureName}.`, "There is one.");
    },
  },
  {
    id: "deliver.signed-beside-app",
    title: "A client delivery has a signature header where an app webhook has the same URL",
    severity: "demand",
    rests: ["F-6.3-03", "F-5-09", "F-6.1-01"],
    group,
    fix: "Sign by what the webhook is; do not look for it by its URL.",
    async run(context) {
      const { signatureName } = context;
      // Whether the app webhook is sent the payment as well is open: then only one of the two has a signature.
      const isSignedIn = (all: readonly Received[]) => all.some((one) => valuesOf(one, signatureName).length > 0);
      const isSigned = async (isAlone: boolean) => {
        const came = await besideOther(context, "client", { isAlone, isEnough: isSignedIn });
        if (came.length === 0) throw new NotObserved("nothing came to it: see deliver.receives");
        return isSignedIn(came);
      };
      if (await isSigned(false)) return;
      if (!(await isSigned(true)))
        throw new NotObserved("where there is no app webhook it has none either: see deliver.signed");
      const expected = `A delivery of the payment has the header ${signatureName}.`;
      demand(await isSigned(false), expected, "None has it, twice; where there was no app webhook it had.");
    },
  },
  separate(
    "app-deliver.beside-inactive-client",
    "app",
    "client",
    "An event reaches an app webhook at whose URL a client webhook is inactive",
    ["F-6.4-01", "F-2.3-11"],
  ),
  separate(
    "deliver.beside-inactive-app",
    "client",
    "app",
    "A payment reaches a client webhook at whose URL an app webhook is inactive",
    ["F-6.2-01", "F-6.2-04", "F-2.2-14"],
  ),
];
