/** Every service with one flaw is found out, for the fact that it breaks. The other half is in the file beside this one. */

import { expect, it } from "vitest";
import { FLAWS_OF } from "../services/flaws.ts";
import { eachOf, judgeService, tableOf } from "./judged.ts";

const GROUPS = ["tokens", "clientWebhooks", "appWebhooks"] as const;

it("finds every flaw for the right fact", async () => {
  const flaws = GROUPS.flatMap((group) => FLAWS_OF[group]);
  const found = await eachOf(flaws, 10, async (flaw) => ({ flaw, report: await judgeService(flaw.switches) }));
  const { text, missed, wrong } = tableOf(found);
  console.log(text);
  expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
}, 600_000);
