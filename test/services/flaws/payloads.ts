/** Flaws of the payload of a client delivery. */

import type { Hook, Payment } from "../types.ts";
import { arguable, change, everyNth, type Flaw, type Flaws, flaw, flaws, put, without } from "./flaw.ts";

const FACT_OF_MEMBER = {
  "@event": "F-2.4-01",
  id: "F-2.4-02",
  amount: "F-2.4-03",
  paidTo: "F-2.4-04",
  confirmedAt: "F-2.4-05",
  createdAt: "F-2.4-06",
  updatedAt: "F-2.4-07",
  caseFile: "F-2.4-08",
};
type Member = keyof typeof FACT_OF_MEMBER;
const slug = (member: string) => member.replace("@", "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** The member has a value that it must not have. */
const wrong = (member: Member, id: string, about: string, by: (value: unknown) => unknown) =>
  flaw(`payload-${slug(member)}-${id}`, FACT_OF_MEMBER[member], `${member} is ${about}.`, {
    payload: change(member, by),
  });
const members = Object.keys(FACT_OF_MEMBER) as Member[];
const times = ["confirmedAt", "createdAt", "updatedAt"] as const;

export const PAYLOAD_FLAWS: Flaws = {
  look: [
    ...members.map(
      (member): Flaw => ({
        id: `payload-without-${slug(member)}`,
        fact: FACT_OF_MEMBER[member],
        same: ["F-2.4-10", ...(member === "@event" || member === "caseFile" ? ["F-6.3-04"] : [])],
        about: `The payload has no ${member}.`,
        switches: { payload: without(member) },
      }),
    ),
    ...members.map((member) => wrong(member, "null", "null", () => null)),
    wrong("@event", "other-name", "payment_confirmed", () => "payment_confirmed"),
    wrong("@event", "capitals", "the name in capitals", (name) => String(name).toUpperCase()),
    wrong("@event", "list", "a list with the name", (name) => [name]),
    wrong("@event", "object", "an object with the name", (name) => ({ name })),
    wrong("id", "text", "a string of digits", String),
    wrong("id", "iri", "an IRI", (id) => `/api/payments/${id}`),
    wrong("id", "fraction", "a number with a fraction", (id) => Number(id) + 0.5),
    wrong("id", "constant", "the same for every payment", () => 1),
    wrong("amount", "text", "a string of digits", String),
    wrong("amount", "fraction", "a number with a fraction", () => 125.5),
    wrong("amount", "object", "an object with a currency", (value) => ({ value, currency: "EUR" })),
    wrong("paidTo", "other-name", "creditor", () => "creditor"),
    wrong("paidTo", "capitals", "CLIENT", () => "CLIENT"),
    wrong("paidTo", "iri", "the IRI of the client", () => "/api/clients/1"),
    wrong("paidTo", "object", "an object", (type) => ({ type })),
    ...times.flatMap((member) => [
      wrong(member, "without-offset", "without an offset", (time) => String(time).slice(0, 19)),
      wrong(member, "seconds", "a number of seconds", (time) => Math.floor(Date.parse(String(time)) / 1000)),
      wrong(member, "date", "a date without a time", (time) => String(time).slice(0, 10)),
    ]),
    wrong("confirmedAt", "http-date", "of the form that HTTP headers have", (time) =>
      new Date(String(time)).toUTCString(),
    ),
    wrong("createdAt", "local-form", "of a local form", () => "02.03.2026 09:15 +01:00"),
    wrong("updatedAt", "month-13", "in a month that no year has", () => "2026-13-02T09:15:00+01:00"),
    wrong("confirmedAt", "digits", "a string with the seconds since 1970", (time) =>
      String(Date.parse(String(time)) / 1000),
    ),
    wrong("createdAt", "object", "an object with date and time zone", (date) => ({ date, timezone: "Europe/Zurich" })),
    wrong("updatedAt", "empty", "the empty string", () => ""),
    wrong("caseFile", "number", "a number", () => 815),
    wrong("caseFile", "iri", "an IRI", () => "/api/case_files/815"),
    wrong("caseFile", "list", "a list", (value) => [value]),
    ...Object.entries({
      "without-id": {},
      "id-text": { id: "815" },
      "id-null": { id: null },
      "id-fraction": { id: 8.5 },
    }).map(([id, value]) =>
      flaw(`payload-case-file-${id}`, "F-2.4-09", `caseFile is ${JSON.stringify(value)}.`, {
        payload: put("caseFile", value),
      }),
    ),
    flaw("payload-case-file-iri-inside", "F-2.4-09", "caseFile holds an IRI instead of the id.", {
      payload: put("caseFile", { "@id": "/api/case_files/815" }),
    }),
    ...flaws("F-2.4-02", {
      "payload-id-of-case-file: id is that of the case file, not of the payment.": {
        payload: (snapshot, { payment }) => ({ ...snapshot, id: payment.caseFile }),
      },
      "payload-id-of-attempt: Each attempt has an id of its own in place of the payment's.": {
        payload: (snapshot, { attempt }) => ({ ...snapshot, id: 1000 * attempt + 1 }),
      },
    }),
    ...flaws("F-2.4-10 F-6.3-04", {
      "payload-enveloped: The snapshot is inside a member data, with @event beside it.": {
        payload: ({ "@event": event, ...data }) => ({ "@event": event, data }),
      },
      "payload-list: The body is a list with the snapshot in it.": {
        payload: (snapshot) => [snapshot],
      },
      "payload-event-only: The body holds @event and id alone, so that the rest has to be fetched.": {
        payload: ({ "@event": event, id }) => ({ "@event": event, id }),
      },
    }),
    ...flaws("F-2.4-10 F-6.3-04 F-2.4-01", {
      "payload-event-inside-data: The whole snapshot, @event included, is inside a member data.": {
        payload: (data) => ({ data }),
      },
    }),
    flaw("payload-event-renamed", "F-2.4-01 F-6.3-04 F-2.4-10", "The name of the event is in a member event.", {
      payload: ({ "@event": event, ...rest }) => ({ event, ...rest }),
    }),
    ...flaws("F-2.4-10 F-2.4-04 F-2.4-05 F-2.4-06 F-2.4-07 F-2.4-08 F-6.3-04", {
      "payload-snake-case: The members are called paid_to, confirmed_at and so on.": {
        payload: (snapshot) =>
          Object.fromEntries(
            Object.entries(snapshot).map(([name, value]) => [
              name.replace(/[A-Z]/g, (l) => `_${l.toLowerCase()}`),
              value,
            ]),
          ),
      },
    }),
  ],
  judge: [
    flaw("amount-nan", "F-2.4-03 F-6.3-04 F-4.5-01", "amount is NaN, which no JSON knows.", {
      encode: (payload) => JSON.stringify(payload).replace('"amount":12550', '"amount":NaN'),
    }),
    ...flaws("F-2.4-05", {
      "confirmed-at-february-30: confirmedAt is the 30th of February.": {
        payload: put("confirmedAt", "2026-02-30T10:15:00+01:00"),
      },
      "confirmed-at-list: confirmedAt is a list of numbers.": {
        payload: put("confirmedAt", [2026, 3, 2, 9, 15]),
      },
    }),
    flaw("created-at-zone-name", "F-2.4-06", "createdAt ends in the name of a zone.", {
      payload: put("createdAt", "2026-03-02T10:15:00 Europe/Zurich"),
    }),
    flaw("updated-at-hour-25", "F-2.4-07", "updatedAt has the hour 25.", {
      payload: put("updatedAt", "2026-03-02T25:15:00Z"),
    }),
    ...flaws("F-2.4-02", {
      "id-true: id is true.": { payload: put("id", true) },
      "id-list: id is a list with the id.": {
        payload: (snapshot) => ({ ...snapshot, id: [snapshot["id"]] }),
      },
    }),
    flaw("case-file-id-iri", "F-2.4-09", "The id in caseFile is an IRI.", {
      payload: put("caseFile", { id: "/api/case_files/1" }),
    }),
    ...flaws("F-2.4-04", {
      "paid-to-empty: paidTo is the empty string.": { payload: put("paidTo", "") },
      'paid-to-list: paidTo is ["client"].': { payload: put("paidTo", ["client"]) },
    }),
    flaw("some-amounts-text", "F-2.4-03", "The amount of some payments is text.", () => {
      const isFifth = everyNth(5);
      return { payload: (snapshot) => (isFifth() ? put("amount", "125.50")(snapshot) : snapshot) };
    }),
  ],
  histories: [
    flaw("case-file-of-the-second", "F-2.4-09", "At its second webhook, a payment's caseFile.id is its own id.", () => {
      const first = new WeakMap<Payment, Hook>();
      return {
        payload: (snapshot, { payment, hook }) => {
          if (!first.has(payment)) first.set(payment, hook);
          return first.get(payment) === hook ? snapshot : { ...snapshot, caseFile: { id: payment.id } };
        },
      };
    }),
  ],
  arguable: arguable({
    "payments-share-an-id: All payments have the same id.": {
      rests: ["F-2.4-02", "A-16"],
      reason:
        "Whether an id is unique beyond its case file is not stated; a payment that is confirmed again looks the same.",
      switches: { newId: () => 4711 },
    },
    "timestamp-with-space: Timestamps have a space where ISO 8601 has a T.": {
      rests: ["F-2.4-05", "A-13"],
      reason: "Earlier editions allowed to leave the T out by agreement, and RFC 3339 mentions a space.",
      switches: { timestamp: (at) => at.toISOString().replace("T", " ") },
    },
    "timestamp-small-letters: Timestamps have t and z in small letters.": {
      rests: ["F-2.4-05", "A-13"],
      reason: "RFC 3339 allows them, and ISO 8601 says that small letters may stand where capitals are hard to write.",
      switches: { timestamp: (at) => at.toISOString().toLowerCase() },
    },
  }),
};
