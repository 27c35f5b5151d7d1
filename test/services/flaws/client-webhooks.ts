/** Flaws of creating client webhooks, apart from those of their members and of the URL rule. */

import { arguable, eventsOf, everyNth, type Flaws, flaw, flaws } from "./flaw.ts";

export const CLIENT_WEBHOOK_FLAWS: Flaws = {
  look: [
    ...flaws("F-4.3-01 F-6.1-01", {
      "client-route-hyphen: Client webhooks are created at /api/client-webhooks.": {
        routes: { client: "POST /api/client-webhooks" },
      },
      "client-route-put: Client webhooks are created by PUT.": {
        routes: { client: "PUT /api/client_webhooks" },
      },
      "client-never-created: Every create request for a client webhook is refused.": {
        refuses: ({ kind }) => kind === "client",
      },
    }),
    ...flaws("F-2.2-02 F-6.1-04 F-8-02", {
      "second-replaces-first: A second webhook of a client makes the first one disappear.": {
        replaces: (old, hook) => hook.kind === "client" && old.kind === "client" && old.owner === hook.owner,
      },
    }),
    ...flaws("F-2.2-02 F-4.5-01 F-6.3-01", {
      "second-takes-url-of-first: The webhooks of a client have one URL in common: the first.": {
        adopts: (hook, hooks) => {
          const first = hooks.find(({ kind, owner }) => kind === "client" && owner === hook.owner);
          return hook.kind === "client" && first ? { ...hook, url: first.url } : hook;
        },
      },
    }),
    ...flaws("F-2.2-02 F-6.2-04", {
      "second-takes-events-of-first: The webhooks of a client have one list of events in common: the first.": {
        adopts: (hook, hooks) => {
          const first = hooks.find(({ kind, owner }) => kind === "client" && owner === hook.owner);
          return hook.kind === "client" && first ? { ...hook, events: first.events } : hook;
        },
      },
    }),
    flaw("second-refused", "F-6.1-04 F-2.2-02 F-8-02", "A client can have one webhook; the second is refused.", {
      refuses: ({ kind, body, hooks }) =>
        kind === "client" && hooks.some((hook) => hook.kind === "client" && hook.owner === body["client"]),
    }),
    flaw(
      "webhook-belongs-to-first-client",
      "F-2.2-01 F-2.2-03",
      "Every client webhook is given to the same client, whichever the request names.",
      { adopts: (hook) => (hook.kind === "client" ? { ...hook, owner: "/api/clients/1" } : hook) },
    ),
  ],
  judge: flaws("F-6.1-04 F-2.2-02 F-8-02", {
    "client-second-of-same-event-refused: A client may subscribe to an event once.": {
      refuses: ({ kind, body, hooks }) =>
        kind === "client" &&
        hooks.some((hook) => hook.owner === body["client"] && hook.events.some((one) => eventsOf(body).includes(one))),
    },
  }),
  histories: [
    flaw("fifth-client-webhook-fails", "F-4.3-01 F-4.3-02", "Every fifth creation is a server error.", () => {
      const isFifth = everyNth(5);
      return { failsAt: (body) => "name" in body && isFifth() };
    }),
    flaw(
      "refused-client-webhook-receives",
      "F-2.2-04 F-2.2-05 F-6.2-04",
      "A client webhook without a name is refused, and receives payments all the same.",
      { keepsRefused: (kind, { name }) => kind === "client" && name === undefined },
    ),
  ],
  arguable: arguable({
    "same-url-refused: A second webhook with the same URL is refused.": {
      rests: ["F-2.2-02", "U-39"],
      reason: "Each webhook has its own URL; that two may have the same one is not stated.",
      switches: { refuses: ({ body, hooks }) => hooks.some(({ url }) => url === (body["url"] ?? body["webhookUrl"])) },
    },
    "five-webhooks-at-most: A client can have five webhooks.": {
      rests: ["F-8-02"],
      reason: "Several are possible, and a number that is not given is not infinite.",
      switches: { refuses: ({ hooks }) => hooks.filter(({ kind }) => kind === "client").length >= 5 },
    },
  }),
};
