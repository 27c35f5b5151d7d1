/** The time that all files of one command have together. */

import { expect, it, vi } from "vitest";
import { ReadingTime } from "../../src/documents/budget.ts";

const refused = expect.objectContaining({ code: "document_too_large" });
const endless = () => {
  for (;;);
};

/** Each file takes so long. */
function reading(ms: number, time = new ReadingTime()) {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += ms));
  return (length: number) => time.read("a.yaml", length, () => length);
}

it("is used up by small files, not by each anew", () => {
  const time = new ReadingTime();
  const read = reading(3500, time);
  expect([read(1), read(1)]).toEqual([1, 1]);
  vi.restoreAllMocks();
  expect(() => time.read("a.yaml", 1, endless)).toThrow(refused);
});

it("grows with files of more than a mebibyte", () => {
  const time = new ReadingTime();
  const read = reading(3500, time);
  const long = 3 * 1024 * 1024;
  expect([read(long), read(1), read(1)]).toEqual([long, 1, 1]);
});

it("is 7 s: what takes longer than the rest of them is ended", () => {
  const time = new ReadingTime();
  expect(reading(6900, time)(1)).toBe(1);
  vi.restoreAllMocks();
  expect(() => time.read("a.yaml", 1, endless)).toThrow("Reading a.yaml takes longer than 0.1 s");
});
