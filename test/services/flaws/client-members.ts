/** Flaws of the members in the request for a client webhook. */

import type { Json } from "../types.ts";
import { change, eventsOf, type Flaws, flaw, shows } from "./flaw.ts";

export const CLIENT_MEMBER_FLAWS: Flaws = {
  look: [
    {
      id: "client-missing-accepted",
      fact: "F-2.2-03",
      about: "A client webhook is created without client.",
      switches: { overlooks: ["client: client-missing"] },
    },
    {
      id: "client-of-any-type-accepted",
      fact: "F-2.2-03",
      same: ["F-2.2-01", "F-4.3-02"],
      about: "A client webhook is created with a client that is no string, and shown so.",
      switches: { overlooks: ["client: client-type"] },
    },
    {
      id: "client-list-accepted",
      fact: "F-2.2-01",
      same: ["F-2.2-03", "F-4.3-02"],
      about: "A client webhook is created for a list of clients, and shown so.",
      switches: {
        overlooks: ["client: client-type"],
        refuses: ({ kind, body }) =>
          kind === "client" && typeof body["client"] !== "string" && !Array.isArray(body["client"]),
      },
    },
    {
      id: "name-missing-accepted",
      fact: "F-2.2-04",
      about: "A client webhook is created without name.",
      switches: { overlooks: ["client: name-missing"] },
    },
    {
      id: "name-of-any-type-accepted",
      fact: "F-2.2-04",
      same: ["F-4.3-02"],
      about: "A client webhook is created with a name that is no string, and shown so.",
      switches: { overlooks: ["client: name-type"] },
    },
    {
      id: "events-missing-accepted",
      fact: "F-2.2-05",
      about: "A client webhook is created without events.",
      switches: { overlooks: ["client: events-missing"] },
    },
    {
      id: "events-empty-accepted",
      fact: "F-2.2-05",
      about: "A client webhook is created with an empty list of events.",
      switches: { overlooks: ["client: events-few"] },
    },
    {
      id: "events-text-accepted",
      fact: "F-2.2-05",
      same: ["F-4.3-02"],
      about: "A client webhook is created with a string as events, and shown so.",
      switches: { overlooks: ["client: events-type"] },
    },
    {
      id: "events-items-of-any-type-accepted",
      fact: "F-2.2-05",
      same: ["F-4.3-02"],
      about: "A client webhook is created with numbers in its events, and shown so.",
      switches: { overlooks: ["client: events-item-type"] },
    },
    {
      id: "url-missing-accepted",
      fact: "F-2.2-07",
      about: "A client webhook is created without url.",
      switches: { overlooks: ["client: url-missing"] },
    },
    {
      id: "url-of-any-type-accepted",
      fact: "F-2.2-07",
      same: ["F-4.3-02"],
      about: "A client webhook is created with a url that is no string, and shown so.",
      switches: { overlooks: ["client: url-type"] },
    },
    {
      id: "client-wants-webhook-url",
      fact: "F-4.3-02",
      about: "The URL of a client webhook has to come as webhookUrl.",
      switches: { refuses: ({ kind, body }) => kind === "client" && !("webhookUrl" in body) },
    },
    {
      id: "client-wants-id",
      fact: "F-4.3-02",
      about: "The client has to come as an integer, not as an IRI.",
      switches: {
        overlooks: ["client: client-type"],
        refuses: ({ kind, body }) => kind === "client" && !Number.isInteger(body["client"]),
      },
    },
    {
      id: "client-wants-event",
      fact: "F-4.3-02",
      same: ["F-2.2-05"],
      about: "A single event has to come as a string; a list is refused.",
      switches: {
        overlooks: ["client: events-type"],
        refuses: ({ kind, body }) => kind === "client" && Array.isArray(body["events"]),
      },
    },
  ],
  judge: [
    flaw("null-in-events-accepted", "F-2.2-05 F-4.3-02", "null passes as an event of a client webhook, and is shown.", {
      overlooks: ["client: events-item-type"],
      refuses: ({ kind, body }) =>
        kind === "client" && eventsOf(body).some((one) => one !== null && typeof one !== "string"),
    }),
    flaw("null-as-name-accepted", "F-2.2-04 F-4.3-02", "null passes as the name, and is shown.", {
      overlooks: ["client: name-type"],
      refuses: ({ kind, body }) => kind === "client" && body["name"] !== null && typeof body["name"] !== "string",
    }),
    flaw("client-wants-active", "F-4.3-02", "A client webhook is refused without a member active.", {
      refuses: ({ kind, body }) => kind === "client" && !("active" in body),
    }),
    flaw("null-name-taken", "F-2.2-04 F-4.3-02", "null passes as the name, and becomes the empty string.", {
      overlooks: ["client: name-type"],
      refuses: ({ kind, body }) => kind === "client" && body["name"] !== null && typeof body["name"] !== "string",
      ...shows(
        "client",
        change("name", (name) => name ?? ""),
      ),
    }),
  ],
  histories: [
    {
      id: "name-beyond-ffff-fails",
      fact: "F-2.2-04",
      same: ["F-4.3-01"],
      about: "A name with a character beyond U+FFFF ends in a server error.",
      switches: { failsAt: ({ name }: Json) => /[\u{10000}-\u{10ffff}]/u.test(String(name)) },
    },
    {
      id: "name-with-quote-fails",
      fact: "F-2.2-04",
      same: ["F-4.3-01"],
      about: "A name with an apostrophe ends in a server error.",
      switches: { failsAt: ({ name }: Json) => String(name).includes("'") },
    },
  ],
  arguable: [
    {
      id: "name-coerced",
      rests: ["F-2.2-04"],
      about: "A number passes as name and becomes a string.",
      reason: "What the service keeps is a string; how strictly it reads JSON types is not stated.",
      switches: { overlooks: ["client: name-type"], ...shows("client", change("name", String)) },
    },
    {
      id: "events-coerced",
      rests: ["F-2.2-05"],
      about: "A single string passes as events and becomes a list of one.",
      reason: "What the service keeps is a list; how strictly it reads JSON types is not stated.",
      switches: {
        overlooks: ["client: events-type"],
        ...shows(
          "client",
          change("events", (events) => [events].flat()),
        ),
      },
    },
  ],
};
