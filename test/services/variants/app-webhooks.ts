/** Variants in creating app webhooks, and in showing them. */

import { shows } from "../flaws/flaw.ts";
import type { Json } from "../types.ts";
import { APP_MEMBERS, type Variants, variant, variants } from "./variant.ts";

/** How a service reads a boolean that was sent as something else. */
const READ = new Map<unknown, boolean>([
  ...["true", "yes", "1", 1].map((value) => [value, true] as const),
  ...["false", "no", "0", 0].map((value) => [value, false] as const),
]);
const asBoolean = (value: unknown) => READ.get(value) ?? value;
const isUnread = (value: unknown) => value !== undefined && typeof asBoolean(value) !== "boolean";

const item = (number: number, resource: Json) => ({
  "@id": `/api/app_webhooks/${number}`,
  "@type": "AppWebhook",
  ...resource,
});

export const APP_WEBHOOK_VARIANTS: Variants = {
  look: [
    ...variants("N-2.3-01", {
      "app-with-more: App webhooks have an id, dates and a name for their type.": shows("app", (resource) => ({
        ...item(3, resource),
        id: 3,
        createdAt: 1772439300,
        responseHandlingTypeName: "X",
      })),
    }),
    ...variants("U-41", {
      "app-created-empty-object: The creation of an app webhook is answered with an empty object.": {
        created: (resource, { kind }) => (kind === "app" ? {} : resource),
      },
      "app-created-without-body: The creation of an app webhook is answered without a body.": {
        created: (resource, { kind }) => (kind === "app" ? undefined : resource),
      },
      "app-created-iri: The creation of an app webhook is answered with the IRI of the new webhook.": {
        created: (resource, { kind, number }) => (kind === "app" ? `/api/app_webhooks/${number}` : resource),
      },
    }),
    variant("app-members-all-required", "U-06", "An app webhook has to be sent with all five members.", {
      refuses: ({ kind, body }) => kind === "app" && APP_MEMBERS.some((name) => !(name in body)),
    }),
    variant("app-inactive-by-default", "U-07", "An app webhook without active is inactive, and waits for success.", {
      adopts: (hook) =>
        hook.kind === "app"
          ? { ...hook, active: hook.body["active"] === true, type: Number(hook.body["responseHandlingType"] ?? 2) }
          : hook,
    }),
  ],
  judge: [
    variant("active-converted", "U-43", "active is read from texts and numbers, and shown and used as a boolean.", {
      overlooks: ["app: active-type"],
      refuses: ({ kind, body }) => kind === "app" && isUnread(body["active"]),
      adopts: (hook) => {
        const { active = hook.active } = hook.body;
        const read = asBoolean(active) === true;
        return hook.kind === "app" ? { ...hook, active: read, body: { ...hook.body, active: read } } : hook;
      },
    }),
  ],
  histories: [
    variant(
      "same-app-webhook-given-out-again",
      "U-39",
      "An app webhook with the App, URL and events of another one is that one, with the new state.",
      {
        reuses: (earlier, hook) => {
          const isSame =
            hook.kind === "app" &&
            earlier.kind === "app" &&
            earlier.owner === hook.owner &&
            earlier.url === hook.url &&
            `${earlier.events}` === `${hook.events}`;
          if (isSame) earlier.active = hook.active;
          return isSame;
        },
      },
    ),
    ...variants("U-41", {
      "app-created-late: The creation of an app webhook is answered 202, and the webhook exists 250 ms later.": {
        createdStatus: 202,
        existsAfterMs: ({ kind }) => (kind === "app" ? 250 : 0),
      },
    }),
  ],
};
