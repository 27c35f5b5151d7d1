/** A look at the flawed services shows a difference, and none at the variants. */

import { describe } from "vitest";
import { ONE_LOOK, showsEach } from "../../services/look.ts";
import { LOOKING_ALIKE } from "../../services/variants.ts";

describe("one look shows", () => showsEach(ONE_LOOK, LOOKING_ALIKE));
