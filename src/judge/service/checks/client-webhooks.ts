/** Creating client webhooks. */

import { contentOf, isObject, type Json, kindOf, objectsIn } from "../../answers.ts";
import { type Check, demand, NotObserved } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import { type Accepted, type Context, EVENT } from "../context.ts";
import { mustAccept, secretIn } from "../expect.ts";
import {
  accepts,
  acceptsSeveral,
  eventsOf,
  group,
  mustAcceptBesidePlain,
  needsPlain,
  needsUnknownNames,
  plainClient,
  refuses,
} from "./creating.ts";
import { CLIENT_FACTS, checksOfMember } from "./members.ts";

function missing(member: keyof typeof CLIENT_FACTS): Check<Context> {
  return {
    id: `client.${member}.missing`,
    title: `A client webhook without ${member} is refused`,
    severity: "demand",
    rests: [CLIENT_FACTS[member][0]],
    group,
    fix: `Refuse a request that lacks ${member}.`,
    run: (context) => refuses(context, "client", { [member]: undefined }, `A request without ${member} is refused.`),
  };
}

async function secretAnswer(context: Context): Promise<{ exchange: Exchange; value: unknown }> {
  const exchange = await context.once(plainClient);
  await needsPlain(context, "client");
  return { exchange, value: exchange.response && contentOf(exchange.response) };
}

/**
 * A service that wants the secret from its caller refuses everything else: told apart from one that refuses everything.
 */
async function needsPlainOrSecret(context: Context): Promise<void> {
  if (isAccepted(await context.once(plainClient))) return;
  const exchange = await context.create("client", {
    ...context.createRequest("client"),
    secret: "brought-by-the-caller",
  });
  demand(
    !isAccepted(exchange),
    "A request without a secret is accepted: the service generates it.",
    "Only a request with a secret is accepted.",
    exchange,
  );
}

function everyHasItsOwn(accepted: readonly Accepted[]): void {
  const secrets = accepted.map(({ exchange }) => exchange.response && secretIn(contentOf(exchange.response)));
  if (!secrets.some((one) => one !== undefined)) throw new NotObserved("no secret was returned: see client.secret");
  for (const [index, { exchange, era, request }] of accepted.entries()) {
    const expected = "The answer to each creation has a secret of its own.";
    demand(secrets[index] !== undefined, expected, "This one has none.", exchange);
    const twin = accepted.find((one, before) => one.era === era && secrets[before] === secrets[index]);
    // The webhook that exists may be given out again to the client that asks for its URL once more (U-39).
    const isSame = twin?.request["url"] === request["url"] && twin?.request["client"] === request["client"];
    demand(
      twin?.exchange === exchange || isSame,
      expected,
      "This secret belongs to a webhook that was created before.",
      exchange,
    );
  }
}

/** Values may be shown in another form than they were written; those of another webhook are another webhook's. */
function everyShowsItself(accepted: readonly Accepted[]): void {
  if (accepted.length === 0) throw new NotObserved("every creation is refused: see client.create");
  for (const { exchange, request } of accepted) {
    const shown = exchange.response && objectsIn(contentOf(exchange.response)).find((one) => "secret" in one);
    for (const member of ["url", "name"]) {
      const value = shown?.[member];
      // The service may give out the webhook that has this URL already (U-39).
      const others = accepted.filter((one) => one.request["url"] !== request["url"]);
      const isAnothers = typeof value === "string" && others.some((one) => one.request[member] === value);
      demand(
        value === request[member] || !isAnothers,
        "The answer to a creation is the webhook that was created.",
        `Its ${member} is that of another webhook.`,
        exchange,
      );
    }
  }
}

export const CLIENT_WEBHOOK_CHECKS: Check<Context>[] = [
  {
    id: "client.create",
    title: "A client webhook is created by a request with the four stated members to the stated path",
    severity: "demand",
    rests: ["F-4.3-01", "F-4.3-02", "F-4-01", "F-6.1-01"],
    group,
    fix: "Serve POST {base_url}/api/client_webhooks and require nothing but client, name, events and url.",
    async run(context) {
      mustAccept(
        await context.once(plainClient),
        "A request with client, name, events and url is answered 2xx.",
        "clientIri",
        context.elsewhere,
      );
    },
  },
  {
    id: "client.events.list",
    title: "events of a client webhook is accepted as a list",
    severity: "demand",
    rests: ["F-2.2-05"],
    group,
    run: (context) =>
      accepts(context, "client", { events: [EVENT] }, "A list that contains the name of the event is accepted.", [
        { events: EVENT },
      ]),
  },
  {
    id: "client.secret",
    title: "The answer to the creation of a client webhook contains its secret",
    severity: "demand",
    rests: ["F-2.2-11", "F-4.3-03"],
    group,
    fix: "Return the webhook, with the generated secret as its member secret.",
    async run(context) {
      const { exchange, value } = await secretAnswer(context);
      const holder = objectsIn(value).find(({ secret }) => secret !== undefined && secret !== null);
      demand(
        holder,
        "The answer has a member secret.",
        `There is none: the body is ${isObject(value) ? `an object with ${Object.keys(value).join(", ") || "no member"}` : kindOf(value)}.`,
        exchange,
      );
    },
  },
  {
    id: "client.secret.type",
    title: "The secret of a client webhook is a string",
    severity: "demand",
    rests: ["F-2.2-10"],
    group,
    async run(context) {
      const { exchange, value } = await secretAnswer(context);
      const holder = objectsIn(value).find((one) => "secret" in one);
      if (!holder) throw new NotObserved("there is no secret: see client.secret");
      demand(
        secretIn(value),
        "secret is a string that is not empty.",
        `secret is ${typeof holder["secret"] === "string" ? "empty" : `of the type ${holder["secret"] === null ? "null" : typeof holder["secret"]}`}.`,
        exchange,
      );
    },
  },
  {
    id: "client.secret.generated",
    title: "The secret is generated by the service, whatever a request contains",
    severity: "demand",
    rests: ["F-2.2-10"],
    group,
    fix: "Ignore or refuse a member secret in the request.",
    async run(context) {
      await needsPlainOrSecret(context);
      await needsPlain(context, "client");
      const { exchange: made, value } = await secretAnswer(context);
      const given = Object.entries(JSON.parse(String(made.request.body)) as Json).find(
        ([, own]) => typeof own === "string" && own === secretIn(value),
      );
      const actual = () => `It is the ${given?.[0]} of the request.`;
      demand(!given, "The service generated the secret.", actual, made);
      const chosen = `chosen-by-the-caller-${context.options.random().toString(36).slice(2)}`;
      context.redactor.add(chosen);
      const exchange = await context.create("client", { ...context.createRequest("client"), secret: chosen });
      if (!isAccepted(exchange)) throw new NotObserved("a request with a secret is refused, as it may be");
      demand(
        !exchange.response || secretIn(contentOf(exchange.response)) !== chosen,
        "The service generated the secret.",
        "It is the secret of the request.",
        exchange,
      );
    },
  },
  {
    id: "client.secret.own",
    title: "Each client webhook has a secret of its own",
    severity: "demand",
    rests: ["F-2.2-02"],
    group,
    fix: "Generate a new secret for every webhook.",
    async run(context) {
      const first = secretIn((await secretAnswer(context)).value);
      const exchange = await context.create("client", context.createRequest("client"));
      const second = isAccepted(exchange) && exchange.response ? secretIn(contentOf(exchange.response)) : undefined;
      if (first === undefined || second === undefined) throw new NotObserved("there are not two secrets to compare");
      demand(first !== second, "Two webhooks of a client have different secrets.", "They are the same.", exchange);
    },
  },
  {
    id: "client.secret.always",
    title: "Each client webhook of the whole run has a secret that no other webhook has, of any client",
    severity: "demand",
    rests: ["F-2.2-11", "F-4.3-03", "F-2.2-10", "F-2.2-02"],
    group: "every delivery",
    fix: "Generate a new secret for every webhook, and return it.",
    run: async (context) => everyHasItsOwn(context.trace.of("accepted").filter(({ kind }) => kind === "client")),
  },
  {
    id: "client.answer.own",
    title: "The answer to each creation of a client webhook shows that webhook, and not another one",
    severity: "demand",
    rests: ["F-4.3-03", "F-2.2-02"],
    group: "every delivery",
    run: async (context) => everyShowsItself(context.trace.of("accepted").filter(({ kind }) => kind === "client")),
  },
  {
    id: "client.several",
    title: "One client may have several webhooks",
    severity: "demand",
    rests: ["F-6.1-04", "F-8-02", "F-2.2-02"],
    group,
    run: (context) => acceptsSeveral(context, "client"),
  },
  ...(Object.keys(CLIENT_FACTS) as (keyof typeof CLIENT_FACTS)[]).map(missing),
  ...Object.entries(CLIENT_FACTS).flatMap(([member, facts]) => checksOfMember("client", member, facts)),
  {
    id: "client.events.empty",
    title: "A client webhook with an empty list of events is refused",
    severity: "demand",
    rests: ["F-2.2-05"],
    group,
    run: (context) => refuses(context, "client", { events: [] }, "A request with an empty list of events is refused."),
  },
  {
    id: "client.events.many",
    title: "A client webhook may list more than 100 events",
    severity: "practice",
    rests: ["U-08", "A-03"],
    group,
    async run(context) {
      await needsUnknownNames(context, "client");
      await mustAcceptBesidePlain(
        context,
        "client",
        await context.create("client", context.createRequest("client", { events: eventsOf(101) })),
        "No maximum is named for client webhooks.",
      );
    },
  },
];
