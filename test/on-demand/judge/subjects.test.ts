/** A look at the flawed services shows a difference, and none at the variants: those that `npm test` leaves out. */

import { describe } from "vitest";
import { isFirstOfGap, isFirstOfKind, ONE_LOOK, showsEach } from "../../services/look.ts";
import { VARIANTS } from "../../services/variants.ts";

describe("one look shows", () =>
  showsEach(
    ONE_LOOK.filter((flaw, i) => !isFirstOfKind(flaw, i, ONE_LOOK)),
    VARIANTS.filter((variant, i) => !isFirstOfGap(variant, i, VARIANTS)),
  ));
