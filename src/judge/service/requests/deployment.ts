/**
 * What a deployment states beyond the interface description (its contract folder), each fact compared with the
 * service.
 */

import type { GapId } from "../../../../generated/assumptions.ts";
import { OPERATIONS } from "../../../../generated/constants.ts";
import type { Profile } from "../../../../generated/profile.ts";
import type { Deployment } from "../../../overlays/deployment.ts";
import { contentOf, isObject, kindOf } from "../../answers.ts";
import { type Check, demand, observed } from "../../check.ts";
import { credentialsOf } from "../../fence.ts";
import { type Exchange, isAccepted, send } from "../../wire/http.ts";
import { activate, needsTrigger, trigger } from "../acting.ts";
import type { Context } from "../context.ts";
import { eventRules, type Rule, type Settings, secretRules } from "../deployment-rules.ts";
import { join, outcomeOf } from "../expect.ts";
import { listed } from "../list/listed.ts";
import { tokenHeadersOf } from "../options.ts";
import { plain } from "./row.ts";

/** The requests that make the service answer, by operation. One token exchange serves all checks of its answer. */
const ASK = {
  exchangeAuthorizationCode: (context: Context) => context.once(exchange),
  createClientWebhook: (context: Context) => plain(context, "client"),
  createAppWebhook: (context: Context) => plain(context, "app"),
  listAppWebhooks: async (context: Context) => (await context.once(list)).exchange,
};
type Operation = keyof typeof ASK;
const exchange = (context: Context) => context.service.exchangeCode();
const list = (context: Context) => listed(context, context.driver.appId);

/** A successful answer; other checks judge whether there is one. */
async function answerOf(context: Context, id: Operation): Promise<Exchange> {
  const asked = await ASK[id](context);
  observed(isAccepted(asked), `${id} is refused (${outcomeOf(asked)}), so its success cannot be seen`);
  return asked;
}

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
  ANSWERS.filter(([, key]) => settings[key] !== undefined && settings[key] !== null).map(([what, key, gap, id]) => {
    const stated = String(settings[key]);
    const name = what.replace("-", " ");
    return {
      id: `${what}.${id}`,
      title: `The success of ${id} has the ${name} ${stated}`,
      gap,
      async run(context) {
        const asked = await answerOf(context, id);
        const type = asked.response?.headers["content-type"];
        const found = what === "status" ? String(asked.response?.status) : type;
        const actual = `It is ${found?.slice(0, 100) ?? "missing"}.`;
        demand(bare(found) === bare(stated), `The ${name} is ${stated}.`, actual, asked);
      },
    };
  });

/** A rule for a setting, where the deployment has it. */
const rule = <T>(stated: T | undefined, of: (stated: T) => Rule): Rule[] => (stated === undefined ? [] : [of(stated)]);

const tokenHeader = (name: string): Rule => ({
  id: "token-header",
  title: `API requests carry their token in the header ${name}`,
  gap: "N-5-03",
  async run(context) {
    const token = await context.service.token();
    observed(token !== undefined, "there is no access token");
    const id = String(context.need(context.driver.appId, "appId"));
    const { method, path } = OPERATIONS.listAppWebhooks;
    const request = { method, path: path.replace("{id}", encodeURIComponent(id)) };
    const headers = tokenHeadersOf(context.options.deployment, token);
    const asked = await context.api(request, undefined, { token, headers });
    const holds = isAccepted(asked);
    const isListed = holds || isAccepted(await context.api(request));
    observed(isListed, "the list is refused with the headers of the driver as well");
    const actual = `It was refused (${outcomeOf(asked)}), and accepted with the headers of the driver.`;
    demand(holds, `A request with its token in ${name} is accepted.`, actual, asked);
  },
});

function envelope(stated: string | null): Rule {
  const form = stated === null ? "a bare array" : `an object whose member ${stated} is the list`;
  return {
    id: "list-envelope",
    title: `The list of app webhooks is ${form}`,
    gap: "U-03",
    async run(context) {
      const asked = await answerOf(context, "listAppWebhooks");
      const value = asked.response && contentOf(asked.response);
      const holds = Array.isArray(stated === null ? value : isObject(value) && value[stated]);
      const found = isObject(value) ? `an object with ${Object.keys(value).slice(0, 5).join(", ")}` : kindOf(value);
      demand(holds, `The list is ${form}.`, `It is ${found}.`, asked);
    },
  };
}

function authorization({ authorizationUrl, authUrl, settings }: Deployment, path: string): Rule {
  /** The URL that a browser is sent to. */
  async function urlFor({ fence, driver }: Context): Promise<string> {
    const { clientId, redirectUri } = await credentialsOf(fence);
    const { scopeParameter = "scope", scopeSeparator = " ", operationScopes = {} } = settings;
    const scopes = [...new Set(Object.values(operationScopes).flat())].join(scopeSeparator);
    const stated = { response_type: "code", client_id: clientId, redirect_uri: redirectUri, state: "judge" };
    const query = new URLSearchParams({ ...stated, ...(scopes !== "" && { [scopeParameter]: scopes }) });
    return `${join(driver.authUrl, path)}?${query}`;
  }
  return {
    id: "authorization",
    title: `The authorization endpoint is at ${path}`,
    gap: "N-4.1-01",
    async run(context) {
      const isKnown = URL.parse(authorizationUrl ?? "")?.origin === URL.parse(authUrl ?? "")?.origin;
      observed(isKnown, "the authorization endpoint is on a host that the driver does not name (U-11)");
      const { requestTimeoutMs: timeoutMs, signal } = context.options;
      const request = { method: "GET", url: await urlFor(context), headers: { Accept: "text/html" } };
      const asked = await send(request, { timeoutMs, signal });
      const found = asked.response?.status ?? 0;
      const expected = "A browser that asks for a code gets a page or a redirect.";
      demand(found >= 200 && found < 400, expected, `It gets ${outcomeOf(asked)}.`, asked);
    },
  };
}

const attempts = (stated: number): Rule => ({
  id: "attempts",
  title: `A client delivery that always fails is sent ${stated} times`,
  gap: "N-6.5-01",
  async run(context) {
    needsTrigger(context, "client");
    const { fence } = context;
    observed(fence.has("settle"), "the driver has no settle(), so the last attempt cannot be recognised");
    const hook = await context.hook("client", { reply: 500 });
    if (fence.has("setClientWebhookActive")) await activate(context, hook, true);
    await trigger(context, "client");
    await context.settle();
    const count = context.posts(hook).length;
    observed(count > 0, "the webhook received no delivery");
    demand(count === stated, `The delivery arrives ${stated} times.`, `It arrived ${count} times.`, hook.exchange);
  },
});

/** The checks that follow from the deployment's facts; none without a deployment. */
export function deploymentChecks(deployment: Deployment | undefined): Check<Context>[] {
  if (!deployment) return [];
  const { settings, authorizationUrl } = deployment;
  const rules: Rule[] = [
    ...answerRules(settings),
    ...rule(settings.tokenHeader, tokenHeader),
    ...rule(settings.listEnvelope, envelope),
    ...rule(authorizationUrl === null ? undefined : settings.authorizationPath, (path) =>
      authorization(deployment, path),
    ),
    ...secretRules(settings, (context) => answerOf(context, "createClientWebhook")),
    ...rule(settings.maxAttempts, attempts),
    ...eventRules(deployment),
  ];
  return rules.map(({ id, title, gap, run }) => ({
    id: `deployment.${id}`,
    title,
    severity: "demand",
    rests: [gap],
    group: "deployment",
    fix: `The deployment states this: correct the service, or the overlay (${gap}).`,
    run,
  }));
}
