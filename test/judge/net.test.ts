/** The rows of the net, and how a run is compared with one. The runs themselves: `npm run prove -- net`. */

import { describe, expect, it } from "vitest";
import { differences, type Row, readNet, SUBJECTS, withRun } from "../judges/net.ts";

const EMPTY: Row = { name: "service flaw x", seeds: [], always: [], sometimes: [], changed: "" };

it("has rows of subjects that exist", () => {
  const names = new Set(SUBJECTS.map(({ name }) => name));
  expect([...readNet().keys()].filter((name) => !names.has(name))).toEqual([]);
  expect(names.size).toBe(SUBJECTS.length);
});

it("accuses no legal subject, in any run", () => {
  const accused = [...readNet().values()].filter(
    ({ name, always, sometimes }) => / legal /.test(name) && always.length + sometimes.length > 0,
  );
  expect(accused).toEqual([]);
});

describe("a row", () => {
  const twice = withRun(withRun(EMPTY, 1, ["F-1-04", "F-3-03"]), 2, ["F-3-03", "F-7-03"]);

  it("tells what was accused in every run from what was not", () => {
    expect(twice).toMatchObject({ seeds: [1, 2], always: ["F-3-03"], sometimes: ["F-1-04", "F-7-03"] });
  });

  it("shows what a new judge no longer finds, or adds, unless its reason stands beside it", () => {
    expect(differences(twice, ["F-1-04"])).toEqual(["service flaw x: no longer accused of F-3-03"]);
    const facts = ["F-3-03", "F-2.2-02"];
    expect(differences(twice, facts)).toEqual(["service flaw x: accused of F-2.2-02 without a reason in net.txt"]);
    const changed = "F-2.2-02: two secrets are told apart; -F-3-03: it was due to the other";
    expect(differences({ ...twice, changed }, ["F-2.2-02"])).toEqual([]);
  });
});
