/** Answers of the service to a client, and what the client makes of each. */

import { caseOf } from "./client-case.ts";
import { failures, requests } from "./client-failures.ts";
import { taken } from "./client-taken.ts";
import { tokens } from "./client-tokens.ts";

/** Returns the content of `spec/vectors/client.json`. */
export function clientVectors(): object {
  return {
    about:
      "Calls of a client with the answers of the service, one a connection, as raw bytes in base64; the result or " +
      "the error, and what was sent; see README.md. `rests`: the facts and gaps that a case rests on; an empty list " +
      "is a choice of our clients. Made by scripts/vectors.ts.",
    cases: [...taken(), ...tokens(), ...failures(), ...requests()].map(caseOf),
  };
}
