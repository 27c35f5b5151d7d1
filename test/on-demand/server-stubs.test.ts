/** docs/server-stubs.md still tells the truth: the quick stubs are made, compiled and sent a signed delivery again. */

import { afterAll, describe, expect, it } from "vitest";
import { judgeStub } from "../../scripts/compatibility/stubs/delivery.ts";
import { STUB_STEPS, type StubResult, stubDifferences } from "../../scripts/compatibility/stubs/result.ts";
import { runStub } from "../../scripts/compatibility/stubs/run.ts";
import { readStubResults } from "../../scripts/compatibility/stubs/store.ts";
import { STUBS } from "../../scripts/compatibility/stubs/table.ts";

const results = readStubResults();

describe("the results", () => {
  it("are those of the table", () => {
    expect(Object.keys(results)).toEqual(STUBS.map(({ name }) => name));
  });

  it("have six generators and languages, or more, that receive a delivery with its bytes intact", () => {
    const whole = STUBS.filter(({ name }) => STUB_STEPS.every((step) => results[name]?.[step] === "yes"));
    const distinct = new Set(
      whole.map(({ name, languageName }) => [name.startsWith("OpenAPI Generator") ? "" : name, languageName].join()),
    );
    expect(distinct.size).toBeGreaterThanOrEqual(6);
  });

  it("never find the signature over a model that was encoded again", () => {
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

describe("run again", () => {
  const skipped: string[] = [];
  afterAll(() => {
    for (const text of skipped) process.stderr.write(`skipped: ${text}\n`);
  });

  it.each(STUBS.filter(({ quick }) => quick).map((stub) => [stub.name, stub] as const))(
    "%s",
    async (name, stub) => {
      const now = await runStub(stub);
      const reason = Object.values(now).find((outcome) => outcome.startsWith("skipped"));
      if (reason) skipped.push(`${name}: ${reason.replace("skipped: ", "")}`);
      expect(stubDifferences(results[name] as StubResult, now)).toEqual([]);
    },
    300_000,
  );
});
