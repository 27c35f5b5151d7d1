/** The cases of `spec/vectors/receiver.json`, through every door. */

import { beforeEach, describe, expect, it, vi } from "vitest";
import vectors from "../../spec/vectors/receiver.json" with { type: "json" };
import { codeOf, DOORS } from "../support/receiver.ts";
import { CASES, expectedLines, runCase } from "./receiver-vectors.ts";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));

it("has many cases, with unique names", () => {
  const { cases } = vectors;
  expect(cases.length).toBeGreaterThanOrEqual(100);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  const words = cases.flatMap(({ requests }) => requests.flatMap(({ expected }) => expected));
  for (const as of ["handled", "duplicate", "ignored"]) expect(words).toContain(`accepted ${as}`);
});

describe.each(DOORS)("$name", ({ client }) => {
  it.each(CASES)("$id: $about", async (one) => {
    if (one.refusedWhenMade) return expect(runCase(one, client)).rejects.toThrow();
    const steps = await runCase(one, client);
    for (const [i, { lines, reply }] of steps.entries()) {
      expect(reply.headers.get("allow")).toBe(reply.status === 405 ? "POST" : null);
      expect(reply.headers.get("content-type")).toBe(codeOf(reply) ? "application/json" : null);
      expect(lines).toEqual(expectedLines(one.requests[i] as (typeof one.requests)[0], lines));
    }
  });
});
