/**
 * Packages of a deployment build, pass their own tests under the names that it states, and onboard at a sandbox of it,
 * whatever its members, components, events and operations are called and described by, and whatever form its members
 * have. An event that the deployment adds reaches its handler.
 */

import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { MAVEN } from "../../../scripts/java.ts";
import { announceSkip } from "../../../scripts/on-demand.ts";
import { namesFrom } from "../../../src/cli/package-names.ts";
import { generateClient, type LanguageName } from "../../../src/languages/index.ts";
import { applyOverlays } from "../../../src/overlays/apply.ts";
import type { Deployment } from "../../../src/overlays/deployment.ts";
import { readFolder, writeFolder } from "../../../src/overlays/folder.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { read } from "../../support/repository.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { stopping } from "../../support/stopping.ts";
import { installInto } from "./bound-package.ts";
import { CARGO, TARGET } from "./cargo.ts";
import type { Command } from "./harness.ts";
import { withOddNames } from "./odd-contract.ts";
import { onboardingAt } from "./onboarding.ts";
import { probe, runProgram } from "./programs.ts";

interface Row {
  readonly language: LanguageName;
  readonly needs: Command;
  /** Brings what the package depends on into its folder. */
  readonly install?: (folder: string) => Promise<void>;
  readonly build: Command;
  /** For every command. */
  readonly env?: Readonly<Record<string, string>>;
  readonly made: string;
  /** The example that onboards, for packages with a client. */
  readonly onboard?: Command;
}

const ROWS: readonly Row[] = [
  {
    language: "go",
    needs: ["go", "version"],
    build: ["go", "test", "./..."],
    made: "models.go",
    onboard: ["go", "run", "./examples/onboarding"],
  },
  {
    language: "java",
    needs: ["mvn", "--batch-mode", "--version"],
    build: [...MAVEN, "package"],
    made: "target/acme-example-collections-1.0.0.jar",
    onboard: ["java", "-cp", "target/classes:target/dependency/*", "examples/Onboarding.java"],
  },
  {
    language: "php",
    needs: ["phpunit", "--version"],
    build: ["phpunit", "--bootstrap", "autoload.php", "tests"],
    made: "src/Contract.php",
    onboard: ["php", "examples/onboarding.php"],
  },
  {
    language: "python",
    needs: ["python3", "--version"],
    build: ["python3", "-m", "unittest"],
    made: "src/acme_example_collections/models.py",
    onboard: ["env", "PYTHONPATH=src", "python3", "examples/onboarding.py"],
  },
  {
    language: "ruby",
    needs: ["rake", "--version"],
    // Vitest sets TEST, which Rake takes for the name of a file.
    build: ["env", "-u", "TEST", "rake", "test"],
    made: "lib/acme_example_collections.rb",
    onboard: ["ruby", "examples/onboarding.rb"],
  },
  {
    language: "rust",
    needs: ["cargo", "--version"],
    build: ["cargo", "test", "--quiet", "--all-features"],
    // A folder of its own: the examples of both packages have the same names.
    install: copyTarget,
    env: { ...CARGO, CARGO_TARGET_DIR: "target" },
    made: "target/debug",
    onboard: ["cargo", "run", "--quiet", "--all-features", "--example", "onboarding"],
  },
  {
    language: "typescript",
    needs: ["node", "--version"],
    install: installInto,
    build: ["sh", "-c", `node --test "test/*.ts" && node node_modules/typescript/bin/tsc -p tsconfig.json`],
    made: "src/models.ts",
    onboard: ["node", "examples/onboarding.ts"],
  },
];
/** Whatever ends a text or begins a variable in some language. */
const ODD_PREFIX = String.raw`T "'\\$x#{y}{{event}}*/ `;

/** Compiles what has other names in the folder that all share, with the crates of others, and begins with a copy. */
async function copyTarget(out: string): Promise<void> {
  const build: Command = ["cargo", "test", "--quiet", "--all-features", "--lib", "--tests", "--no-run"];
  await runProgram(build, { cwd: out, env: CARGO });
  cpSync(TARGET, join(out, "target"), { recursive: true, preserveTimestamps: true });
}

const folder = scratchFolder("deployment-languages-");
const acme = join(folder, "acme");
beforeAll(async () => {
  const files = [
    "deployment/acme.deployment.yaml",
    "overlays/example/refunds.openapi.yaml",
    "overlays/example/refunds.asyncapi.yaml",
  ];
  await writeFolder(acme, applyOverlays(files.map((file) => ({ file, data: parse(read(`spec/${file}`)) }))));
});

describe.each(ROWS)(
  "the package of a deployment for $language",
  ({ language, needs, install, build, env = {}, made, onboard }) => {
    const has = probe(needs) !== undefined;
    const without = has ? "" : announceSkip(language, `${needs[0]} is missing`);
    it.skipIf(!has)(`builds under its own name, with odd names and texts${without}`, async () => {
      const { deployment: stated, ...documents } = readFolder(acme);
      const deployment = { ...stated, settings: { ...stated.settings, tokenPrefix: ODD_PREFIX } };
      if (!deployment.package) throw new Error("The example states no package.");
      const out = join(folder, language);
      const named = { language, out, documents: { ...withOddNames(documents), deployment } };
      await generateClient({ ...named, names: namesFrom(language, deployment.package), force: true });
      await install?.(out);
      // The test of the added event stands beside those of the package.
      cpSync(join(import.meta.dirname, "refunds", language), out, { recursive: true });
      const { code, stdout, stderr } = await runProgram(build, { cwd: out, env });
      expect([code, code === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
      expect(existsSync(join(out, made)), made).toBe(true);
      if (onboard) await onboarded(onboard, out, env, deployment);
    });
  },
);

const OTHER_REFRESH = {
  refreshMediaType: "application/json",
  refreshGrantType: "renew",
  refreshPath: "/oauth/v2/renew",
};

it("the package for TypeScript refuses RFC 6749 where the deployment refreshes in another way", async () => {
  const out = join(folder, "refresh");
  const { deployment, ...documents } = readFolder(acme);
  const program = `(await import("./src/oauth.ts")).rfc6749Refresh({ clientId: "a", clientSecret: "s" });`;
  for (const [setting, value] of Object.entries({ listOrder: "newest", ...OTHER_REFRESH })) {
    const stated = { ...deployment, settings: { ...deployment.settings, [setting]: value } };
    const given = { documents: { ...documents, deployment: stated }, force: true };
    await generateClient({ language: "typescript", out, ...given });
    if (!existsSync(join(out, "node_modules"))) await installInto(out);
    const command = [process.execPath, "--input-type=module", "-e", program] as const;
    const { code, stderr } = await runProgram(command, { cwd: out, env: {} });
    const expected =
      setting in OTHER_REFRESH ? [1, expect.stringContaining("TypeError: refresh_not_rfc6749: ")] : [0, ""];
    expect([setting, code, stderr]).toEqual([setting, ...expected]);
  }
});

const REFRESHES: readonly [LanguageName, Command][] = [
  [
    "php",
    [
      "php",
      "-r",
      `require "autoload.php"; $url = getenv("AUTH_URL");
[$id, $secret] = [getenv("CLIENT_ID"), getenv("CLIENT_SECRET")];
      $oauth = new CollectionsContract\\OAuth($url, $id, $secret, allowInsecureLoopback: true);
      $tokens = $oauth->exchange(getenv("CODE"), getenv("REDIRECT_URI"));
      echo strlen($oauth->refresh($tokens->refreshToken)["access_token"]) > 0 ? "refreshed" : "not";`,
    ],
  ],
  [
    "ruby",
    [
      "ruby",
      "-Ilib",
      "-rcollections_contract",
      "-e",
      `oauth = CollectionsContract::OAuth.new(ENV["AUTH_URL"], client_id: ENV["CLIENT_ID"],
        client_secret: ENV["CLIENT_SECRET"], allow_insecure_loopback: true)
      tokens = oauth.exchange(code: ENV["CODE"], redirect_uri: ENV["REDIRECT_URI"])
      print oauth.refresh(tokens.refresh_token)["access_token"].empty? ? "not" : "refreshed"`,
    ],
  ],
];

describe.each([{}, OTHER_REFRESH])("where the deployment states %o of a refresh", (stated) => {
  it.for(REFRESHES)("the package for %s refreshes so", async ([language, command], { skip }) => {
    if (probe([command[0], "--version"]) === undefined) skip(announceSkip(language, `${command[0]} is missing`));
    const { deployment: own, ...documents } = readFolder(acme);
    const deployment = { ...own, settings: { ...own.settings, ...stated } } as Deployment;
    const out = join(folder, `refresh-${language}`);
    await generateClient({ language, out, documents: { ...documents, deployment }, force: true });
    await using sandbox = stopping(await startSandbox({ deployment }));
    const env = await onboardingAt(sandbox, "https://hooks.example.com/payments");
    const { stdout, stderr } = await runProgram(command, { cwd: out, env });
    expect([stdout, stderr]).toEqual(["refreshed", ""]);
  });
});

/** The example of the package, as it came, registers at a sandbox of the deployment. */
async function onboarded(command: Command, cwd: string, given: object, deployment: Deployment): Promise<void> {
  await using sandbox = stopping(await startSandbox({ deployment }));
  const own = await onboardingAt(sandbox, "https://hooks.example.com/payments");
  const env = { ...given, ...own, ALLOW_INSECURE_LOOPBACK: "1", SECRET_FILE: join(cwd, "secret.txt") };
  const { code, stdout, stderr } = await runProgram(command, { cwd, env });
  expect([code, code === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
  expect((await sandbox.control.state()).clientWebhooks).toHaveLength(1);
}
