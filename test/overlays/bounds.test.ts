/** Small overlays that would keep us busy: targets that add up, and updates that double the document. */

import { expect, it, vi } from "vitest";
import { applyOverlay } from "../../src/overlays/overlay.ts";

const refused = expect.objectContaining({ code: "document_too_large" });

it("an update whose targets are what earlier updates added ends", () => {
  const update = { left: { "x-more": {} }, right: { "x-more": {} } };
  const actions = Array.from({ length: 60 }, () => ({ target: "$..['x-more']", update }));
  expect(() => applyOverlay({ "x-more": {} }, { actions })).toThrow(refused);
  expect(applyOverlay({ "x-more": {} }, { actions: actions.slice(0, 2) })).toMatchObject({
    "x-more": { left: { "x-more": update }, right: { "x-more": update } },
  });
});

it("targets have 8 s together", () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 1500));
  const actions = (length: number) => Array.from({ length }, () => ({ target: "$.info", update: { a: 1 } }));
  expect(() => applyOverlay({ info: {} }, { actions: actions(8) })).toThrow(refused);
  expect(applyOverlay({ info: {} }, { actions: actions(4) })).toEqual({ info: { a: 1 } });
});

it("a target that is nested too deeply is told as one", () => {
  const target = `$[?${"(".repeat(20_000)}@.a${")".repeat(20_000)}]`;
  expect(() => applyOverlay({ info: {} }, { actions: [{ target, update: {} }] })).toThrow("nested too deeply");
});
