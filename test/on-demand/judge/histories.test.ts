/**
 * Flaws that one look does not show, nor the judge without its histories: what it takes is one status, one character,
 * one number or one moment, or another webhook beside the first. Each is found, for the fact that it breaks.
 */

import { expect, it } from "vitest";
import { foundServices, QUICK } from "../../judge/judged.ts";
import { SUBJECTS } from "../../services/flaws.ts";

const FLAWS = SUBJECTS.flatMap(([subject, { histories = [] }]) =>
  histories.length > 0 ? [{ subject, histories }] : [],
);

it.each(FLAWS)(
  "of $subject",
  async ({ histories }) => {
    const { missed, wrong } = await foundServices(histories, [...QUICK, "history"], 4);
    expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
  },
  900_000,
);
