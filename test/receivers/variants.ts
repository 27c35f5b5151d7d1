/**
 * Receivers that keep every stated fact and make unusual choices where there is a choice. A judge that accuses one of
 * them demands more than is stated.
 */

import { ANSWER_VARIANTS } from "./variants/answers.ts";
import { REQUEST_VARIANTS } from "./variants/requests.ts";
import type { Variant, Variants } from "./variants/variant.ts";

export type { Variant } from "./variants/variant.ts";

const SUBJECTS: Variants[] = [ANSWER_VARIANTS, REQUEST_VARIANTS];

/** One delivery shows nothing else than at a correct receiver. */
export const LOOKING_ALIKE: Variant[] = SUBJECTS.flatMap(({ look = [] }) => look);
/** It may show something else. */
export const LOOKING_OTHERWISE: Variant[] = SUBJECTS.flatMap(({ judge = [] }) => judge);
export const VARIANTS: Variant[] = [...LOOKING_ALIKE, ...LOOKING_OTHERWISE];
