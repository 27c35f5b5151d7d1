/** Variants in creating client webhooks, and in showing them. */

import { shows } from "../flaws/flaw.ts";
import { urlOf, type Variants, variant, variants } from "./variant.ts";

export const CLIENT_WEBHOOK_VARIANTS: Variants = {
  look: [
    ...variants("A-19", {
      "created-secret-only: The answer to the creation of a client webhook holds the secret and nothing else.": {
        created: (resource, { kind }) => (kind === "client" ? { secret: resource["secret"] } : resource),
      },
    }),
    ...variants("N-2.2-02", {
      "created-with-more: Client webhooks have an id, links, dates, a state and null members.": shows(
        "client",
        (resource) => ({
          "@context": "/api/contexts/ClientWebhook",
          "@id": "/api/client_webhooks/9",
          id: "01J9ZK",
          ...resource,
          enabled: true,
          createdBy: null,
          links: { self: { href: "/api/client_webhooks/9" } },
          lastDelivery: { at: null, status: 0 },
        }),
      ),
    }),
    variant("names-limited", "U-10", "A name is 1 to 255 characters, a URL 2048 at most.", {
      refuses: ({ kind, body }) =>
        (kind === "client" && !/^.{1,255}$/s.test(String(body["name"]))) ||
        String(body["url"] ?? body["webhookUrl"]).length > 2048,
    }),
    ...variants("U-39", {
      "same-request-same-webhook: A request that repeats an earlier one returns the webhook that is there.": {
        reuses: (old, hook) => old.kind === hook.kind && JSON.stringify(old.body) === JSON.stringify(hook.body),
      },
    }),
    variant("created-inactive", "U-37", "A new client webhook is inactive until it is switched on.", {
      startsActive: false,
    }),
  ],
  judge: [
    ...variants("F-8-02", {
      "eighty-webhooks-at-most: The service has room for eighty webhooks in all, and refuses more.": {
        refuses: ({ hooks }) => hooks.length >= 80,
      },
      "twelve-app-webhooks-at-most: An App can have twelve webhooks.": {
        refuses: ({ kind, hooks }) => kind === "app" && hooks.filter((hook) => hook.kind === kind).length >= 12,
      },
      "forty-webhooks-at-most: A client, and an App, can have forty webhooks.": {
        refuses: ({ kind, hooks }) => hooks.filter((hook) => hook.kind === kind).length >= 40,
      },
    }),
    variant("names-unique", "U-10", "A client has no two webhooks of the same name.", {
      refuses: ({ kind, body, hooks }) =>
        kind === "client" && hooks.some((hook) => hook.owner === body["client"] && hook.body["name"] === body["name"]),
    }),
    ...variants("U-39", {
      "urls-unique: No two webhooks have the same URL.": {
        refuses: ({ body, hooks }) => hooks.some(({ url }) => url === (body["url"] ?? body["webhookUrl"])),
      },
      "same-url-given-out-again: Who registers a URL of a client again gets the webhook that has it.": {
        reuses: (earlier, hook) => hook.kind === "client" && earlier.owner === hook.owner && earlier.url === hook.url,
      },
    }),
  ],
  histories: [
    ...variants("U-10", {
      "name-beyond-ffff-refused: A name with a character beyond U+FFFF is refused.": {
        refuses: ({ body }) => /[\u{10000}-\u{10ffff}]/u.test(String(body["name"])),
      },
      "plain-short-values: Names outside ASCII, URLs of more than 2,000 characters, and queries are refused.": {
        refuses: ({ body }) =>
          /[^\0-\x7f]/.test(String(body["name"] ?? "")) || urlOf(body).length > 2000 || urlOf(body).includes("?"),
      },
    }),
    ...variants("U-37", {
      "eleventh-begins-inactive: A client webhook begins inactive where its client has ten active ones.": {
        adopts: (hook, hooks) => {
          const active = hooks.filter(({ owner, active }) => owner === hook.owner && active);
          return { ...hook, active: hook.active && (hook.kind === "app" || active.length < 10) };
        },
      },
    }),
  ],
  arguable: [
    variant(
      "created-in-envelope",
      "N-4.3-02",
      "The created client webhook is in a member data: the format is open, the secret is said to be on the resource.",
      shows("client", (resource) => ({ data: resource })),
    ),
  ],
};
