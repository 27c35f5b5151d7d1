/** What two contract folders state in `deployment.json` and in no document. */

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { DEFAULT_PROFILE, PROFILE_KEYS, STRICT_PROFILE } from "../../generated/profile.ts";
import { readSide } from "../../src/cli/diff-side.ts";
import { type Change, diffContracts } from "../../src/diff/index.ts";
import { isKnown } from "../../src/diff/statements/table.ts";
import { ReadingTime } from "../../src/documents/budget.ts";
import { applyOverlays } from "../../src/overlays/apply.ts";
import { scratch } from "../cli/run.ts";
import type { Json } from "../support/json.ts";
import { read, root } from "../support/repository.ts";

const folder = scratch();
const ACME = parse(read("spec/deployment/acme.deployment.yaml"));
const written = new Map<string, string>();
/** A contract folder of Acme with these facts, written once. */
function writeFacts(facts: Json): string {
  const known = JSON.stringify(facts);
  const write = (out: string) => {
    const contract = applyOverlays([{ file: "acme.deployment.yaml", data: { ...ACME, ...facts } }]);
    mkdirSync(out);
    // No rendering is compared.
    for (const name of ["deployment", "openapi", "asyncapi"] as const)
      writeFileSync(join(out, `${name}.json`), JSON.stringify(contract[name]));
    return out;
  };
  const out = written.get(known) ?? write(join(folder, `acme-${written.size}`));
  written.set(known, out);
  return out;
}
const side = (argument: string) => readSide(argument, new ReadingTime());
const between = (old: string, fresh: string) => diffContracts(side(old), side(fresh)).changes;
const told = (changes: readonly Change[]) =>
  changes
    .filter(({ documentationOnly }) => !documentationOnly)
    .map(({ kind, verdict, breaks }) => [kind, verdict, ...breaks].join(" "))
    .sort();
const changed = (old: Json, fresh: Json) => told(between(writeFacts(old), writeFacts(fresh)));
const EVERYONE = "breaking senders receivers";

describe("two deployments", () => {
  it.each(
    Object.entries<[Json, Json, string]>({
      "the unit": [
        { amount: { unit: "cents" } },
        { amount: { unit: "euros" } },
        `amount.unit ${EVERYONE} generatedClients`,
      ],
      "the currency": [
        { amount: { unit: "cents", currency: "EUR" } },
        { amount: { unit: "cents", currency: "CHF" } },
        `amount.currency ${EVERYONE} generatedClients`,
      ],
      "the secret": [
        { secret: { format: "hex", bytes: 32 } },
        { secret: { format: "hex", bytes: 24 } },
        `setting.secretBytes ${EVERYONE}`,
      ],
      "an answer in words": [
        { answers: { "N-2.4-02": "Gross." } },
        { answers: { "N-2.4-02": "Net." } },
        "answer.changed unclassified",
      ],
      "the name of the package": [
        { package: { name: "@acme/a", version: "1.0.0" } },
        { package: { name: "@acme/b", version: "1.0.1" } },
        "package.name breaking generatedClients",
      ],
    }),
  )("that state %s otherwise", async (_, [old, fresh, change]) => {
    expect(changed(old, fresh)).toEqual([change]);
    expect(changed(old, old)).toEqual([]);
  });

  it.each<[string, Json, Json, string]>([
    ["clientWebhookInitiallyActive", true, false, EVERYONE],
    ["clientWebhookInitiallyActive", false, true, "not breaking"],
    ["unauthorizedStatus", 401, 403, "breaking senders"],
    ["accessTokenLifetimeSeconds", 3600, 60, "breaking senders"],
    ["accessTokenLifetimeSeconds", 60, 3600, "not breaking"],
    ["refreshTokenLifetimeSeconds", null, 60, "breaking senders"],
    ["refreshTokenLifetimeSeconds", 60, null, "not breaking"],
    ["appWebhookExtraMembers", ["id", "@id"], ["id"], "breaking senders"],
    ["repeatedCreate", "create", "return", "unclassified"],
  ])("whose setting %s is %j and then %j", async (name, old, fresh, verdict) => {
    const gap = PROFILE_KEYS[name as keyof typeof PROFILE_KEYS].gap;
    const keys = Object.entries(PROFILE_KEYS).flatMap(([key, one]) => (one.gap === gap ? [key] : []));
    const all = Object.fromEntries(keys.map((key) => [key, DEFAULT_PROFILE[key as keyof typeof PROFILE_KEYS]]));
    const change = changed({ settings: { ...all, [name]: old } }, { settings: { ...all, [name]: fresh } });
    expect(change).toEqual([`setting.${name} ${verdict}`]);
  });

  it("are told once where the documents say it as well", async () => {
    const deliveries = (maxAttempts: number, backoff: number[]) => ({ deliveries: { maxAttempts, backoff } });
    const change = changed(deliveries(3, [60, 3600]), deliveries(2, [3660]));
    expect(change.filter((one) => one.startsWith("setting."))).toEqual([]);
    expect(change).toContain("delivery.maxAttempts breaking receivers");
  });

  it("break no one by what they state now, and ask for a review of what they no longer state", async () => {
    const [less, more] = [writeFacts({}), writeFacts({ amount: { unit: "cents" } })];
    expect(told(between(less, more))).toEqual([
      "amount.unit not breaking",
      "answer.added not breaking",
      "gap.closed not breaking",
    ]);
    expect(told(between(more, less))).toEqual([
      "amount.unit unclassified",
      "answer.removed unclassified",
      "gap.opened unclassified",
    ]);
    const template = between(join(root, "generated"), less);
    expect(template.filter(({ kind, verdict }) => kind.startsWith("setting.") && verdict !== "not breaking")).toEqual(
      [],
    );
    expect(template.map(({ kind }) => kind)).toContain("setting.listOrder");
  });

  it("are read from git, too", async () => {
    const [old, fresh] = [writeFacts({ amount: { unit: "cents" } }), writeFacts({ amount: { unit: "euros" } })];
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", old, "-c", "user.name=a", "-c", "user.email=a@a", ...args]);
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "A");
    const here = process.cwd();
    try {
      process.chdir(old);
      expect(told(between("HEAD:./", fresh))).toEqual([`amount.unit ${EVERYONE} generatedClients`]);
    } finally {
      process.chdir(here);
    }
  });

  it("beside a file of that name that others wrote, have nothing more to compare", async () => {
    const other = writeFacts({});
    writeFileSync(join(other, "deployment.json"), '{"kind": "Deployment"}');
    expect(between(other, other)).toEqual([]);
  });
});

describe("the table", () => {
  it("has a row of its own for every setting", () => {
    expect(Object.keys(PROFILE_KEYS).filter((key) => !isKnown(`setting.${key}`))).toEqual([]);
  });

  it("tells every setting, there and back", () => {
    const documents = side(join(root, "generated"));
    const stating = (settings: Json) => ({
      ...documents,
      deployment: { data: { settings }, documented: new Set<string>() },
    });
    const kinds = (old: Json, fresh: Json) =>
      diffContracts(stating(old), stating(fresh)).changes.map(({ kind }) => kind);
    const all = Object.keys(PROFILE_KEYS).map((key) => `setting.${key}`);
    expect(kinds(DEFAULT_PROFILE, STRICT_PROFILE).sort()).toEqual(all.sort());
    expect(kinds(STRICT_PROFILE, DEFAULT_PROFILE).sort()).toEqual(all.sort());
  });
});
