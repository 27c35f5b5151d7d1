/** Whose payment it is: payments of two owners are two, also with the same id. */

import { SECRET, sign } from "./delivery.ts";
import {
  BODY,
  type Draft,
  draft,
  got,
  type Handled,
  KEY,
  OTHER_EVENT,
  paid,
  type Secret,
  type Step,
} from "./receiver-case.ts";
import { digest, ofBytes } from "./receiver-handling.ts";

export const A: Secret = { secret: "secret-a", label: "a" };
export const B: Secret = { secret: "secret-b", label: "b", owner: "B & Sons/2" };
export const PLAIN: Secret = { secret: "secret-plain" };
const KEY_B = `B%20%26%20Sons%2F2/${KEY}`;

/** A delivery under this secret. */
export const by = ({ secret }: Secret, answer: string, handled?: Handled, body = BODY): Step => ({
  body,
  signature: [sign(secret, body)],
  answer,
  ...(handled && { handled }),
});
const ofA = got({ key: `a/${KEY}`, label: "a", owner: "a" });
export const ofB = got({ key: KEY_B, label: "b", owner: "B & Sons/2", secretIndex: 1 });
const OWNED = ["F-2.2-12", "F-6.5-05"];

const apart = (): Draft[] => [
  draft(
    "owners-two",
    "The same id at two customers is two payments.",
    OWNED,
    [by(A, "handled", ofA), by(B, "handled", ofB), by(A, "duplicate"), by(B, "duplicate")],
    { secrets: [A, B] },
  ),
  draft(
    "owners-two-webhooks",
    "Two webhooks of one customer share their payments.",
    OWNED,
    [by(A, "handled", { ...ofA, key: `acme/${KEY}`, owner: "acme" }), by({ secret: "secret-c" }, "duplicate")],
    {
      secrets: [
        { ...A, owner: "acme" },
        { secret: "secret-c", label: "c", owner: "acme" },
      ],
    },
  ),
  draft(
    "owners-rotation",
    "Two secrets with one label belong to one webhook.",
    OWNED,
    [by({ secret: "secret-new" }, "handled", { ...ofA, secretIndex: 1 }), by(A, "duplicate")],
    { secrets: [A, { secret: "secret-new", label: "a" }] },
  ),
  draft(
    "owners-asked",
    "A function returns labelled secrets.",
    OWNED,
    [by(A, "handled", ofA), by(B, "handled", ofB), by(B, "duplicate")],
    { secrets: [A, B], asked: true },
  ),
  draft(
    "owners-key-own",
    "A key from the function for keys is kept within its owner.",
    OWNED,
    [
      by(A, "handled", { ...ofA, key: "a/same" }),
      by(B, "handled", { ...ofB, key: "B%20%26%20Sons%2F2/same" }),
      by(A, "duplicate", undefined, paid({ id: 1 })),
    ],
    { secrets: [A, B], options: { key: "same" } },
  ),
  draft(
    "owners-unknown-event",
    "The key of an unknown event is kept within its owner.",
    OWNED,
    ["a", "b"].map((label, secretIndex) => {
      const body = paid({ "@event": OTHER_EVENT });
      const key = `${label}/${ofBytes(body)}`;
      // Longer than a key may be.
      const short = key.length <= 100 ? key : digest(`${label} ${ofBytes(body)}`);
      return by(
        { secret: `secret-${label}` },
        "handled",
        { event: OTHER_EVENT, key: short, secretIndex, label, owner: label },
        body,
      );
    }),
    { secrets: [A, { secret: "secret-b", label: "b" }], options: { onUnknown: true } },
  ),
  draft(
    "owners-throws",
    "A failed payment of one customer does not stop the same id of another.",
    ["F-6.5-02"],
    [{ ...by(A, "handler_failed", ofA), handler: "throws" }, by(B, "handled", ofB), by(A, "handled", ofA)],
    { secrets: [A, B] },
  ),
];

function forms(): Draft[] {
  const owned = (id: string, about: string, owner: string, key: string): Draft =>
    draft(id, about, [], [{ answer: "handled", handled: got({ key, label: "l", owner }) }], {
      secrets: [{ secret: SECRET, label: "l", owner }],
    });
  const room = 100 - KEY.length - 1;
  return [
    owned(
      "owner-plain",
      "Letters, digits and some marks of an owner stay as they are.",
      "AZaz09-_.!~*'()",
      `AZaz09-_.!~*'()/${KEY}`,
    ),
    owned(
      "owner-encoded",
      "All other characters of an owner are percent-encoded UTF-8.",
      "\u00e9\u{1f600}%/ ",
      `%C3%A9%F0%9F%98%80%25%2F%20/${KEY}`,
    ),
    owned(
      "owner-longest",
      "A key of 100 characters with an owner is stored as it is.",
      "x".repeat(room),
      `${"x".repeat(room)}/${KEY}`,
    ),
    owned(
      "owner-too-long",
      "A key of 101 characters with an owner is stored as a digest.",
      "x".repeat(room + 1),
      digest(`${"x".repeat(room + 1)} ${KEY}`),
    ),
    owned(
      "owner-very-long",
      "A key with a very long owner is stored as a digest.",
      "\u00fc".repeat(300),
      digest(`${"%C3%BC".repeat(300)} ${KEY}`),
    ),
  ];
}

const earlier = (): Draft[] => [
  draft(
    "earlier-done",
    "The previous version, which stored no owner, has handled the payment.",
    ["F-6.5-05"],
    [
      { ...by(A, "duplicate"), beside: "owner_unknown" },
      by(A, "handled", { ...ofA, id: "1", key: ofA.key.replace("4711", "1") }, paid({ id: 1 })),
    ],
    { secrets: [A, B], before: { done: [KEY] } },
  ),
  draft(
    "earlier-busy",
    "The previous version, which stored no owner, is handling the payment.",
    ["F-6.5-02"],
    [by(A, "event_busy")],
    { secrets: [A, B], before: { busy: [KEY] } },
  ),
  draft(
    "earlier-store-away",
    "A store that is not available.",
    ["F-6.5-02"],
    [{ ...by(A, "store_failed"), store: "away" }, by(A, "handled", ofA)],
    { secrets: [A, B] },
  ),
];

const acme = { owner: "acme", key: `acme/${KEY}` };

const given = (): Draft[] => [
  draft(
    "owner-of-list",
    "A function returns secrets with one owner for all.",
    OWNED,
    [
      by(PLAIN, "handled", got(acme)),
      by(A, "duplicate"),
      by(
        A,
        "handled",
        got({ ...acme, id: "1", key: acme.key.replace("4711", "1"), label: "a", secretIndex: 1 }),
        paid({ id: 1 }),
      ),
      by(PLAIN, "payload_invalid", undefined, paid({ id: "4711" })),
    ],
    { needs: ["owned list"], asked: true, owner: "acme", secrets: [PLAIN, A] },
  ),
  draft(
    "owners-beside-plain",
    "A secret without an owner beside others: its payments do not hide those of an owner.",
    OWNED,
    [by(PLAIN, "handled", got({ secretIndex: 1 })), by(A, "handled", ofA), by(PLAIN, "duplicate"), by(A, "duplicate")],
    { needs: ["owned beside plain"], secrets: [A, PLAIN] },
  ),
];

/** Returns the cases about owners. */
export const owners = (): Draft[] => [...apart(), ...forms(), ...earlier(), ...given()];
