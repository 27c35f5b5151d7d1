/** What a deployment states about secrets and events, as rules that a service keeps or breaks. */

import type { GapId } from "../../../generated/assumptions.ts";
import { MEMBERS } from "../../../generated/constants.ts";
import type { Deployment, DeploymentEvent } from "../../overlays/deployment.ts";
import { formFault } from "../../values/form-fault.ts";
import { contentOf, isObject } from "../answers.ts";
import { demand, observed } from "../check.ts";
import { eventIn } from "../wire/delivery.ts";
import type { Exchange } from "../wire/http.ts";
import { activateSoftly, received } from "./acting.ts";
import { type Context, EVENT } from "./context.ts";
import { demandEach, payload, seen } from "./deliveries/seen.ts";
import { secretIn } from "./expect.ts";
import { shown } from "./shown.ts";

export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly gap: GapId;
  run(context: Context): Promise<void>;
}

export type Settings = Deployment["settings"];

/** The secret has the form that is stated (U-20). No word of it is in a finding. */
export function secretRules(
  { secretFormat: format, secretBytes: bytes, secretPrefix: prefix }: Settings,
  answer: (context: Context) => Promise<Exchange>,
): Rule[] {
  if (format === undefined || bytes === undefined || prefix === undefined) return [];
  const length = format === "hex" ? 2 * bytes : Math.ceil((4 * bytes) / 3);
  const digits = format === "hex" ? /^[\da-f]*$/i : /^[\w-]*$/;
  const form = `${bytes} bytes as ${format}${prefix === "" ? "" : ` after ${prefix}`}`;
  return [
    {
      id: "secret",
      title: `The secret of a client webhook is ${form}`,
      gap: "U-20",
      async run(context) {
        const asked = await answer(context);
        const found = asked.response && secretIn(contentOf(asked.response));
        observed(found !== undefined, "no secret was returned: see client.secret");
        const rest = found.slice(prefix.length).replace(/=+$/, "");
        const holds = found.startsWith(prefix) && rest.length === length && digits.test(rest);
        demand(holds, `The secret is ${form}.`, "It has another form.", asked);
      },
    },
  ];
}

/** An event that is added is delivered in its form (U-40); a member that is added to the payment is in it. */
export const eventRules = ({ events = [] }: Deployment): Rule[] =>
  events.flatMap((event) => (event.name === EVENT ? addedMembers(event) : [emitted(event)]));

function emitted({ name, schema }: DeploymentEvent): Rule {
  return {
    id: `event.${name}`,
    title: `${name} is delivered, in the form of its schema, to the webhooks that list it alone`,
    gap: "U-40",
    async run(context) {
      observed(context.fence.has("emitEvent"), "the driver has no emitEvent()");
      const owner = context.owner("client");
      // Throws where nothing can arrive, which is not a refusal.
      context.address();
      const hook = await context.hookIfAllowed("client", { events: [name] });
      demand(hook, `A client webhook may list ${name}.`, "Its creation is refused.");
      const other = await context.hookIfAllowed("client", {});
      if (context.fence.has("setClientWebhookActive")) await activateSoftly(context, other ? [hook, other] : [hook]);
      const from = performance.now();
      await context.fence.call("emitEvent", owner, name);
      await context.due(() => received(context, [hook], from));
      const [one] = context.posts(hook, from);
      demand(one, "The event is delivered to the active webhook that lists it.", "Nothing came.", hook.exchange);
      const fault = formFault({ properties: { "@event": { const: name } }, allOf: [schema ?? {}] }, payload({ one }));
      demand(!fault, `The payload has the form of ${name}.`, fault ?? "", shown({ hook, one }));
      const stray = other && context.posts(other, from).find((post) => eventIn(post) === name);
      const found = stray && shown({ hook: other, one: stray });
      demand(!stray, `Only webhooks that list ${name} get it.`, "Another got it.", found);
    },
  };
}

/** Members that the schema of the payment has beyond the eight, which every delivery is checked for anyway. */
function addedMembers({ schema = {} }: DeploymentEvent): Rule[] {
  const own = (name: string) => !(MEMBERS.PaymentSnapshot as readonly string[]).includes(name);
  const { properties: all, required: needed } = schema;
  const properties = Object.fromEntries(Object.entries(isObject(all) ? all : {}).filter(([name]) => own(name)));
  const required = (Array.isArray(needed) ? needed : []).filter((name) => own(String(name)));
  if (Object.keys(properties).length === 0) return [];
  return [
    {
      id: `event.${EVENT}`,
      title: `A payment has the members that are added to it: ${Object.keys(properties).join(", ")}`,
      gap: "U-40",
      async run(context) {
        demandEach(await seen(context, "client"), "The added members have the form of their schema.", (found) => {
          const body = payload(found);
          return isObject(body) && body["@event"] === EVENT ? formFault({ properties, required }, body) : undefined;
        });
      },
    },
  ];
}
