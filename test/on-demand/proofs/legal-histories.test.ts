/**
 * No history and no walk accuses a legal service that does nearly what a flawed one does. The short form takes every
 * sixth of them.
 */

import { expect, it } from "vitest";
import { falseAlarms, judgeService, QUICK } from "../../judge/judged.ts";
import { VARIANTS, WITH_HISTORIES } from "../../services/variants.ts";
import { rounds } from "../../support/proof.ts";

/** Of the other legal services, those that change with what happened before. */
const CHANGING = ["off-after-410", "off-after-last-attempt", "pending-held", "same-url-given-out-again"];

it("accuses none of them", async () => {
  const changing = VARIANTS.filter(({ id }) => CHANGING.includes(id));
  expect(changing.length).toBe(CHANGING.length);
  const every = [{ id: "as it stands", switches: {} }, ...changing, ...WITH_HISTORIES];
  const subjects = every.filter((_, index) => index % rounds(6, 1) === 0);
  const only = [...QUICK, "history", "walk"];
  expect(await falseAlarms(subjects, 8, (switches) => judgeService(switches, { only }))).toEqual([]);
});
