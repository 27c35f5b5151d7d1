/** What is told of a delivery that was not acknowledged, and secrets that cannot be used. */

import { OTHER } from "./delivery.ts";
import { type Draft, OTHER_EVENT, paid, type Secret } from "./receiver-case.ts";
import { ofBytes } from "./receiver-handling.ts";
import { A, B, by, ofB, PLAIN } from "./receiver-owners.ts";

const closed = paid({ "@event": OTHER_EVENT });

const owned = (): Draft[] => [
  {
    id: "owners-problems",
    about: "A problem names the label and owner of a delivery that verified.",
    rests: ["F-2.2-12"],
    secrets: [A, B],
    options: { onUnknown: true },
    steps: [
      { ...by(B, "handler_failed", ofB), handler: "throws" },
      { ...by(B, "store_failed"), store: "away" },
      by(B, "payload_invalid", undefined, paid({ id: "4711" })),
      by(B, "body_not_json", undefined, "{"),
      by({ secret: OTHER }, "signature_mismatch"),
      {
        ...by(
          A,
          "handler_failed",
          { event: OTHER_EVENT, key: `a/${ofBytes(closed)}`, secretIndex: 0, label: "a", owner: "a" },
          closed,
        ),
        handler: "throws",
      },
    ],
  },
  {
    id: "owners-problem-late",
    about: "A problem at the deadline names the label and owner.",
    rests: ["F-2.2-12"],
    needs: ["deadline"],
    secrets: [A, B],
    steps: [{ ...by(B, "handler_deadline", ofB), handler: "late" }],
  },
  {
    id: "owners-problem-key",
    about: "A problem with the key names the label and owner.",
    rests: ["F-2.2-12"],
    secrets: [A, B],
    options: { key: "throws" },
    steps: [by(B, "handler_failed")],
  },
];

const unusable: readonly (readonly [id: string, about: string, secrets: readonly Secret[], needs?: string])[] = [
  ["none", "An empty list of secrets.", []],
  ["empty", "An empty secret, with which anyone can sign.", [{ secret: "" }]],
  ["second-empty", "An empty secret behind another one.", [PLAIN, { secret: "" }]],
  [
    "byte-order-mark",
    "A secret that begins with a byte order mark, as some editors save it.",
    [{ secret: "\ufeffsecret" }],
  ],
  [
    "replacement-character",
    "A secret that was read in another encoding than it was saved in.",
    [{ secret: "secr\ufffdt" }],
  ],
  ["label-empty", "A secret with an empty label.", [{ ...A, label: "" }], "label of any text"],
  ["owner-empty", "A secret with an empty owner.", [{ ...A, owner: "" }], "owner of any text"],
  [
    "two-owners",
    "One label with two owners.",
    [
      { ...A, owner: "x" },
      { ...A, secret: "other", owner: "y" },
    ],
  ],
];

function refusedSecrets(): Draft[] {
  return unusable.flatMap(([id, about, secrets, need]): Draft[] => {
    const needs = need ? [need] : [];
    return [
      { id: `made-with-${id}`, about, needs, secrets, steps: "refused when made" },
      { id: `asked-for-${id}`, about, needs, secrets, asked: true, steps: [{ answer: "secrets_unavailable" }] },
    ];
  });
}

/** Returns the cases about problems: whose delivery it was, and secrets that cannot be used. */
export const problems = (): Draft[] => [...owned(), ...refusedSecrets()];
