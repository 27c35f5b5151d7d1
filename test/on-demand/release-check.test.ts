import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { checkRelease } from "../../scripts/release/check.ts";
import { checkChangelog } from "../../scripts/release/rules.ts";
import { toDifference } from "../../src/diff/index.ts";
import type { Json } from "../support/json.ts";
import { read, root } from "../support/repository.ts";
import { testFolder } from "../support/scratch.ts";

const BASE: Record<"openapi" | "asyncapi", Json> = {
  openapi: JSON.parse(read("generated/openapi.json")),
  asyncapi: JSON.parse(read("generated/asyncapi.json")),
};

interface Release {
  readonly package?: string;
  readonly documents?: string;
  readonly changelog?: string;
  readonly change?: (documents: { openapi: Json; asyncapi: Json }) => void;
}

/** A new repository without the user's configuration and without a remote. */
class Repository {
  readonly folder = testFolder("release-");

  constructor() {
    this.git("init", "--quiet", "--initial-branch=main");
  }

  git(...args: string[]): void {
    const own = [
      "-c",
      "user.name=A",
      "-c",
      "user.email=a@example.com",
      "-c",
      "commit.gpgsign=false",
      "-c",
      "tag.gpgsign=false",
    ];
    const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
    execFileSync("git", ["-C", this.folder, ...own, ...args], { env, stdio: "pipe" });
  }

  write({ package: version = "1.2.3", documents = "1.2.3", changelog = "", change }: Release): void {
    const copies = structuredClone(BASE);
    for (const document of Object.values(copies)) document.info.version = documents;
    change?.(copies);
    mkdirSync(join(this.folder, "generated"), { recursive: true });
    for (const [kind, document] of Object.entries(copies))
      writeFileSync(join(this.folder, `generated/${kind}.json`), JSON.stringify(document));
    writeFileSync(join(this.folder, "package.json"), JSON.stringify({ version }));
    writeFileSync(join(this.folder, "CHANGELOG.md"), `# Changelog\n\n${changelog}`);
  }

  commit(tag?: string): void {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "--message", "A commit");
    if (tag) this.git("tag", tag);
  }

  check(...args: string[]) {
    const { code, stdout, stderr } = checkRelease(["--root", this.folder, ...args]);
    return { status: code, stdout: stripVTControlCharacters(stdout), stderr };
  }

  /** The same as a process. */
  checkAsCommand() {
    const args = [join(root, "scripts/run.mjs"), "release-check", "--root", this.folder];
    const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env });
    return { status, stdout, stderr };
  }
}

/** Released as `then` under a tag of its version, and now `now`. */
function after(then: Release, now: Release) {
  const repository = new Repository();
  repository.write(then);
  repository.commit(`v${then.package ?? "1.2.3"}`);
  repository.write(now);
  return repository.check();
}

const breaks: Release["change"] = ({ openapi }) => {
  openapi.components.schemas.AppWebhookWrite.properties.events.maxItems = 50;
};
const adds: Release["change"] = ({ openapi }) => {
  openapi.components.schemas.TokenResponse.properties.scope = { type: "string" };
};
const describes: Release["change"] = ({ asyncapi }) => {
  asyncapi.operations.deliverClientWebhook.summary = "Otherwise.";
};
const puzzles: Release["change"] = ({ openapi }) => {
  openapi.paths["/api/app_webhooks"].post["x-vendor"] = true;
};
const entry = (version: string, text: string) => `## ${version}\n\n- ${text}\n`;
const BREAKING = "**breaking** fewer events";
/** A release whose package and documents have one version, with the changelog's entry for it. */
const released = (version: string, text: string, change: Release["change"], documents = version): Release => ({
  ...{ package: version, documents, changelog: entry(version, text) },
  ...(change && { change }),
});

interface Case {
  readonly last?: Release;
  readonly now: Release;
  readonly status: 0 | 1;
  readonly says: string;
}

const CASES: Record<string, Case> = {
  "a breaking change with a major version and an entry": {
    now: released("2.0.0", BREAKING, breaks),
    status: 0,
    says: "the package: 1.2.3 -> 2.0.0 (1 breaking)",
  },
  "a breaking change with a minor version": {
    now: released("1.3.0", BREAKING, breaks),
    status: 1,
    says: "no  the documents: 1.2.3 -> 1.3.0, but the changes are 1 breaking: a major step is needed",
  },
  "a breaking change with a major version of the package alone": {
    now: { package: "2.0.0", changelog: entry("2.0.0", BREAKING), change: breaks },
    status: 1,
    says: "Set the info.version of both documents in spec/, then npm run generate to 2.0.0 or later.",
  },
  "a breaking change with a major version of the documents alone": {
    now: { documents: "2.0.0", changelog: entry("Unreleased", BREAKING), change: breaks },
    status: 1,
    says: "Set the version in package.json to 2.0.0 or later.",
  },
  "a breaking change without an entry": {
    now: { package: "2.0.0", documents: "2.0.0", changelog: entry("1.2.3", "**breaking** long ago"), change: breaks },
    status: 1,
    says: "no  the changelog does not mention this release",
  },
  "a breaking change whose entry does not say so": {
    now: released("2.0.0", "fewer events", breaks),
    status: 1,
    says: "no  the changelog does not mark the breaking change",
  },
  "an addition with a minor version": {
    now: { package: "1.3.0", documents: "1.3.0", changelog: entry("[1.3.0] - 2026-03-02", "scope"), change: adds },
    status: 0,
    says: "(new, and not breaking)",
  },
  "an addition with a patch version": {
    now: released("1.2.4", "scope", adds),
    status: 1,
    says: "a minor step is needed",
  },
  "other words with a patch version": {
    now: released("1.2.4", "words", describes),
    status: 0,
    says: "(only what people read)",
  },
  "other words without another version": {
    now: { changelog: entry("Unreleased", "words"), change: describes },
    status: 1,
    says: "a patch step is needed",
  },
  "nothing that changed": { now: {}, status: 0, says: "the contract has not changed" },
  "a new package with the same contract": {
    now: { package: "1.2.4" },
    status: 0,
    says: "ok  the package: 1.2.3 -> 1.2.4",
  },
  "a version before the released one": {
    now: { package: "1.2.2" },
    status: 1,
    says: "no  the package: 1.2.2 is before the released 1.2.3",
  },
  "what no rule can classify, named in the entry": {
    now: released("1.3.0", "POST /api/app_webhooks has a mark, nobody is hit", puzzles),
    status: 0,
    says: "1 unclassified",
  },
  "what no rule can classify, not named": {
    now: released("1.3.0", "a mark", puzzles),
    status: 1,
    says: "no rule could classify 1 of the changes, and the changelog does not name them: POST /api/app_webhooks",
  },
  "documents that disagree about their version": {
    now: { change: ({ asyncapi }) => Object.assign(asyncapi.info, { version: "1.2.4" }) },
    status: 1,
    says: "the documents have different versions: 1.2.3, 1.2.4",
  },
  "a version that is none": { now: { package: "1.3" }, status: 1, says: "package.json: 1.3 is not a semantic version" },
  "below 1.0.0, a breaking change with a new second number": {
    last: { package: "0.1.4", documents: "0.1.0" },
    now: released("0.2.0", BREAKING, breaks),
    status: 0,
    says: "the package: 0.1.4 -> 0.2.0 (1 breaking)",
  },
  "below 1.0.0, a breaking change with a new third number": {
    last: { package: "0.1.4", documents: "0.1.0" },
    now: released("0.1.5", BREAKING, breaks, "0.1.1"),
    status: 1,
    says: "Below 1.0.0, what breaks needs a new second number.",
  },
  "below 1.0.0, an addition with a new third number": {
    last: { package: "0.1.4", documents: "0.1.0" },
    now: released("0.1.5", "scope", adds, "0.1.1"),
    status: 0,
    says: "the documents: 0.1.0 -> 0.1.1",
  },
  "from a prerelease to its release": {
    last: { package: "2.0.0-rc.1", documents: "2.0.0-rc.1" },
    now: released("2.0.0", BREAKING, breaks),
    status: 0,
    says: "the package: 2.0.0-rc.1 -> 2.0.0 (1 breaking)",
  },
};

it.each(Object.entries(CASES))("after a release: %s", (_, { last = {}, now, status, says }) => {
  const result = after(last, now);
  expect(result.stdout).toContain(says);
  expect(result.stdout).toContain(status === 0 ? "This may be released." : "This may not be released");
  expect([result.status, result.stderr]).toEqual([status, ""]);
});

describe("what it says of the changelog", () => {
  const change = (where: string) => ({
    ...{ documents: [], kind: "member.added", where, what: "New.", verdict: "not breaking", documentationOnly: false },
    ...{ breaks: [], effects: { senders: "", receivers: "", generatedClients: "" } },
  });

  it.each(
    Object.entries<[string, string[], string]>({
      "names all": ["A `reference`.", ["PaymentSnapshot.reference"], "names each of the 1 places that changed"],
      "is about something else": [
        "A new icon.",
        ["PaymentSnapshot.reference", "POST /api/app_webhooks"],
        "does not name 2 of the 2 places that changed: PaymentSnapshot.reference; POST /api/app_webhooks",
      ],
      "names a part": [
        "`app_webhooks` answers.",
        ["U-11", "POST /api/app_webhooks"],
        "does not name 1 of the 2 places",
      ],
    }),
  )("is true of an entry that %s", (_, [entry, wheres, says]) => {
    const changes = wheres.map(change) as Parameters<typeof toDifference>[0];
    const verdicts = checkChangelog(`## Unreleased\n\n- ${entry}\n`, "1.0.0", toDifference(changes));
    expect(verdicts.map(({ holds }) => holds)).toEqual([true]);
    expect(verdicts[0]?.said).toContain(says);
  });
});

describe("what it compares with", () => {
  it("says so before the first release, and wants an entry", () => {
    const repository = new Repository();
    repository.write({ changelog: entry("Unreleased", "everything") });
    repository.commit();
    const first = repository.check();
    expect(repository.checkAsCommand()).toEqual(first);
    expect(first.stdout).toContain("There is no release yet (no tag vX.Y.Z before this commit)");
    expect(first.status).toBe(0);
    repository.write({});
    expect(repository.check()).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("does not mention the first release"),
    });
  });

  it("takes the highest release of its own past, and no other tag", () => {
    const repository = new Repository();
    repository.write({});
    repository.commit("v1.2.3");
    repository.git("tag", "v1.10.0");
    repository.git("tag", "version-9");
    repository.git("switch", "--quiet", "--create", "elsewhere");
    repository.commit("v9.0.0");
    repository.git("switch", "--quiet", "main");
    expect(repository.check().stdout).toContain("Compared with v1.10.0:");
    expect(repository.check("--against", "v1.2.3").stdout).toContain("Compared with v1.2.3:");
  });

  it.each(
    Object.entries<[(repository: Repository) => void, string[], string]>({
      "a commit that is not there": [() => {}, ["--against", "nowhere"], 'git knows no commit "nowhere"'],
      "an option in place of a commit": [() => {}, ["--against=--help"], "git knows no commit"],
      "an unknown option": [() => {}, ["--loudly"], "Usage: npm run release:check"],
      "documents that are gone": [
        ({ folder }) => rmSync(join(folder, "generated"), { recursive: true }),
        [],
        "has no package.json|has no generated/openapi.json",
      ],
      "a document that is none": [
        ({ folder }) => writeFileSync(join(folder, "generated/openapi.json"), "{"),
        [],
        "is no JSON",
      ],
      "no repository": [
        ({ folder }) => rmSync(join(folder, ".git"), { recursive: true }),
        [],
        "git cannot tell the last release here",
      ],
    }),
  )("cannot tell with %s", (_, [spoil, args, says]) => {
    const repository = new Repository();
    repository.write({});
    repository.commit("v1.2.3");
    spoil(repository);
    const { status, stderr } = repository.check(...args);
    expect(stderr).toMatch(new RegExp(says));
    expect(status).toBe(2);
  });

  it("does not take a shallow clone for a first release", () => {
    const repository = new Repository();
    repository.write({});
    repository.commit("v1.2.3");
    repository.commit();
    const clone = new Repository();
    rmSync(clone.folder, { recursive: true });
    repository.git(
      "clone",
      "--quiet",
      "--no-local",
      "--depth=1",
      "--no-tags",
      `file://${repository.folder}`,
      clone.folder,
    );
    expect(clone.check()).toMatchObject({ status: 2, stderr: expect.stringContaining("this clone is shallow") });
  });
});
