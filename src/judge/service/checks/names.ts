/** Names of client webhooks in any writing: what a service refuses is open (U-10), that it fails over one is not. */

import { Breach, type Check, NotObserved } from "../../check.ts";
import type { Exchange } from "../../wire/http.ts";
import type { Context } from "../context.ts";
import { outcomeOf } from "../expect.ts";
import { group, needsPlain } from "./creating.ts";

/** Letters of several writings and beyond U+FFFF, quotes, markup and pieces of other languages. */
const NAMES = ["Zo\u00eb & S\u00f8n", "\u50b5\u6a29\u8005 \u{1f3e6}", `O'Brien "GmbH" <b>`, "100 % {0} \\ $1; --"];

/** A server error, or none at all: the request was not refused but broke something. */
const isBroken = ({ response, failure }: Exchange) =>
  response ? response.status >= 500 : failure !== undefined && failure.code !== "refused";

const named = (context: Context, name: unknown) =>
  context.create("client", { ...context.createRequest("client"), name });

export const NAME_CHECKS: Check<Context>[] = [
  {
    id: "client.name.any-text",
    title: "A client webhook may have a name in any writing",
    severity: "demand",
    rests: ["F-2.2-04", "F-4.3-01"],
    group,
    fix: "Store names as Unicode, beyond U+FFFF as well, and pass them to the database as parameters.",
    async run(context) {
      await needsPlain(context, "client");
      // Where a request that must be refused is answered in the same way, that is how this service refuses (N-7-01).
      if (isBroken(await named(context, undefined))) throw new NotObserved("it refuses with a server error (N-7-01)");
      for (const name of NAMES) {
        const exchange = await named(context, name);
        if (!isBroken(exchange) || !isBroken(await named(context, name))) continue;
        if (isBroken(await named(context, "Judge"))) throw new NotObserved("every name is answered in this way by now");
        throw new Breach({
          expected: "The name is a string, so the webhook is created, or refused for a rule of the service.",
          actual: `The name ${JSON.stringify(name)} was answered ${outcomeOf(exchange)}, twice.`,
          exchange,
        });
      }
    },
  },
];
