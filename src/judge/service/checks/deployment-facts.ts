/**
 * What a deployment states beyond the interface description (its contract folder), each fact compared with the
 * service.
 */

import type { GapId } from "../../../../generated/assumptions.ts";
import { OPERATIONS } from "../../../../generated/constants.ts";
import type { Profile } from "../../../../generated/profile.ts";
import type { Deployment } from "../../../overlays/deployment.ts";
import { contentOf, isObject, type Json } from "../../answers.ts";
import { type Check, NotObserved } from "../../check.ts";
import { credentialsOf } from "../../fence.ts";
import { type Exchange, isAccepted, send } from "../../wire/http.ts";
import type { Context } from "../context.ts";
import { breach, eventRules, type Rule, type Settings, secretRules } from "../deployment-rules.ts";
import { join, outcomeOf } from "../expect.ts";
import { needsTrigger, trigger } from "../experiments/acting.ts";
import { listed } from "../list/listed.ts";
import { tokenHeadersOf } from "../options.ts";
import { plainApp, plainClient } from "./creating.ts";

const group = "deployment";

/** The operations of the interface description; a deployment may state more. */
type Operation = "exchangeAuthorizationCode" | "createClientWebhook" | "createAppWebhook" | "listAppWebhooks";

/** The requests that make the service answer, by operation. One token exchange serves all checks of its answer. */
const ASK: Record<Operation, (context: Context) => Promise<Exchange>> = {
  exchangeAuthorizationCode: (context) => context.once(exchange),
  createClientWebhook: (context) => context.once(plainClient),
  createAppWebhook: (context) => context.once(plainApp),
  listAppWebhooks: async (context) => (await context.once(list)).exchange,
};
const exchange = (context: Context) => context.exchangeCode();
const list = (context: Context) => listed(context, context.driver.appId);

/** A successful answer; other checks judge whether there is one. */
async function answerOf(context: Context, id: Operation): Promise<Exchange> {
  const asked = await ASK[id](context);
  if (!isAccepted(asked))
    throw new NotObserved(`${id} is refused (${outcomeOf(asked)}), so its success cannot be seen`);
  return asked;
}

function status(settings: Settings, key: keyof Profile, id: Operation): Rule[] {
  const stated = settings[key];
  if (typeof stated !== "number") return [];
  return [
    {
      id: `status.${id}`,
      title: `The success of ${id} has the status ${stated}`,
      gap: "N-7-01",
      async run(context) {
        const asked = await answerOf(context, id);
        const found = asked.response?.status;
        if (found !== stated) throw breach(`The status is ${stated}.`, `It is ${found}.`, asked);
      },
    },
  ];
}

function mediaType(settings: Settings, key: keyof Profile, gap: GapId, id: Operation): Rule[] {
  const stated = settings[key];
  if (typeof stated !== "string") return [];
  return [
    {
      id: `media-type.${id}`,
      title: `The success of ${id} has the media type ${stated}`,
      gap,
      async run(context) {
        const asked = await answerOf(context, id);
        const found = asked.response?.headers["content-type"];
        if (bare(found) !== bare(stated))
          throw breach(`Content-Type is ${stated}.`, `It is ${found?.slice(0, 100) ?? "missing"}.`, asked);
      },
    },
  ];
}
/** Without its parameters, which change nothing about JSON. */
const bare = (type: string | undefined) => type?.split(";")[0]?.trim().toLowerCase();

function tokenHeader({ tokenHeader: name }: Settings): Rule[] {
  if (name === undefined) return [];
  return [
    {
      id: "token-header",
      title: `API requests carry their token in the header ${name}`,
      gap: "N-5-03",
      async run(context) {
        const token = await context.token();
        if (token === undefined) throw new NotObserved("there is no access token");
        const id = context.need(context.driver.appId, "appId");
        const { method, path } = OPERATIONS.listAppWebhooks;
        const request = { method, path: path.replace("{id}", encodeURIComponent(String(id))) };
        const asked = await context.api(request, undefined, {
          token,
          headers: tokenHeadersOf(context.options.deployment, token),
        });
        if (isAccepted(asked)) return;
        if (!isAccepted(await context.api(request)))
          throw new NotObserved("the list is refused with the headers of the driver as well");
        throw breach(
          `A request with its token in ${name} is accepted.`,
          `It was refused (${outcomeOf(asked)}), and accepted with the headers of the driver.`,
          asked,
        );
      },
    },
  ];
}

function envelope({ listEnvelope: stated }: Settings): Rule[] {
  if (stated === undefined) return [];
  const form = stated === null ? "a bare array" : `an object whose member ${stated} is the list`;
  return [
    {
      id: "list-envelope",
      title: `The list of app webhooks is ${form}`,
      gap: "U-03",
      async run(context) {
        const asked = await answerOf(context, "listAppWebhooks");
        const value = asked.response && contentOf(asked.response);
        const holds =
          stated === null ? Array.isArray(value) : isObject(value) && Array.isArray((value as Json)[stated]);
        if (holds) return;
        const found = Array.isArray(value)
          ? "a bare array"
          : isObject(value)
            ? `an object with ${Object.keys(value).slice(0, 5).join(", ")}`
            : "neither array nor object";
        throw breach(`The list is ${form}.`, `It is ${found}.`, asked);
      },
    },
  ];
}

function authorization({ authorizationUrl, authUrl, settings }: Deployment): Rule[] {
  const path = settings.authorizationPath;
  if (path === undefined || authorizationUrl === null) return [];
  return [
    {
      id: "authorization",
      title: `The authorization endpoint is at ${path}`,
      gap: "N-4.1-01",
      async run(context) {
        if (authUrl === null || URL.parse(authorizationUrl)?.origin !== URL.parse(authUrl)?.origin)
          throw new NotObserved("the authorization endpoint is on a host that the driver does not name (U-11)");
        const { clientId, redirectUri } = await credentialsOf(context.fence);
        const { scopeParameter = "scope", scopeSeparator = " ", operationScopes = {} } = settings;
        const scopes = [...new Set(Object.values(operationScopes).flat())];
        const query = new URLSearchParams({
          response_type: "code",
          client_id: clientId,
          redirect_uri: redirectUri,
          state: "judge",
        });
        if (scopes.length > 0) query.set(scopeParameter, scopes.join(scopeSeparator));
        const url = `${join(context.driver.authUrl, path)}?${query}`;
        const { requestTimeoutMs: timeoutMs, signal } = context.options;
        const asked = await send({ method: "GET", url, headers: { Accept: "text/html" } }, { timeoutMs, signal });
        const found = asked.response?.status ?? 0;
        if (found >= 200 && found < 400) return;
        throw breach(
          "A browser that asks for a code gets a page or a redirect.",
          `It gets ${outcomeOf(asked)}.`,
          asked,
        );
      },
    },
  ];
}

function attempts({ maxAttempts: stated }: Settings): Rule[] {
  if (stated === undefined) return [];
  return [
    {
      id: "attempts",
      title: `A client delivery that always fails is sent ${stated} times`,
      gap: "N-6.5-01",
      async run(context) {
        needsTrigger(context, "client");
        if (!context.fence.has("settle"))
          throw new NotObserved("the driver has no settle(), so the last attempt cannot be recognised");
        const hook = await context.hook("client", { reply: 500 });
        if (context.fence.has("setClientWebhookActive")) {
          const { request, response } = hook;
          await context.fence.call("setClientWebhookActive", { request, response }, true);
        }
        await trigger(context, "client");
        await context.settle();
        const count = context.posts(hook).length;
        if (count === 0) throw new NotObserved("the webhook received no delivery");
        if (count !== stated)
          throw breach(`The delivery arrives ${stated} times.`, `It arrived ${count} times.`, hook.exchange);
      },
    },
  ];
}

/** The checks that follow from the deployment's facts; none without a deployment. */
export function deploymentChecks(deployment: Deployment | undefined): Check<Context>[] {
  if (!deployment) return [];
  const { settings } = deployment;
  const rules: Rule[] = [
    ...status(settings, "tokenStatus", "exchangeAuthorizationCode"),
    ...status(settings, "createClientWebhookStatus", "createClientWebhook"),
    ...status(settings, "createAppWebhookStatus", "createAppWebhook"),
    ...status(settings, "listStatus", "listAppWebhooks"),
    ...mediaType(settings, "tokenMediaType", "U-01", "exchangeAuthorizationCode"),
    ...mediaType(settings, "clientWebhookMediaType", "N-4.3-02", "createClientWebhook"),
    ...tokenHeader(settings),
    ...envelope(settings),
    ...authorization(deployment),
    ...secretRules(settings, (context) => answerOf(context, "createClientWebhook")),
    ...attempts(settings),
    ...eventRules(deployment),
  ];
  return rules.map(
    ({ id, title, gap, run }): Check<Context> => ({
      id: `deployment.${id}`,
      title,
      severity: "demand",
      rests: [gap],
      group,
      fix: `The deployment states this: correct the service, or the overlay (${gap}).`,
      run,
    }),
  );
}
