/** Receivers with one flaw each, by subject. A flaw breaks one stated fact. */

import { BYTES_FLAWS } from "./flaws/bytes.ts";
import { DIGEST_FLAWS } from "./flaws/digests.ts";
import type { Arguable, Flaw, Flaws } from "./flaws/flaw.ts";
import { REFUSAL_FLAWS } from "./flaws/refusals.ts";
import { REPETITION_FLAWS } from "./flaws/repetitions.ts";
import { TRUST_FLAWS } from "./flaws/trust.ts";

export type { Arguable, Flaw } from "./flaws/flaw.ts";

const SUBJECTS: Flaws[] = [TRUST_FLAWS, DIGEST_FLAWS, BYTES_FLAWS, REFUSAL_FLAWS, REPETITION_FLAWS];

/** One delivery or forgery by itself shows them. */
export const ONE_LOOK: Flaw[] = SUBJECTS.flatMap(({ look = [] }) => look);
/** They show after or beside others. */
export const HIDDEN: Flaw[] = SUBJECTS.flatMap(({ judge = [] }) => judge);
export const FLAWS: Flaw[] = [...ONE_LOOK, ...HIDDEN];
export const ARGUABLE: Arguable[] = SUBJECTS.flatMap(({ arguable = [] }) => arguable);
