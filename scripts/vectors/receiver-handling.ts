/** Deliveries that come again, handlers and stores that fail, and functions of the user. */

import { createHash } from "node:crypto";
import { OLD, OTHER, SECRET, sign } from "./delivery.ts";
import { BODY, type Draft, EVENT, got, KEY, OTHER_EVENT, paid, type Step } from "./receiver-case.ts";

const TWICE = ["F-6.5-04", "F-6.5-05"];
const RETRIED = ["F-6.5-01", "F-6.5-02"];
const HANDLED: Step = { answer: "handled" };
const AGAIN: Step = { answer: "duplicate" };
const THROWS: Step = { handler: "throws", answer: "handler_failed", handled: got() };

const duplicates = (): Draft[] => [
  { id: "twice", about: "The same delivery arrives three times.", rests: TWICE, steps: [HANDLED, AGAIN, AGAIN] },
  {
    id: "twice-other-bytes",
    about: "Two deliveries with the same id and event are one payment, whatever else differs.",
    rests: ["F-6.5-05", "A-16"],
    steps: [HANDLED, { ...AGAIN, body: paid({ note: "again" }) }],
  },
  {
    id: "two-payments",
    about: "Two deliveries with different ids are two payments.",
    rests: ["F-2.4-02", "F-6.5-05"],
    steps: [HANDLED, { body: paid({ id: 4712 }), ...HANDLED, handled: got({ id: "4712", key: `4712 ${EVENT}` }) }],
  },
  {
    id: "twice-two-secrets",
    about: "Two secrets without labels share their payments.",
    rests: TWICE,
    secrets: [{ secret: SECRET }, { secret: OLD }],
    steps: [HANDLED, { ...AGAIN, signature: [sign(OLD, BODY)] }],
  },
  {
    id: "store-knows",
    about: "The store already has the payment.",
    rests: TWICE,
    before: { done: [KEY] },
    steps: [AGAIN],
  },
  {
    id: "store-knows-another",
    about: "The store has another payment.",
    rests: TWICE,
    before: { done: [`4712 ${EVENT}`] },
    steps: [HANDLED],
  },
  {
    id: "store-busy",
    about: "Another process is handling the payment.",
    rests: RETRIED,
    before: { busy: [KEY] },
    steps: [{ answer: "event_busy" }, { answer: "event_busy" }],
  },
  {
    id: "forged-first",
    about: "A forged delivery marks nothing as handled.",
    rests: ["F-6.3-08"],
    steps: [{ signature: [sign(OTHER, BODY)], answer: "signature_mismatch" }, HANDLED],
  },
  {
    id: "invalid-first",
    about: "An invalid delivery marks nothing as handled.",
    rests: RETRIED,
    steps: [{ body: paid({ id: "4711" }), answer: "payload_invalid" }, HANDLED],
  },
];

const failures = (): Draft[] => [
  {
    id: "handler-throws",
    about: "A handler that fails is called again at the retry.",
    rests: RETRIED,
    steps: [THROWS, HANDLED, AGAIN],
  },
  {
    id: "handler-throws-always",
    about: "A handler that fails again is called at every retry.",
    rests: RETRIED,
    steps: [THROWS, THROWS],
  },
  {
    id: "handler-throws-others",
    about: "A failed payment does not stop other payments.",
    rests: RETRIED,
    steps: [THROWS, { body: paid({ id: 1 }), ...HANDLED, handled: got({ id: "1", key: `1 ${EVENT}` }) }],
  },
  {
    id: "handler-late",
    about: "A handler that exceeds its deadline.",
    rests: RETRIED,
    needs: ["deadline"],
    steps: [{ handler: "late", answer: "handler_deadline", handled: got() }],
  },
  {
    id: "handler-repeats",
    about: "A repetition that arrives while the handler runs is refused at once.",
    needs: ["repetition refused"],
    steps: [{ handler: "repeats", ...HANDLED }, AGAIN],
  },
  {
    id: "store-away",
    about: "A store that is not available.",
    rests: RETRIED,
    steps: [{ store: "away", answer: "store_failed" }, HANDLED],
  },
  {
    id: "store-away-duplicate",
    about: "Without its store, a receiver calls nothing a duplicate.",
    rests: RETRIED,
    before: { done: [KEY] },
    steps: [{ store: "away", answer: "store_failed" }, AGAIN],
  },
  {
    id: "store-rolls-back",
    about: "The store rolls back what the handler did.",
    rests: RETRIED,
    needs: ["transaction"],
    steps: [{ store: "rolls back", answer: "store_failed", handled: got() }, HANDLED],
  },
  {
    id: "store-hides-failures",
    about: "A store that hides the handler's error does not turn it into a success.",
    rests: RETRIED,
    needs: ["transaction"],
    steps: [{ ...THROWS, store: "hides failures" }],
  },
];

/** The key of an event of which nothing but the bytes is known. */
export const ofBytes = (body: string, event = OTHER_EVENT) =>
  `${createHash("sha256").update(body).digest("hex")} ${event}`;
/** The key of owner, blank and key, if together they are one that not every store can hold. */
export const digest = (text: string) => `/${createHash("sha256").update(text).digest("base64")}`;
const closed = paid({ "@event": OTHER_EVENT });
const other = (body = closed): Step => ({
  body,
  answer: "handled",
  handled: { event: OTHER_EVENT, key: ofBytes(body), secretIndex: 0 },
});

function named(id: string, about: string, event: string): Draft {
  const body = paid({ "@event": event });
  const key = ofBytes(body, event);
  return {
    id: `unknown-name-${id}`,
    about,
    needs: ["key of any text"],
    options: { onUnknown: true },
    steps: [
      {
        body,
        answer: "handled",
        handled: { event, key: key.length > 255 || event.includes("\0") ? digest(` ${key}`) : key, secretIndex: 0 },
      },
      { body, answer: "duplicate" },
    ],
  };
}

function unknownEvents(): Draft[] {
  const onUnknown = { onUnknown: true } as const;
  const again = paid({ "@event": OTHER_EVENT, note: "again" });
  return [
    {
      id: "unknown-handled",
      about: "An unknown event is handled once.",
      rests: ["F-6.5-04", "U-40"],
      options: onUnknown,
      steps: [other(), { body: closed, answer: "duplicate" }],
    },
    {
      id: "unknown-by-bytes",
      about: "What an id of an unknown event means is not stated: other bytes are another event.",
      rests: ["U-40"],
      options: onUnknown,
      steps: [other(), other(again)],
    },
    {
      id: "unknown-throws",
      about: "The handler of unknown events is called again at the retry.",
      rests: RETRIED,
      options: onUnknown,
      steps: [{ ...other(), handler: "throws", answer: "handler_failed" }, other()],
    },
    {
      id: "unknown-and-payment",
      about: "An unknown event does not hide a payment with the same id.",
      rests: ["F-6.5-05"],
      options: onUnknown,
      steps: [other(), HANDLED],
    },
    named("longest", "A key of 255 characters is stored as it is.", "e".repeat(190)),
    named("too-long", "A key of 256 characters is stored as a digest.", "e".repeat(191)),
    named("zero", "A key with U+0000 is stored as a digest, because PostgreSQL does not accept U+0000.", "a\0b"),
    {
      id: "unknown-ignored",
      about: "An unknown event without a handler is not stored.",
      rests: ["U-40"],
      steps: [
        { body: closed, answer: "ignored" },
        { body: closed, answer: "ignored" },
      ],
    },
  ];
}

const SAME = got({ key: "same" });

const functions = (): Draft[] => [
  {
    id: "key-own",
    about: "A function returns the key that makes two payments the same.",
    rests: ["A-16"],
    options: { key: "same" },
    steps: [
      { ...HANDLED, handled: SAME },
      { ...AGAIN, body: paid({ id: 1 }) },
    ],
  },
  ...(["throws", "empty"] as const).map(
    (key): Draft => ({
      id: `key-${key}`,
      about:
        key === "empty"
          ? "The function for keys returns an empty key, which would make all payments the same."
          : "The function for keys fails.",
      options: { key },
      steps: [{ answer: "handler_failed" }, { answer: "handler_failed" }],
    }),
  ),
  {
    id: "secrets-asked",
    about: "A function returns the secrets at each delivery.",
    asked: true,
    secrets: [{ secret: SECRET }],
    steps: [
      { secrets: [{ secret: OLD }], answer: "signature_mismatch" },
      HANDLED,
      { secrets: [], answer: "secrets_unavailable" },
      { secrets: "fail", answer: "secrets_unavailable" },
      AGAIN,
    ],
  },
  ...(
    [
      ["accepted", { answer: "handled" }],
      ["refused", { signature: [], answer: "signature_missing" }],
      ["failed", THROWS],
    ] as const
  ).map(
    ([id, step]): Draft => ({
      id: `listeners-throw-${id}`,
      about: "A listener that throws does not change the answer.",
      options: { listeners: "throw" },
      steps: [step],
    }),
  ),
];

/** Returns the cases about what becomes of verified deliveries. */
export const handling = (): Draft[] => [...duplicates(), ...failures(), ...unknownEvents(), ...functions()];
