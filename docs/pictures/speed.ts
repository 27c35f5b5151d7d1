import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Bar, bars } from "./bars.ts";

const file = join(import.meta.dirname, "../benchmarks.md");
/** A row of the first table: a name in code, and a range of ratios. */
const ROW = /^\| `([^`]+)`[^|]*\| ([\d.]+) to ([\d.]+) \|/gm;

/** The speed of verification beside peers, as the first table of the benchmarks has it. */
export function drawSpeed(): string {
  const [, table = ""] = /^## Verification.*\n([\s\S]*?)\n## /m.exec(readFileSync(file, "utf8")) ?? [];
  const rows = [...table.matchAll(ROW)].map(([, name = "", from = "", to = ""]): Bar => {
    const isOwn = /verifySignature/.test(name);
    const value = (Number(from) + Number(to)) / 2;
    return { name, parts: [{ kind: isOwn ? "strong" : "plain", value }], text: `${from} to ${to}` };
  });
  if (rows.length < 4) throw new Error("docs/benchmarks.md has no table of verification any more.");
  const told = rows.map(({ name, text }) => `${name}: ${text}`).join("; ");
  return bars(
    "Verification of 306 bytes",
    `Speed of verification, relative to a bare createHmac with timingSafeEqual, which is 1; more is faster. ${told}.`,
    rows,
    { value: 1, text: "bare createHmac" },
  );
}
