/** What a deployment states beyond the description (its contract folder), each fact compared with the service. */

import type { GapId } from "../../../../generated/assumptions.ts";
import { MEMBERS } from "../../../../generated/constants.ts";
import type { Profile } from "../../../../generated/profile.ts";
import type { Deployment, DeploymentEvent } from "../../../overlays/deployment.ts";
import { formFault } from "../../../values/form-fault.ts";
import { contentOf, isObject, kindOf } from "../../answers.ts";
import { type Check, must, observed } from "../../check.ts";
import { credentialsOf } from "../../fence.ts";
import { eventIn, payloadOf } from "../../wire/delivery.ts";
import { type Exchange, isAccepted, send } from "../../wire/http.ts";
import { type Context, EVENT, listOf } from "../context.ts";
import { demandEach, seen } from "../deliveries/seen.ts";
import { join, outcomeOf, secretIn } from "../expect.ts";
import { listed } from "../list/listed.ts";
import { tokenHeadersOf } from "../options.ts";
import { exchangeOf, needsTrigger } from "../shown.ts";
import { exchange } from "../tokens/grants.ts";
import { perform } from "../walk/perform/perform.ts";
import { activate } from "../walk/perform/webhooks.ts";
import { create, pay } from "../walk/steps/script.ts";
import { plain } from "./row.ts";

type Settings = Deployment["settings"];
type Rule = readonly [id: string, title: string, gap: GapId, run: (context: Context) => Promise<void>];

const list = (context: Context) => listed(context, context.driver.appId);
/** The requests that make the service answer, by operation. Each is sent once for all checks of its answer. */
const ASK = {
  exchangeAuthorizationCode: async (context: Context) => (await context.once(exchange)).sent,
  createClientWebhook: (context: Context) => plain(context, "client"),
  createAppWebhook: (context: Context) => plain(context, "app"),
  listAppWebhooks: async (context: Context) => (await context.once(list)).exchange,
};
type Operation = keyof typeof ASK;

/** Judges a successful answer of an operation; other checks judge whether there is one. */
const judgeAnswer = (id: Operation, judge: (asked: Exchange) => void) => async (context: Context) => {
  const asked = await ASK[id](context);
  observed(isAccepted(asked), `${id} is refused (${outcomeOf(asked)}), so its success cannot be seen`);
  judge(asked);
};

/** The settings about the answer of an operation. */
const ANSWERS: readonly (readonly [what: "status" | "media-type", keyof Profile, GapId, Operation])[] = [
  ["status", "tokenStatus", "N-7-01", "exchangeAuthorizationCode"],
  ["status", "createClientWebhookStatus", "N-7-01", "createClientWebhook"],
  ["status", "createAppWebhookStatus", "N-7-01", "createAppWebhook"],
  ["status", "listStatus", "N-7-01", "listAppWebhooks"],
  ["media-type", "tokenMediaType", "U-01", "exchangeAuthorizationCode"],
  ["media-type", "clientWebhookMediaType", "N-4.3-02", "createClientWebhook"],
];
/** Without its parameters, which change nothing about JSON. */
const bare = (type: string | undefined) => type?.split(";")[0]?.trim().toLowerCase();

const answerRules = (settings: Settings): Rule[] =>
  ANSWERS.filter(([, key]) => (settings[key] ?? undefined) !== undefined).map(([what, key, gap, id]) => {
    const stated = String(settings[key]);
    const judge = judgeAnswer(id, (asked) => {
      const { status, headers } = asked.response ?? {};
      const found = what === "status" ? String(status) : headers?.["content-type"];
      must(bare(found) === bare(stated), `It is ${found?.slice(0, 100) ?? "missing"}.`, asked);
    });
    return [`${what}.${id}`, `The success of ${id} has the ${what.replace("-", " ")} ${stated}`, gap, judge];
  });

async function takesToken(context: Context): Promise<void> {
  const token = await context.service.token();
  observed(token !== undefined, "there is no access token");
  const request = listOf(context.need(context.driver.appId, "appId"));
  const headers = tokenHeadersOf(context.options.deployment, token);
  const asked = await context.service.call(request, undefined, { token, headers });
  if (isAccepted(asked)) return;
  const isListed = isAccepted(await context.service.call(request));
  observed(isListed, "the list is refused with the headers of the driver as well");
  must(false, `It was refused (${outcomeOf(asked)}), and accepted with the headers of the driver.`, asked);
}

function envelope(stated: string | null): Rule {
  const form = stated === null ? "a bare array" : `an object whose member ${stated} is the list`;
  const judge = judgeAnswer("listAppWebhooks", (asked) => {
    const value = contentOf(asked);
    const holds = Array.isArray(stated === null ? value : isObject(value) && value[stated]);
    const found = isObject(value) ? `an object with ${Object.keys(value).slice(0, 5).join(", ")}` : kindOf(value);
    must(holds, `It is ${found}.`, asked);
  });
  return ["list-envelope", `The list of app webhooks is ${form}`, "U-03", judge];
}

function authorization({ authorizationUrl, authUrl, settings }: Deployment, path: string): Rule {
  const { scopeParameter = "scope", scopeSeparator = " ", operationScopes = {} } = settings;
  const scopes = [...new Set(Object.values(operationScopes).flat())].join(scopeSeparator);
  const judge = async ({ fence, driver, options: { requestTimeoutMs: timeoutMs, signal } }: Context) => {
    const isKnown = URL.parse(authorizationUrl ?? "")?.origin === URL.parse(authUrl ?? "")?.origin;
    observed(isKnown, "the authorization endpoint is on a host that the driver does not name (U-11)");
    const { clientId, redirectUri } = await credentialsOf(fence);
    const stated = { response_type: "code", client_id: clientId, redirect_uri: redirectUri, state: "judge" };
    const query = new URLSearchParams({ ...stated, ...(scopes !== "" && { [scopeParameter]: scopes }) });
    const url = `${join(driver.authUrl, path)}?${query}`;
    const asked = await send({ method: "GET", url, headers: { Accept: "text/html" } }, { timeoutMs, signal });
    const found = asked.response?.status ?? 0;
    must(found >= 200 && found < 400, `A browser that asks for a code gets ${outcomeOf(asked)}.`, asked);
  };
  return ["authorization", `The authorization endpoint is at ${path}`, "N-4.1-01", judge];
}

async function isSentOften(context: Context, stated: number): Promise<void> {
  needsTrigger(context, "client");
  const hasEnd = context.fence.has("settle");
  observed(hasEnd, "the driver has no settle(), so the last attempt cannot be recognised");
  const { webhooks } = await perform(context, [create(0, { reply: 500, isNeeded: true }), pay()]);
  const hook = context.need(webhooks[0]?.hook, "clientIri");
  const count = context.world.posts(hook).length;
  observed(count > 0, "the webhook received no delivery");
  must(count === stated, `It arrived ${count} times.`, hook.exchange);
}

/** The secret has the form that is stated (U-20). No word of it is in a finding. */
function secretRules({ secretFormat: format, secretBytes: bytes, secretPrefix: prefix }: Settings): Rule[] {
  if (format === undefined || bytes === undefined || prefix === undefined) return [];
  const length = format === "hex" ? 2 * bytes : Math.ceil((4 * bytes) / 3);
  const digits = format === "hex" ? /^[\da-f]*$/i : /^[\w-]*$/;
  const form = `${bytes} bytes as ${format}${prefix === "" ? "" : ` after ${prefix}`}`;
  const judge = judgeAnswer("createClientWebhook", (asked) => {
    const found = secretIn(contentOf(asked));
    observed(found !== undefined, "no secret was returned: see client.secret");
    const rest = found.slice(prefix.length).replace(/=+$/, "");
    const holds = found.startsWith(prefix) && rest.length === length && digits.test(rest);
    must(holds, "It has another form.", asked);
  });
  return [["secret", `The secret of a client webhook is ${form}`, "U-20", judge]];
}

/** An event that is added is delivered in its form (U-40). */
function emitted({ name, schema }: DeploymentEvent): Rule {
  const judge = async (context: Context) => {
    const { fence } = context;
    observed(fence.has("emitEvent"), "the driver has no emitEvent()");
    const owner = context.owner("client");
    // Throws where nothing can arrive, which is not a refusal.
    context.address();
    const hook = await context.hookIfAllowed("client", { events: [name] });
    must(hook, `The creation of a client webhook that lists ${name} is refused.`);
    const other = await context.hookIfAllowed("client", {});
    if (fence.has("setClientWebhookActive"))
      for (const one of other ? [hook, other] : [hook]) await activate(context, one, true).catch(() => {});
    const from = performance.now();
    await fence.call("emitEvent", owner, name);
    await context.due(() => context.world.posts(hook, from).length > 0);
    const [one] = context.world.posts(hook, from);
    must(one, "Nothing came.", hook.exchange);
    const fault = formFault({ properties: { "@event": { const: name } }, allOf: [schema ?? {}] }, payloadOf(one));
    must(!fault, fault ?? "", exchangeOf({ hook, one }));
    const stray = other && context.world.posts(other, from).find((post) => eventIn(post) === name);
    must(!stray, `A webhook that does not list ${name} got it.`, stray && exchangeOf({ hook: other, one: stray }));
  };
  const title = `${name} is delivered, in the form of its schema, to the webhooks that list it alone`;
  return [`event.${name}`, title, "U-40", judge];
}

/** Members that the schema of the payment has beyond the eight, which every delivery is checked for anyway. */
function addedMembers({ schema = {} }: DeploymentEvent): Rule[] {
  const own = (name: string) => !(MEMBERS.PaymentSnapshot as readonly string[]).includes(name);
  const { properties: all, required: needed } = schema;
  const properties = Object.fromEntries(Object.entries(isObject(all) ? all : {}).filter(([name]) => own(name)));
  const required = (Array.isArray(needed) ? needed : []).filter((name) => own(String(name)));
  const names = Object.keys(properties);
  if (names.length === 0) return [];
  const judge = async (context: Context) =>
    demandEach(await seen(context, "client"), "The added members have the form of their schema.", ({ one }) => {
      const body = payloadOf(one);
      return isObject(body) && body["@event"] === EVENT ? formFault({ properties, required }, body) : undefined;
    });
  return [[`event.${EVENT}`, `A payment has the members that are added to it: ${names.join(", ")}`, "U-40", judge]];
}

/** A rule for a setting, where the deployment has it. */
const rule = <T>(stated: T | undefined, of: (stated: T) => Rule): Rule[] => (stated === undefined ? [] : [of(stated)]);

/** The checks that follow from the deployment's facts; none without a deployment. */
export function deploymentChecks(deployment: Deployment | undefined): Check<Context>[] {
  if (!deployment) return [];
  const { settings, authorizationUrl, events = [] } = deployment;
  const { tokenHeader, listEnvelope, maxAttempts } = settings;
  const path = authorizationUrl === null ? undefined : settings.authorizationPath;
  const inHeader = (name: string) => `API requests carry their token in the header ${name}`;
  const often = (count: number) => `A client delivery that always fails is sent ${count} times`;
  const rules: Rule[] = [
    ...answerRules(settings),
    ...rule(tokenHeader, (name) => ["token-header", inHeader(name), "N-5-03", takesToken]),
    ...rule(listEnvelope, envelope),
    ...rule(path, (one) => authorization(deployment, one)),
    ...secretRules(settings),
    ...rule(maxAttempts, (count) => ["attempts", often(count), "N-6.5-01", (one) => isSentOften(one, count)]),
    ...events.flatMap((event) => (event.name === EVENT ? addedMembers(event) : [emitted(event)])),
  ];
  return rules.map(([id, title, gap, run]) => ({
    ...{ id: `deployment.${id}`, title, severity: "demand", rests: [gap], group: "deployment", run },
    fix: `The deployment states this: correct the service, or the overlay (${gap}).`,
  }));
}
