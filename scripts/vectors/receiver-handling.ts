/** Deliveries that come again, handlers and stores that fail, and functions of the user. */

import { createHash } from "node:crypto";
import { OLD, OTHER, SECRET, sign } from "./delivery.ts";
import { BODY, type Draft, draft, EVENT, got, KEY, OTHER_EVENT, paid, type Step } from "./receiver-case.ts";

const TWICE = ["F-6.5-04", "F-6.5-05"];
const RETRIED = ["F-6.5-01", "F-6.5-02"];
const HANDLED: Step = { answer: "handled" };
const AGAIN: Step = { answer: "duplicate" };
const THROWS: Step = { handler: "throws", answer: "handler_failed", handled: got() };

const duplicates = (): Draft[] => [
  draft("twice", "The same delivery arrives three times.", TWICE, [HANDLED, AGAIN, AGAIN]),
  draft(
    "twice-other-bytes",
    "Two deliveries with the same id and event are one payment, whatever else differs.",
    ["F-6.5-05", "A-16"],
    [HANDLED, { ...AGAIN, body: paid({ note: "again" }) }],
  ),
  draft(
    "two-payments",
    "Two deliveries with different ids are two payments.",
    ["F-2.4-02", "F-6.5-05"],
    [HANDLED, { body: paid({ id: 4712 }), ...HANDLED, handled: got({ id: "4712", key: `4712 ${EVENT}` }) }],
  ),
  draft(
    "twice-two-secrets",
    "Two secrets without labels share their payments.",
    TWICE,
    [HANDLED, { ...AGAIN, signature: [sign(OLD, BODY)] }],
    { secrets: [{ secret: SECRET }, { secret: OLD }] },
  ),
  draft("store-knows", "The store already has the payment.", TWICE, [AGAIN], { before: { done: [KEY] } }),
  draft("store-knows-another", "The store has another payment.", TWICE, [HANDLED], {
    before: { done: [`4712 ${EVENT}`] },
  }),
  draft(
    "store-busy",
    "Another process is handling the payment.",
    RETRIED,
    [{ answer: "event_busy" }, { answer: "event_busy" }],
    { before: { busy: [KEY] } },
  ),
  draft(
    "forged-first",
    "A forged delivery marks nothing as handled.",
    ["F-6.3-08"],
    [{ signature: [sign(OTHER, BODY)], answer: "signature_mismatch" }, HANDLED],
  ),
  draft("invalid-first", "An invalid delivery marks nothing as handled.", RETRIED, [
    { body: paid({ id: "4711" }), answer: "payload_invalid" },
    HANDLED,
  ]),
];

const failures = (): Draft[] => [
  draft("handler-throws", "A handler that fails is called again at the retry.", RETRIED, [THROWS, HANDLED, AGAIN]),
  draft("handler-throws-always", "A handler that fails again is called at every retry.", RETRIED, [THROWS, THROWS]),
  draft("handler-throws-others", "A failed payment does not stop other payments.", RETRIED, [
    THROWS,
    { body: paid({ id: 1 }), ...HANDLED, handled: got({ id: "1", key: `1 ${EVENT}` }) },
  ]),
  draft(
    "handler-late",
    "A handler that exceeds its deadline.",
    RETRIED,
    [{ handler: "late", answer: "handler_deadline", handled: got() }],
    { needs: ["deadline"] },
  ),
  draft(
    "handler-repeats",
    "A repetition that arrives while the handler runs is refused at once.",
    [],
    [{ handler: "repeats", ...HANDLED }, AGAIN],
    { needs: ["repetition refused"] },
  ),
  draft("store-away", "A store that is not available.", RETRIED, [{ store: "away", answer: "store_failed" }, HANDLED]),
  draft(
    "store-away-duplicate",
    "Without its store, a receiver calls nothing a duplicate.",
    RETRIED,
    [{ store: "away", answer: "store_failed" }, AGAIN],
    { before: { done: [KEY] } },
  ),
  draft(
    "store-rolls-back",
    "The store rolls back what the handler did.",
    RETRIED,
    [{ store: "rolls back", answer: "store_failed", handled: got() }, HANDLED],
    { needs: ["transaction"] },
  ),
  draft(
    "store-hides-failures",
    "A store that hides the handler's error does not turn it into a success.",
    RETRIED,
    [{ ...THROWS, store: "hides failures" }],
    { needs: ["transaction"] },
  ),
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
  return draft(
    `unknown-name-${id}`,
    about,
    [],
    [
      {
        body,
        answer: "handled",
        handled: { event, key: key.length > 255 || event.includes("\0") ? digest(` ${key}`) : key, secretIndex: 0 },
      },
      { body, answer: "duplicate" },
    ],
    { needs: ["key of any text"], options: { onUnknown: true } },
  );
}

function unknownEvents(): Draft[] {
  const onUnknown = { onUnknown: true } as const;
  const again = paid({ "@event": OTHER_EVENT, note: "again" });
  return [
    draft(
      "unknown-handled",
      "An unknown event is handled once.",
      ["F-6.5-04", "U-40"],
      [other(), { body: closed, answer: "duplicate" }],
      { options: onUnknown },
    ),
    draft(
      "unknown-by-bytes",
      "What an id of an unknown event means is not stated: other bytes are another event.",
      ["U-40"],
      [other(), other(again)],
      { options: onUnknown },
    ),
    draft(
      "unknown-throws",
      "The handler of unknown events is called again at the retry.",
      RETRIED,
      [{ ...other(), handler: "throws", answer: "handler_failed" }, other()],
      { options: onUnknown },
    ),
    draft(
      "unknown-and-payment",
      "An unknown event does not hide a payment with the same id.",
      ["F-6.5-05"],
      [other(), HANDLED],
      { options: onUnknown },
    ),
    named("longest", "A key of 255 characters is stored as it is.", "e".repeat(190)),
    named("too-long", "A key of 256 characters is stored as a digest.", "e".repeat(191)),
    named("zero", "A key with U+0000 is stored as a digest, because PostgreSQL does not accept U+0000.", "a\0b"),
    draft(
      "unknown-ignored",
      "An unknown event without a handler is not stored.",
      ["U-40"],
      [
        { body: closed, answer: "ignored" },
        { body: closed, answer: "ignored" },
      ],
    ),
  ];
}

const SAME = got({ key: "same" });

const functions = (): Draft[] => [
  draft(
    "key-own",
    "A function returns the key that makes two payments the same.",
    ["A-16"],
    [
      { ...HANDLED, handled: SAME },
      { ...AGAIN, body: paid({ id: 1 }) },
    ],
    { options: { key: "same" } },
  ),
  ...(["throws", "empty"] as const).map(
    (key): Draft =>
      draft(
        `key-${key}`,
        key === "empty"
          ? "The function for keys returns an empty key, which would make all payments the same."
          : "The function for keys fails.",
        [],
        [{ answer: "handler_failed" }, { answer: "handler_failed" }],
        { options: { key } },
      ),
  ),
  draft(
    "secrets-asked",
    "A function returns the secrets at each delivery.",
    [],
    [
      { secrets: [{ secret: OLD }], answer: "signature_mismatch" },
      HANDLED,
      { secrets: [], answer: "secrets_unavailable" },
      { secrets: "fail", answer: "secrets_unavailable" },
      AGAIN,
    ],
    { asked: true, secrets: [{ secret: SECRET }] },
  ),
  ...(
    [
      ["accepted", { answer: "handled" }],
      ["refused", { signature: [], answer: "signature_missing" }],
      ["failed", THROWS],
    ] as const
  ).map(
    ([id, step]): Draft =>
      draft(`listeners-throw-${id}`, "A listener that throws does not change the answer.", [], [step], {
        options: { listeners: "throw" },
      }),
  ),
];

/** Returns the cases about what becomes of verified deliveries. */
export const handling = (): Draft[] => [...duplicates(), ...failures(), ...unknownEvents(), ...functions()];
