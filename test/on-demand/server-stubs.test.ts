/** docs/server-stubs.md still tells the truth: the quick stubs are made, compiled and sent a signed delivery again. */

import { describe, expect, it } from "vitest";
import { describeTool, receivingStubs, STUBS } from "../../scripts/compatibility/page.ts";
import { keptBy } from "../../scripts/compatibility/project-files.ts";
import { readResults } from "../../scripts/compatibility/results.ts";
import { judgeStub } from "../../scripts/compatibility/stubs.ts";
import { runAgain } from "../support/compatibility.ts";

const results = readResults();

describe("the page", () => {
  it.each(STUBS.map(({ tool }) => tool))("has the code that keeps the bytes for %s", (tool) => {
    expect(keptBy(tool)).toMatch(/verify/i);
  });

  it("has six generators and languages, or more, that receive a delivery with its bytes intact", () => {
    expect(new Set(receivingStubs(results).map(describeTool)).size).toBeGreaterThanOrEqual(6);
  });

  it("never finds the signature over a model that was encoded again", () => {
    expect(Object.values(results).filter(({ encodedAgain }) => encodedAgain === "yes")).toEqual([]);
  });
});

describe("the verdict", () => {
  const line = (bytes: string) => `received\t${Buffer.from(bytes).toString("base64")}\te30=\n`;

  it("is no for other bytes, for a handler that was not called, and for an altered delivery that got through", () => {
    expect(judgeStub({ genuine: 204, altered: 401 }, line("{}"))).toMatchObject({
      receives: "yes",
      bytes: "no: 2 other bytes",
      refuses: "yes",
      unknownMembers: "dropped",
    });
    expect(judgeStub({ genuine: 204, altered: 401 }, "").receives).toBe("no: answered 204, the handler was not called");
    expect(judgeStub({ genuine: 204, altered: 204 }, line("{}").repeat(2)).refuses).toMatch(/^no: answered 204/);
  });
});

runAgain((id) => id.startsWith("stub /"));
