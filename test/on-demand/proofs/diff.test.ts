/** Nothing goes unreported: every single change of every node in documents that use every keyword. */

import { describe, expect, it } from "vitest";
import { diffContracts } from "../../../src/diff/index.ts";
import { DOCUMENTS, isSame, listEdits, readBase, reportedFor } from "../../diff/every-change.ts";
import { BASE, comparedOddParts, documents, listPlaces } from "../../diff/odd-parts.ts";
import { rounds } from "../../support/proof.ts";

describe.each(DOCUMENTS)("every change of %s", (name) => {
  const base = readBase(name);
  // One in fifteen in the short form, another fifteenth of each kind of edit.
  const step = rounds(15, 1);

  it("is reported, there and back", () => {
    const counts = { reported: 0, refused: 0 };
    const silent: string[] = [];
    for (const [i, edit] of listEdits(base).entries()) {
      if (i % step !== 0 || isSame(edit)) continue;
      const reported = reportedFor(name, base, edit);
      if (reported === "refused") counts.refused++;
      else if (Math.min(...reported) === 0) silent.push(`${edit.path.join("/")} ${edit.title}`);
      else counts.reported++;
    }
    process.stdout.write(`diff of ${name}: ${counts.reported} reported, ${counts.refused} refused\n`);
    expect(silent).toEqual([]);
    expect(counts.reported).toBeGreaterThan(30);
  });
});

it.each(["openapi", "asyncapi"])(
  "a document of odd parts is compared or refused with a code, whatever stands where in %s",
  (kind) => {
    expect(comparedOddParts(kind, rounds(4, 1))).toBeGreaterThan(30);
  },
);

// What means the same as before: lists of nothing, null in x-delivery, a media type that is the default, all messages
// of a channel.
const SAME =
  /^(?:paths|webhooks|operations)\/.*\/security$|\/x-delivery\/.*|^defaultContentType$|\/contentType$|\/messages$/;

it.each(["openapi", "asyncapi"])("the contract says whatever is taken out of %s or written otherwise", (kind) => {
  const { "x-generated": _, ...base } = BASE[kind];
  const old = documents(kind, base);
  const silent: string[] = [];
  // One in ten in the short form, another tenth of each with every change of the document.
  const step = rounds(10, 1);
  for (const [i, path] of listPlaces(base).entries()) {
    if (i % step !== 0 || SAME.test(path.join("/"))) continue;
    const changed = structuredClone(base);
    let holder = changed;
    for (const step of path.slice(0, -1)) holder = holder[step];
    const key = path.at(-1) as string;
    const value = holder[key];
    if ((i / step) % 2 === 0 && typeof value === "string" && key !== "$ref") holder[key] = `${value}x`;
    else if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
    try {
      if (diffContracts(old, documents(kind, changed)).changes.length === 0) silent.push(path.join("/"));
    } catch (error) {
      expect(error).toMatchObject({ name: "DocumentError" });
    }
  }
  expect(silent).toEqual([]);
});
