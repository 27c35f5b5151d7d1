/** A token that dies of age alone, which only the end of a longer run shows. */

import { expect, it } from "vitest";
import type { Json } from "../services/types.ts";
import { accusationsIn, judgeService } from "./judged.ts";

/** An experiment that takes more than a second goes before. */
const only = ["deliver.goes-on", "history.client.answers", "token.lasts"];

it("is found, unless expires_in says so or another token ended it", async () => {
  const subjects = {
    dies: { tokenLivesMs: 800 },
    "of an exchange dies": { exchangedLivesMs: 800 },
    over: { tokenLivesMs: 800, expiresIn: 5 },
    short: { tokenLivesMs: 800, expiresIn: 1 },
    ended: { endsEarlierTokens: true },
    "never taken": { tokenAnswer: (tokens: Json) => ({ ...tokens, access_token: `${tokens["access_token"]}x` }) },
    good: {},
  };
  const found = await Promise.all(
    Object.entries(subjects).map(async ([name, switches]) => {
      const accused = accusationsIn(await judgeService(switches, { only })).map(({ id }) => id);
      return [name, accused];
    }),
  );
  expect(Object.fromEntries(found)).toEqual({
    dies: ["token.lasts"],
    "of an exchange dies": ["token.lasts"],
    over: ["token.lasts"],
    short: [],
    ended: [],
    "never taken": [],
    good: [],
  });
}, 120_000);
