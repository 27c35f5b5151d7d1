/** What is told of a delivery that was not acknowledged, and secrets that cannot be used. */

import { OTHER } from "./delivery.ts";
import { type Draft, draft, OTHER_EVENT, paid, type Secret } from "./receiver-case.ts";
import { ofBytes } from "./receiver-handling.ts";
import { A, B, by, ofB, PLAIN } from "./receiver-owners.ts";

const closed = paid({ "@event": OTHER_EVENT });

const owned = (): Draft[] => [
  draft(
    "owners-problems",
    "A problem names the label and owner of a delivery that verified.",
    ["F-2.2-12"],
    [
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
    { secrets: [A, B], options: { onUnknown: true } },
  ),
  draft(
    "owners-problem-late",
    "A problem at the deadline names the label and owner.",
    ["F-2.2-12"],
    [{ ...by(B, "handler_deadline", ofB), handler: "late" }],
    { needs: ["deadline"], secrets: [A, B] },
  ),
  draft(
    "owners-problem-key",
    "A problem with the key names the label and owner.",
    ["F-2.2-12"],
    [by(B, "handler_failed")],
    { secrets: [A, B], options: { key: "throws" } },
  ),
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
      draft(`made-with-${id}`, about, [], "refused when made", { needs, secrets }),
      draft(`asked-for-${id}`, about, [], [{ answer: "secrets_unavailable" }], { needs, secrets, asked: true }),
    ];
  });
}

/** Returns the cases about problems: whose delivery it was, and secrets that cannot be used. */
export const problems = (): Draft[] => [...owned(), ...refusedSecrets()];
