/** Flaws of the members in the request for a client webhook. */

import type { Switches } from "../service.ts";
import type { Json } from "../types.ts";
import { arguable, change, eventsOf, type Flaws, flaw, flaws, hears, shows } from "./flaw.ts";

const nullAsName: Partial<Switches> = {
  overlooks: ["client: name-type"],
  refuses: ({ kind, body }) => kind === "client" && body["name"] !== null && typeof body["name"] !== "string",
};

export const CLIENT_MEMBER_FLAWS: Flaws = {
  look: [
    flaw("client-missing-accepted", "F-2.2-03", "A client webhook is created without client.", {
      overlooks: ["client: client-missing"],
    }),
    ...flaws("F-2.2-03 F-2.2-01 F-4.3-02", {
      "client-of-any-type-accepted: A client webhook is created with a client that is no string, and shown so.": {
        overlooks: ["client: client-type"],
      },
    }),
    ...flaws("F-2.2-01 F-2.2-03 F-4.3-02", {
      "client-list-accepted: A client webhook is created for a list of clients, and shown so.": {
        overlooks: ["client: client-type"],
        refuses: ({ kind, body }) =>
          kind === "client" && typeof body["client"] !== "string" && !Array.isArray(body["client"]),
      },
    }),
    flaw("name-missing-accepted", "F-2.2-04", "A client webhook is created without name.", {
      overlooks: ["client: name-missing"],
    }),
    ...flaws("F-2.2-04 F-4.3-02", {
      "name-of-any-type-accepted: A client webhook is created with a name that is no string, and shown so.": {
        overlooks: ["client: name-type"],
      },
    }),
    ...flaws("F-2.2-05", {
      "events-missing-accepted: A client webhook is created without events.": {
        overlooks: ["client: events-missing"],
      },
      "events-empty-accepted: A client webhook is created with an empty list of events.": {
        overlooks: ["client: events-few"],
      },
    }),
    ...flaws("F-2.2-05 F-4.3-02", {
      "events-text-accepted: A client webhook is created with a string as events, and shown so.": {
        overlooks: ["client: events-type"],
      },
      "events-items-of-any-type-accepted: A client webhook is created with numbers in its events, and shown so.": {
        overlooks: ["client: events-item-type"],
      },
    }),
    flaw("url-missing-accepted", "F-2.2-07", "A client webhook is created without url.", {
      overlooks: ["client: url-missing"],
    }),
    ...flaws("F-2.2-07 F-4.3-02", {
      "url-of-any-type-accepted: A client webhook is created with a url that is no string, and shown so.": {
        overlooks: ["client: url-type"],
      },
    }),
    ...flaws("F-4.3-02", {
      "client-wants-webhook-url: The URL of a client webhook has to come as webhookUrl.": {
        refuses: ({ kind, body }) => kind === "client" && !("webhookUrl" in body),
      },
      "client-wants-id: The client has to come as an integer, not as an IRI.": {
        overlooks: ["client: client-type"],
        refuses: ({ kind, body }) => kind === "client" && !Number.isInteger(body["client"]),
      },
    }),
    flaw("client-wants-event", "F-4.3-02 F-2.2-05", "A single event has to come as a string; a list is refused.", {
      overlooks: ["client: events-type"],
      refuses: ({ kind, body }) => kind === "client" && Array.isArray(body["events"]),
    }),
  ],
  judge: [
    flaw("long-name-unheard", "F-6.2-04 F-6.2-01", "A webhook whose name has more than 255 characters hears nothing.", {
      receives: (hook, event, owner) => hears(hook, event, owner) && String(hook.body["name"]).length <= 255,
    }),
    flaw("null-in-events-accepted", "F-2.2-05 F-4.3-02", "null passes as an event of a client webhook, and is shown.", {
      overlooks: ["client: events-item-type"],
      refuses: ({ kind, body }) =>
        kind === "client" && eventsOf(body).some((one) => one !== null && typeof one !== "string"),
    }),
    ...flaws("F-2.2-04 F-4.3-02", {
      "null-as-name-accepted: null passes as the name, and is shown.": nullAsName,
      "null-name-taken: null passes as the name, and becomes the empty string.": {
        ...nullAsName,
        ...shows(
          "client",
          change("name", (name) => name ?? ""),
        ),
      },
    }),
    flaw("client-wants-active", "F-4.3-02", "A client webhook is refused without a member active.", {
      refuses: ({ kind, body }) => kind === "client" && !("active" in body),
    }),
  ],
  histories: flaws("F-2.2-04 F-4.3-01", {
    "name-beyond-ffff-fails: A name with a character beyond U+FFFF ends in a server error.": {
      failsAt: ({ name }: Json) => /[\u{10000}-\u{10ffff}]/u.test(String(name)),
    },
    "name-with-quote-fails: A name with an apostrophe ends in a server error.": {
      failsAt: ({ name }: Json) => String(name).includes("'"),
    },
  }),
  arguable: arguable({
    "name-coerced: A number passes as name and becomes a string.": {
      rests: ["F-2.2-04"],
      reason: "What the service keeps is a string; how strictly it reads JSON types is not stated.",
      switches: { overlooks: ["client: name-type"], ...shows("client", change("name", String)) },
    },
    "events-coerced: A single string passes as events and becomes a list of one.": {
      rests: ["F-2.2-05"],
      reason: "What the service keeps is a list; how strictly it reads JSON types is not stated.",
      switches: {
        overlooks: ["client: events-type"],
        ...shows(
          "client",
          change("events", (events) => [events].flat()),
        ),
      },
    },
  }),
};
