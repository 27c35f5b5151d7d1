/** Variants in creating client webhooks, and in showing them. */

import { shows } from "../flaws/flaw.ts";
import { urlOf, type Variants, variant } from "./variant.ts";

export const CLIENT_WEBHOOK_VARIANTS: Variants = {
  look: [
    {
      id: "created-secret-only",
      gap: "A-19",
      about: "The answer to the creation of a client webhook holds the secret and nothing else.",
      switches: { created: (resource, { kind }) => (kind === "client" ? { secret: resource["secret"] } : resource) },
    },
    {
      id: "created-with-more",
      gap: "N-2.2-02",
      about: "Client webhooks have an id, links, dates, a state and null members.",
      switches: shows("client", (resource) => ({
        "@context": "/api/contexts/ClientWebhook",
        "@id": "/api/client_webhooks/9",
        id: "01J9ZK",
        ...resource,
        enabled: true,
        createdBy: null,
        links: { self: { href: "/api/client_webhooks/9" } },
        lastDelivery: { at: null, status: 0 },
      })),
    },
    {
      id: "names-limited",
      gap: "U-10",
      about: "A name is 1 to 255 characters, a URL 2048 at most.",
      switches: {
        refuses: ({ kind, body }) =>
          (kind === "client" && !/^.{1,255}$/s.test(String(body["name"]))) ||
          String(body["url"] ?? body["webhookUrl"]).length > 2048,
      },
    },
    {
      id: "same-request-same-webhook",
      gap: "U-39",
      about: "A request that repeats an earlier one returns the webhook that is there.",
      switches: {
        reuses: (old, hook) => old.kind === hook.kind && JSON.stringify(old.body) === JSON.stringify(hook.body),
      },
    },
    {
      id: "created-inactive",
      gap: "U-37",
      about: "A new client webhook is inactive until it is switched on.",
      switches: { startsActive: false },
    },
  ],
  judge: [
    {
      id: "eighty-webhooks-at-most",
      gap: "F-8-02",
      about: "The service has room for eighty webhooks in all, and refuses more.",
      switches: { refuses: ({ hooks }) => hooks.length >= 80 },
    },
    variant("names-unique", "U-10", "A client has no two webhooks of the same name.", {
      refuses: ({ kind, body, hooks }) =>
        kind === "client" && hooks.some((hook) => hook.owner === body["client"] && hook.body["name"] === body["name"]),
    }),
    variant("urls-unique", "U-39", "No two webhooks have the same URL.", {
      refuses: ({ body, hooks }) => hooks.some(({ url }) => url === (body["url"] ?? body["webhookUrl"])),
    }),
    variant("same-url-given-out-again", "U-39", "Who registers a URL of a client again gets the webhook that has it.", {
      reuses: (earlier, hook) => hook.kind === "client" && earlier.owner === hook.owner && earlier.url === hook.url,
    }),
    variant("forty-webhooks-at-most", "F-8-02", "A client, and an App, can have forty webhooks.", {
      refuses: ({ kind, hooks }) => hooks.filter((hook) => hook.kind === kind).length >= 40,
    }),
  ],
  histories: [
    {
      id: "name-beyond-ffff-refused",
      gap: "U-10",
      about: "A name with a character beyond U+FFFF is refused.",
      switches: { refuses: ({ body }) => /[\u{10000}-\u{10ffff}]/u.test(String(body["name"])) },
    },
    {
      id: "plain-short-values",
      gap: "U-10",
      about: "Names outside ASCII, URLs of more than 2,000 characters, and queries are refused.",
      switches: {
        refuses: ({ body }) =>
          /[^\0-\x7f]/.test(String(body["name"] ?? "")) || urlOf(body).length > 2000 || urlOf(body).includes("?"),
      },
    },
    {
      id: "eleventh-begins-inactive",
      gap: "U-37",
      about: "A client webhook begins inactive where its client has ten active ones.",
      switches: {
        adopts: (hook, hooks) => {
          const active = hooks.filter(({ owner, active }) => owner === hook.owner && active);
          return { ...hook, active: hook.active && (hook.kind === "app" || active.length < 10) };
        },
      },
    },
  ],
  arguable: [
    {
      id: "created-in-envelope",
      gap: "N-4.3-02",
      about:
        "The created client webhook is in a member data: the format is open, the secret is said to be on the resource.",
      switches: shows("client", (resource) => ({ data: resource })),
    },
  ],
};
