/**
 * Values of another type that a service reads as the stated one, as it may (U-43). What it shows of them is what it
 * must do.
 */

import type { Json } from "../../answers.ts";
import { Breach, type Check, demand } from "../../check.ts";
import { isAccepted } from "../../wire/http.ts";
import type { Context, Hook, Kind } from "../context.ts";
import { needsTrigger, received } from "../experiments/acting.ts";
import { needsPlain } from "./creating.ts";
import { resourcesOf } from "./members.ts";
import { silenceOf } from "./seen.ts";

/** What may be read as a boolean. */
const BOOLEANS = ["true", "false", "yes", "no", "1", "0", 1, 0];
/** One value of each member that frameworks convert. */
const LIKELY: Record<Kind, Json> = { client: { name: 7 }, app: { responseHandlingType: "2", active: "false" } };

interface Read {
  readonly hook: Hook;
  /** `active` as it is shown wherever it is; undefined if that is not one boolean. */
  readonly shown: boolean | undefined;
}

async function read(context: Context, active: unknown): Promise<Read | undefined> {
  const hook = await context.hookIfAllowed("app", { active });
  if (!hook) return undefined;
  const shown = new Set((await resourcesOf(context, "app", hook.exchange, hook.request)).map((one) => one["active"]));
  const [value, ...others] = [...shown].filter((one) => one !== undefined);
  return { hook, shown: typeof value === "boolean" && others.length === 0 ? value : undefined };
}

export const CONVERTED_CHECKS: Check<Context>[] = [
  {
    id: "app-deliver.converted",
    title: "An app webhook receives events exactly if active is shown as true, whatever value it was read from",
    severity: "demand",
    rests: ["F-2.3-11", "F-3-02", "F-6.2-04", "F-6.4-01"],
    group: "app deliveries",
    fix: "Read active once, store the boolean, and show and use what is stored.",
    async run(context) {
      needsTrigger(context, "app");
      const app = context.owner("app");
      await needsPlain(context, "app");
      const all = (await context.each(BOOLEANS, (active) => read(context, active))).filter((one) => one !== undefined);
      // Nothing is converted, so nothing is shown otherwise than it is.
      if (all.length === 0) return;
      const plain = await context.hook("app");
      const at = await context.dispatch(app);
      const due = all.filter(({ shown }) => shown === true).map(({ hook }) => hook);
      await context.due(() => received(context, [plain, ...due], at));
      if (!received(context, [plain], at)) throw silenceOf(context, "app", "no event came to an app webhook");
      const wrong = all.find(({ hook, shown }) => shown !== undefined && received(context, [hook], at) !== shown);
      if (!wrong) return;
      const { hook, shown } = wrong;
      throw new Breach({
        expected:
          "A webhook whose active is shown as true receives the event, and one that is shown as false does not.",
        actual: `active ${JSON.stringify(hook.request["active"])} is shown as ${shown}, and the webhook received ${shown ? "nothing" : "a delivery"}.`,
        exchange: hook.exchange,
      });
    },
  },
  ...(["client", "app"] as const).map(
    (kind): Check<Context> => ({
      id: `${kind}.converted`,
      title: `Values of another type in a request for ${kind === "app" ? "an app" : "a client"} webhook are refused`,
      severity: "practice",
      rests: ["U-43"],
      group: "registration",
      fix: "Refuse them: whoever sends a text for a boolean learns it at once, and nobody has to know how texts are read.",
      async run(context) {
        await needsPlain(context, kind);
        for (const [member, value] of Object.entries(LIKELY[kind])) {
          const exchange = await context.create(kind, { ...context.createRequest(kind), [member]: value });
          const actual = `${member} ${JSON.stringify(value)} was accepted, so it is converted: how is for the service to say.`;
          demand(!isAccepted(exchange), "Only values of the stated type are accepted.", actual, exchange);
        }
      },
    }),
  ),
];
