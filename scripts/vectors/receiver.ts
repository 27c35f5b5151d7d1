/**
 * What a receiver makes of requests, one after the other: its answers, what its handlers get, and what its store holds.
 */

import { makeCase } from "./receiver-case.ts";
import { handling } from "./receiver-handling.ts";
import { owners } from "./receiver-owners.ts";
import { problems } from "./receiver-problems.ts";
import { requests } from "./receiver-requests.ts";

/** Returns the content of `spec/vectors/receiver.json`. */
export function receiverVectors(): object {
  return {
    about:
      "Requests to a receiver, one after the other, with what it does, as lines to compare; see README.md. `rests`: " +
      "the facts and gaps that a case rests on; an empty list is a choice of our receivers. Made by scripts/vectors.ts.",
    cases: [...requests(), ...handling(), ...owners(), ...problems()].map(makeCase),
  };
}
