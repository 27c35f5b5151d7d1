/** Whose payment it is: payments of two owners are two, also with the same id. */

import { SECRET, sign } from "./delivery.ts";
import {
  BODY,
  type Draft,
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
  {
    id: "owners-two",
    about: "The same id at two customers is two payments.",
    rests: OWNED,
    secrets: [A, B],
    steps: [by(A, "handled", ofA), by(B, "handled", ofB), by(A, "duplicate"), by(B, "duplicate")],
  },
  {
    id: "owners-two-webhooks",
    about: "Two webhooks of one customer share their payments.",
    rests: OWNED,
    secrets: [
      { ...A, owner: "acme" },
      { secret: "secret-c", label: "c", owner: "acme" },
    ],
    steps: [by(A, "handled", { ...ofA, key: `acme/${KEY}`, owner: "acme" }), by({ secret: "secret-c" }, "duplicate")],
  },
  {
    id: "owners-rotation",
    about: "Two secrets with one label belong to one webhook.",
    rests: OWNED,
    secrets: [A, { secret: "secret-new", label: "a" }],
    steps: [by({ secret: "secret-new" }, "handled", { ...ofA, secretIndex: 1 }), by(A, "duplicate")],
  },
  {
    id: "owners-asked",
    about: "A function returns labelled secrets.",
    rests: OWNED,
    secrets: [A, B],
    asked: true,
    steps: [by(A, "handled", ofA), by(B, "handled", ofB), by(B, "duplicate")],
  },
  {
    id: "owners-key-own",
    about: "A key from the function for keys is kept within its owner.",
    rests: OWNED,
    secrets: [A, B],
    options: { key: "same" },
    steps: [
      by(A, "handled", { ...ofA, key: "a/same" }),
      by(B, "handled", { ...ofB, key: "B%20%26%20Sons%2F2/same" }),
      by(A, "duplicate", undefined, paid({ id: 1 })),
    ],
  },
  {
    id: "owners-unknown-event",
    about: "The key of an unknown event is kept within its owner.",
    rests: OWNED,
    secrets: [A, { secret: "secret-b", label: "b" }],
    options: { onUnknown: true },
    steps: ["a", "b"].map((label, secretIndex) => {
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
  },
  {
    id: "owners-throws",
    about: "A failed payment of one customer does not stop the same id of another.",
    rests: ["F-6.5-02"],
    secrets: [A, B],
    steps: [{ ...by(A, "handler_failed", ofA), handler: "throws" }, by(B, "handled", ofB), by(A, "handled", ofA)],
  },
];

function forms(): Draft[] {
  const owned = (id: string, about: string, owner: string, key: string): Draft => ({
    id,
    about,
    secrets: [{ secret: SECRET, label: "l", owner }],
    steps: [{ answer: "handled", handled: got({ key, label: "l", owner }) }],
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
  {
    id: "earlier-done",
    about: "The previous version, which stored no owner, has handled the payment.",
    rests: ["F-6.5-05"],
    secrets: [A, B],
    before: { done: [KEY] },
    steps: [
      { ...by(A, "duplicate"), beside: "owner_unknown" },
      by(A, "handled", { ...ofA, id: "1", key: ofA.key.replace("4711", "1") }, paid({ id: 1 })),
    ],
  },
  {
    id: "earlier-busy",
    about: "The previous version, which stored no owner, is handling the payment.",
    rests: ["F-6.5-02"],
    secrets: [A, B],
    before: { busy: [KEY] },
    steps: [by(A, "event_busy")],
  },
  {
    id: "earlier-store-away",
    about: "A store that is not available.",
    rests: ["F-6.5-02"],
    secrets: [A, B],
    steps: [{ ...by(A, "store_failed"), store: "away" }, by(A, "handled", ofA)],
  },
];

const acme = { owner: "acme", key: `acme/${KEY}` };

const given = (): Draft[] => [
  {
    id: "owner-of-list",
    about: "A function returns secrets with one owner for all.",
    rests: OWNED,
    needs: ["owned list"],
    asked: true,
    owner: "acme",
    secrets: [PLAIN, A],
    steps: [
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
  },
  {
    id: "owners-beside-plain",
    about: "A secret without an owner beside others: its payments do not hide those of an owner.",
    rests: OWNED,
    needs: ["owned beside plain"],
    secrets: [A, PLAIN],
    steps: [
      by(PLAIN, "handled", got({ secretIndex: 1 })),
      by(A, "handled", ofA),
      by(PLAIN, "duplicate"),
      by(A, "duplicate"),
    ],
  },
];

/** Returns the cases about owners. */
export const owners = (): Draft[] => [...apart(), ...forms(), ...earlier(), ...given()];
