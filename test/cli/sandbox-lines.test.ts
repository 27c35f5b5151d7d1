/** The lines that a running sandbox prints, at the widths of terminals. */

import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { formatJsonLine, formatLine } from "../../src/cli/sandbox-lines.ts";
import { narrow, narrowLine, narrowText } from "../../src/cli/terminal-width.ts";
import type { JournalEntry } from "../../src/sandbox/index.ts";

const AT = new Date(2026, 2, 2, 9, 15, 0);
const attempt = (data: object): JournalEntry => ({
  id: "s-1",
  type: "attempt",
  data: {
    delivery: 2,
    system: "client",
    webhook: 1,
    payment: 4711,
    number: 1,
    status: 204,
    error: null,
    durationMs: 14.2,
    fault: null,
    state: "delivered",
    now: 1000,
    due: null,
    ...data,
  },
});
const request: JournalEntry = {
  id: "s-2",
  type: "request",
  data: { method: "GET", path: `/api/${"x".repeat(90)}`, status: 400, durationMs: 0.4 },
};
const unknown: JournalEntry = {
  id: "s-3",
  type: "request",
  data: { method: "GET", path: `/nope/${"token".repeat(5)}/x`, status: 404, durationMs: 0.4 },
};
const refused = attempt({ number: 3, status: null, error: "ECONNREFUSED", state: "pending", due: 151_000 });
const plain = (entry: JournalEntry, columns?: number) =>
  stripVTControlCharacters(formatLine(entry, AT, columns ?? 200) ?? "").replaceAll(/ {2,}/g, "  ");

describe("a line of the sandbox", () => {
  it.each([
    ["a success", attempt({}), "delivery 2  payment 4711  client webhook 1  204  14 ms"],
    [
      "a retry, with how long it waits",
      refused,
      "delivery 2, attempt 3  payment 4711  client webhook 1  nothing listens there  14 ms  retry in 2.5 min",
    ],
    ["the last failure", attempt({ status: 500, state: "failed" }), /500 {2}14 ms {2}gave up$/],
    [
      "a forgery that was accepted",
      attempt({ fault: "wrong-signature" }),
      /204, although the signature does not hold {2}14 ms {2}injected fault: signature of another secret$/,
    ],
    [
      "a dropped answer, once",
      attempt({ status: null, error: "answer_dropped", fault: "drop", state: "pending", due: 6000 }),
      "delivery 2  payment 4711  client webhook 1  answer dropped  14 ms  retry in 5 s",
    ],
    ["an app event", attempt({ payment: null, system: "app" }), "delivery 2  app webhook 1  204  14 ms"],
    ["a request", request, /^.{8} <- GET {2}\/api\/x{74}… {2}400 {2}<1 ms$/],
    ["an unknown path, without what may be a token", unknown, /^.{8} <- GET {2}\/nope\/…\/x {2}404 {2}<1 ms$/],
  ])("says it in words: %s", (_, entry, says) => {
    const line = plain(entry);
    if (typeof says === "string") expect(line).toBe(`09:15:00 -> ${says}`);
    else expect(line).toMatch(says);
  });

  it.each([60, 80, 120])("fits %i columns, and hangs below its first word", (columns) => {
    const lines = stripVTControlCharacters(formatLine(refused, AT, columns) ?? "").split("\n");
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {12}\S/);
    expect(lines.join("  ").replaceAll(/ {2,}/g, "  ")).toBe(plain(refused));
    for (const line of plain(request, columns).split("\n")) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it("stands in columns where there is room, and in a pipe", () => {
    const ends = [refused, attempt({})].map((entry) => formatLine(entry, AT, 120)?.indexOf("client webhook"));
    expect(ends).toEqual([55, 55]);
    expect(formatLine(refused, AT, undefined)).not.toContain("\n");
  });

  it("keeps codes and numbers for programs", () => {
    const told = JSON.parse(formatJsonLine(refused, AT) ?? "");
    expect(told).toMatchObject({ type: "attempt", error: "ECONNREFUSED", now: 1000, due: 151_000, durationMs: 14.2 });
  });
});

describe("a line that is too wide", () => {
  it("is wrapped below its second column", () => {
    expect(narrowLine("  client_id   one two three four five", 36)).toBe(
      "  client_id   one two three four\n              five",
    );
    expect(narrowLine("  none; add one with --forward", 24)).toBe("  none; add one with\n    --forward");
    expect(narrowLine("  as it is", 24)).toBe("  as it is");
  });

  it("keeps a word that is wider than the line", () => {
    expect(narrow(["a", "x".repeat(40), "b"], { columns: 24 })).toBe(`a\n${"x".repeat(40)}\nb`);
  });
});

describe("a text for people", () => {
  it.each([60, 80])("fits %i columns, and hangs below its second column where that leaves room", (columns) => {
    const text = [
      "  what to do    Compare the whole name of the event with those in events, and store what was processed.",
      `  deliver.a-name-that-is-long-enough-to-leave-no-room  A title of a check that goes on and on (F-2.2-01)`,
      "A sentence without columns that is longer than the terminal is wide, and goes on for a while.",
    ].join("\n");
    const lines = narrowText(text, columns).split("\n");
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
    expect(lines[1]).toMatch(/^ {16}\S/);
    expect(lines.join(" ").replaceAll(/\s+/g, " ")).toBe(text.replaceAll(/\s+/g, " "));
    expect(narrowText(text, undefined)).toBe(text);
  });
});
