/** A look at the flawed services shows a difference, and none at the variants: those that `npm test` leaves out. */

import { describe } from "vitest";
import { isFirstOfGap, isFirstOfSubject, ONE_LOOK, showsEach } from "../../services/look.ts";
import { LOOKING_ALIKE } from "../../services/variants.ts";

describe("one look shows", () =>
  showsEach(
    ONE_LOOK.filter((flaw) => !isFirstOfSubject(flaw)),
    LOOKING_ALIKE.filter((variant, i) => !isFirstOfGap(variant, i, LOOKING_ALIKE)),
  ));
