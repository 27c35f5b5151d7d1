import { describe, expect, it } from "vitest";
import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { FACTS } from "../../generated/facts.ts";
import { PROFILE_KEYS } from "../../generated/profile.ts";
import { ERROR_TEXTS } from "../../src/errors/texts/index.ts";
import { listChecks } from "../../src/judge/index.ts";
import { closest } from "../../src/values/closest.ts";
import { cliHere as cli } from "./run.ts";

describe("explain", () => {
  it("knows every code, fact, gap and check", async () => {
    const { code, stdout } = await cli(["explain", "--json"]);
    const all: { id: string; kind: string; parts: Record<string, string> }[] = JSON.parse(stdout);
    const wanted = [
      ...Object.keys(ERROR_TEXTS),
      ...Object.keys(FACTS),
      ...Object.keys(ASSUMPTIONS),
      ...listChecks("api").map(({ id }) => id),
      ...listChecks("receiver").map(({ id }) => id),
    ];
    expect([code, new Set(all.map(({ id }) => id))]).toEqual([0, new Set(wanted)]);
    for (const { id, parts } of all)
      for (const [name, text] of Object.entries(parts)) expect(text.length, `${id} ${name}`).toBeGreaterThan(1);
  });

  it.each([
    ["signature_mismatch", ERROR_TEXTS.signature_mismatch.fix],
    ["F-6.3-05", FACTS["F-6.3-05"].sentence],
    ["u-19", ASSUMPTIONS["U-19"].assume],
    ["deliver.digest", "F-6.3-05"],
  ])("explains %s in words", async (id, text) => {
    const { code, stdout, stderr } = await cli(["explain", id]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(text);
  });

  it("names the settings of a gap, which the sandbox takes", async () => {
    const said = (await cli(["explain", "--json"])).stdout;
    const parts = new Map(JSON.parse(said).map(({ id, parts }: { id: string; parts: object }) => [id, parts]));
    expect(parts.get("U-25")).toMatchObject({
      settings: expect.stringMatching(
        /--set afterLastAttempt=VALUE \(default "keep", strict "deactivate"\); .*goneDeac/,
      ),
    });
    for (const [key, { gap }] of Object.entries(PROFILE_KEYS))
      if (gap in ASSUMPTIONS)
        expect(parts.get(gap)).toMatchObject({ settings: expect.stringContaining(`--set ${key}=`) });
  });

  it("names what was meant", async () => {
    const { code, stderr } = await cli(["explain", "signature_mismach"]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^code_unknown: .*Did you mean signature_mismatch/)]);
    expect(closest("U-191", Object.keys(ASSUMPTIONS))).toContain("U-19");
    expect(closest("something else", Object.keys(ERROR_TEXTS))).toEqual([]);
  });
});
