/** Flaws of creating app webhooks, apart from those of their members and of the URL rule. */

import type { Rule, Switches } from "../service.ts";
import type { Hook, Json } from "../types.ts";
import { everyNth, type Flaws, flaw, flaws } from "./flaw.ts";

/** One wrong value passes that a rule would refuse; every other is refused as before. */
export function passes(
  rule: Rule,
  member: string,
  isPassed: (value: unknown) => boolean,
  isRight: (value: unknown) => boolean,
) {
  const switches: Partial<Switches> = {
    overlooks: [rule],
    refuses: ({ kind, body }) =>
      kind === "app" && body[member] !== undefined && !isRight(body[member]) && !isPassed(body[member]),
  };
  return switches;
}
export const refusesApp = (isRefused: (body: Json) => boolean): Partial<Switches> => ({
  refuses: ({ kind, body }) => kind === "app" && isRefused(body),
});
const isOfSameApp = (old: Hook, hook: Hook) => hook.kind === "app" && old.kind === "app" && old.owner === hook.owner;
const keptOf = (body: Json) => ({
  owner: String(body["app"]),
  url: String(body["webhookUrl"]),
  events: body["events"] as unknown[],
  body,
});

export const APP_WEBHOOK_FLAWS: Flaws = {
  look: [
    ...flaws("F-4.4-03 F-6.1-02", {
      "app-route-hyphen: App webhooks are created at /api/app-webhooks.": {
        routes: { app: "POST /api/app-webhooks" },
      },
      "app-route-nested: App webhooks are created below their App.": {
        routes: { app: "POST /api/apps/7/app_webhooks" },
      },
    }),
    flaw("app-route-put", "F-6.1-02 F-4.4-03", "App webhooks are created by PUT.", {
      routes: { app: "PUT /api/app_webhooks" },
    }),
    ...flaws("F-4.4-03 F-2.3-05", {
      "app-wants-url: The URL of an app webhook has to come as url.": refusesApp((body) => !("url" in body)),
    }),
    ...flaws("F-2.3-01 F-4.4-03", {
      "app-wants-subscription: An app webhook has to name an AppSubscription.": refusesApp(
        (body) => !("appSubscription" in body),
      ),
    }),
    flaw("app-wants-id", "F-2.3-04 F-4.4-03", "The App has to come as an integer, not as an IRI.", {
      overlooks: ["app: app-type"],
      ...refusesApp((body) => !Number.isInteger(body["app"])),
    }),
    ...flaws("F-2.3-04", {
      "app-of-any-type-accepted: An app webhook is created with an app that is no string, and shown so.": passes(
        "app: app-type",
        "app",
        () => true,
        (value) => typeof value === "string",
      ),
    }),
    ...flaws("F-2.3-04 F-2.3-01 F-4.4-01", {
      "app-ignored: Every app webhook is given to the same App, whichever the request names.": {
        adopts: (hook) => (hook.kind === "app" ? { ...hook, owner: "/api/apps/7" } : hook),
      },
    }),
    ...flaws("F-2.3-05", {
      "app-url-of-any-type-accepted: An app webhook is created with a webhookUrl that is no string, and shown so.":
        passes(
          "app: url-type",
          "webhookUrl",
          () => true,
          (value) => typeof value === "string",
        ),
    }),
    ...flaws("F-2.3-02 F-6.1-04 F-8-02 F-4.4-01", {
      "app-second-replaces-first: A second webhook of an App makes the first one disappear.": { replaces: isOfSameApp },
    }),
    flaw("app-second-refused", "F-8-02 F-2.3-02 F-6.1-04", "An App can have one webhook; the second is refused.", {
      refuses: ({ kind, body, hooks }) =>
        kind === "app" && hooks.some((hook) => hook.kind === "app" && hook.owner === body["app"]),
    }),
  ],
  judge: [
    flaw("app-second-of-same-type-refused", "F-2.3-02 F-8-02 F-6.1-04", "An App may have one webhook of each type.", {
      refuses: ({ kind, body, hooks }) =>
        kind === "app" &&
        hooks.some(
          (hook) => hook.owner === body["app"] && hook.body["responseHandlingType"] === body["responseHandlingType"],
        ),
    }),
    flaw("app-wants-name", "F-4.4-03", "An app webhook is refused without a name.", {
      refuses: ({ kind, body }) => kind === "app" && !("name" in body),
    }),
    flaw("refused-and-kept", "F-7-02", "101 events are refused, and the webhook is there all the same.", {
      overlooks: ["app: events-many"],
      refuses: ({ kind, body, hooks }) => {
        const isLong = kind === "app" && Array.isArray(body["events"]) && body["events"].length > 100;
        if (isLong) hooks.push({ ...keptOf(body), number: 0, kind, active: true, secret: "", type: 1 });
        return isLong;
      },
    }),
  ],
  histories: [
    flaw("fourth-app-webhook-fails", "F-4.4-03", "Every fourth creation is a server error.", () => {
      const isFourth = everyNth(4);
      return { failsAt: (body) => "webhookUrl" in body && isFourth() };
    }),
    ...flaws("F-7-02 F-2.3-07 F-8-01 F-6.2-04", {
      "refused-app-webhook-receives: An app webhook with too many events is refused, and receives them all the same.": {
        keepsRefused: (kind, { events }) => kind === "app" && Array.isArray(events) && events.length > 100,
      },
    }),
    ...flaws("F-4.4-01 F-2.3-02 F-6.4-01", {
      "app-creation-promised: App webhooks are answered 202 and never made.": () => ({
        createdStatus: 202,
        existsAfterMs: ({ kind }) => (kind === "app" ? 3_600_000 : 0),
      }),
    }),
    flaw(
      "app-webhook-of-other-app-given-out",
      "F-2.3-04 F-2.3-01 F-4.4-01 F-4.4-02 F-6.4-01",
      "Who creates an app webhook with the URL and events of another App's gets that one, and no other is created.",
      () => ({
        reuses: (earlier, hook) =>
          hook.kind === "app" &&
          earlier.kind === "app" &&
          earlier.owner !== hook.owner &&
          earlier.url === hook.url &&
          `${earlier.events}` === `${hook.events}`,
      }),
    ),
  ],
};
