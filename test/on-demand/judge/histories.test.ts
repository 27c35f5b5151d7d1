/**
 * Flaws that one look does not show, nor the judge without its histories: what it takes is one status, one character,
 * one number or one moment, or another webhook beside the first. Each is found, for the fact that it breaks.
 */

import { expect, it } from "vitest";
import { eachOf, judgeService, QUICK, tableOf } from "../../judge/judged.ts";
import { SUBJECTS } from "../../services/flaws.ts";

const FLAWS = SUBJECTS.flatMap(([subject, { histories = [] }]) =>
  histories.length > 0 ? [{ subject, histories }] : [],
);

it.each(FLAWS)(
  "of $subject",
  async ({ histories }) => {
    const reports = await eachOf(histories, 4, async (flaw) => ({
      flaw,
      report: await judgeService(flaw.switches, { only: [...QUICK, "history"] }),
    }));
    const { missed, wrong } = tableOf(reports);
    expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
  },
  900_000,
);
