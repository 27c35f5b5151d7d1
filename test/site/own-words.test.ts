/** The words of the guides on the site of a deployment, and on ours. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { applyOverlays } from "../../src/overlays/apply.ts";
import { writeFolder } from "../../src/overlays/folder.ts";
import { completeFacts } from "../overlays/complete.ts";
import { files, read } from "../support/repository.ts";
import { scratchFolder } from "../support/scratch.ts";

const folder = scratchFolder("own-words-");
const PASSAGE = `<!-- deployment maxAttempts:
{title}: {maxAttempts} attempts.
-->
How often is open.
<!-- /deployment -->
`;
const GAP = "how is not stated ([N-5-03](../unspecified.md#n-5-03))";

/** The page as the site of these facts shows it; without facts, as ours does. */
async function shown(text: string, facts?: object): Promise<string> {
  if (facts) {
    const out = join(folder, "acme");
    mkdirSync(out, { recursive: true });
    const data = JSON.parse(JSON.stringify({ title: "Acme", ...facts }));
    await writeFolder(out, applyOverlays([{ file: "acme.deployment.yaml", data }]));
    vi.stubEnv("CONTRACT_DIR", out);
  }
  vi.resetModules();
  const { ownWords } = await import("../../docs/site/model/own-words.ts");
  return ownWords("docs/guides/retries.md", text);
}

beforeAll(() => vi.resetModules());
afterAll(() => vi.resetModules());

describe("a passage", () => {
  it("is our words on our site, without the comment", async () => {
    expect(await shown(PASSAGE)).toBe("How often is open.\n");
  });
  it("is the deployment's words where it states every setting that is named", async () => {
    expect(await shown(PASSAGE, { deliveries: { maxAttempts: 2 } })).toBe("Acme: 2 attempts.\n");
  });
  it("stays ours where the deployment does not state it", async () => {
    expect(await shown(PASSAGE, { deliveries: { timeoutSeconds: 5 } })).toBe("How often is open.\n");
  });
});

describe("a link to a gap", () => {
  it("stays as it is while the gap is open", async () => {
    expect(await shown(GAP, { deliveries: { maxAttempts: 2 } })).toBe(GAP);
  });
  it("is followed by what the deployment states, and says whose statement it is", async () => {
    expect(await shown(GAP, { tokenHeader: "X-T" })).toBe(
      "how is not stated by the interface description " +
        '([N-5-03](../unspecified.md#n-5-03): Acme states `tokenHeader = "X-T"`, `tokenPrefix = ""`)',
    );
  });
  it("takes the place of what our tools assume, in a table", async () => {
    const row = "| how many | [N-6.5-01](../unspecified.md#n-65-01) | a setting |";
    expect(await shown(row, { deliveries: { maxAttempts: 2 } })).toBe(
      "| how many | [N-6.5-01](../unspecified.md#n-65-01) | **Acme states `maxAttempts = 2`** |",
    );
  });
});

describe("the last words about what is open", () => {
  const head = "| question | gap | what our tools assume |\n|---|---|---|\n";
  const rows = `| how many | [N-6.5-01](../unspecified.md#n-65-01) | a setting |
| how long | [N-6.5-03](../unspecified.md#n-65-03) | a setting |\n`;

  it("leave a table with the last of its gaps", async () => {
    expect(await shown(head + rows, { deliveries: { maxAttempts: 2 } })).toContain("what our tools assume");
    expect(await shown(head + rows, { deliveries: { maxAttempts: 2, timeoutSeconds: 1 } })).toContain(
      "| question | gap | what Acme states |",
    );
  });
  it("leave the name of the page of gaps with the last of all", async () => {
    const link = "see [what is not specified](../unspecified.md)";
    expect(await shown(link, { tokenHeader: "X-T" })).toBe(link);
    expect(await shown(link, completeFacts())).toBe(
      "see [What Acme Collections (an example) states](../unspecified.md)",
    );
  });
  it("are those of the interface description wherever the gap follows in the sentence", async () => {
    const text = `for a time that is not stated
([N-6.5-01](../unspecified.md#n-65-01)). What is not stated. [U-31](../unspecified.md#u-31)`;
    const made = await shown(text, { deliveries: { maxAttempts: 2 }, amount: { currency: "EUR" } });
    expect(made).toMatch(
      /not stated by the interface description\n.*: Acme states `maxAttempts = 2`\)\. What is not stated\. /,
    );
  });
});

describe("a sample", () => {
  const facts = { package: { name: "@a/b", version: "2.0.0" }, signatureHeader: "X-Sig", tokenHeader: "X-T" };

  it("imports the deployment's package, by its stated name or that of its folder", async () => {
    const code = 'from "collections-contract/client"; npx collections-contract sandbox';
    expect(await shown(code, facts)).toBe('from "@a/b/client"; npx collections-contract sandbox');
    expect(await shown(code, {})).toContain('from "collections-contract-acme/client"');
    expect(await shown("collections-contract-0.1.0.tgz", facts)).toBe("a-b-2.0.0.tgz");
  });
  it("has its headers", async () => {
    const text = '-H "authorization: Bearer $TOKEN" X-Service-Signature';
    expect(await shown(text, facts)).toBe('-H "X-T: $TOKEN" X-Sig');
    expect(await shown(text, {})).toBe(text);
  });
});

it.each(files("docs/guides", /\.md$/))(
  "%s closes each of its passages, and names only settings that a deployment can state",
  async (guide) => {
    const { DEFAULT_PROFILE } = await import("../../generated/profile.ts");
    const text = read(guide);
    const begins = [...text.matchAll(/^<!-- deployment((?: \w+)*):/gm)];
    expect(text.match(/^<!-- \/deployment -->$/gm) ?? []).toHaveLength(begins.length);
    const names = begins.flatMap(([, needed = ""]) => needed.split(" ").filter(Boolean));
    expect(names.filter((name) => !(name in DEFAULT_PROFILE))).toEqual([]);
    expect(await shown(text)).not.toMatch(/<!-- \/?deployment/);
  },
);
