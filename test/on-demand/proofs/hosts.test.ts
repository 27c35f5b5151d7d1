/**
 * Every host of docs/hosts.md with the file that a person copies (F-6.3-06, F-6.5-01, F-6.5-05). At full length all of
 * them, and the results are written; in the short form one of each kind.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { OF_HOST } from "../../../scripts/hosts/cases.ts";
import { hostsPage } from "../../../scripts/hosts/page.ts";
import { readResults, writeResults } from "../../../scripts/hosts/results.ts";
import { COLUMNS, runHost, type Seen } from "../../../scripts/hosts/run.ts";
import { HOSTS } from "../../../scripts/hosts/table.ts";
import { rounds } from "../../support/proof.ts";
import { root } from "../../support/repository.ts";

const SHORT = ["express", "sveltekit", "workers", "lambda-http"];
const isFull = rounds(0, 1) === 1;
const chosen = isFull ? HOSTS : HOSTS.filter(({ id }) => SHORT.includes(id));
const seen: Record<string, Seen> = {};

afterAll(() => {
  if (!isFull) return;
  writeResults(
    root,
    "hosts",
    HOSTS.map(({ id }) => id),
    seen,
  );
  const page = join(root, "docs/hosts.md");
  writeFileSync(page, hostsPage(root, readFileSync(page, "utf8")));
});

describe("a host with the file of the page", () => {
  it.each(chosen)("$name", async ({ id, name, noInbox }) => {
    const host = chosen.find((one) => one.id === id) ?? expect.unreachable();
    const result = await runHost(host);
    if (result.skip) return expect(result.skip).toContain("skipped");
    seen[id] = result;
    process.stdout.write(`${name} ${result.version}: ${Object.values(result.cells).join(", ")}\n`);
    const right = ["yes", OF_HOST, noInbox];
    const wrong = Object.entries(result.cells).filter(([, cell]) => !right.includes(cell));
    expect(wrong).toEqual([]);
    expect(Object.keys(result.cells)).toEqual(COLUMNS);
    // What the page says of the host is still so.
    if (!isFull) expect(result.cells).toEqual(readResults(root, "hosts").runs[id]?.cells);
  });

  it("has a row for every host, run", () => {
    const { runs } = readResults(root, "hosts");
    expect(HOSTS.filter(({ id }) => runs[id] === undefined && seen[id] === undefined).map(({ id }) => id)).toEqual([]);
  });
});
