import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { BaseSequencer, createVitest, type TestCase, type TestModule, type TestSpecification } from "vitest/node";
import { type Finding, InputError, printFindings } from "./check/finding.ts";
import { filesBelow, hashFiles } from "./files.ts";
import { QUICK_JVM } from "./java.ts";

const HELP = `Usage: npm test [-- FILTER...]
       npm run test:all [-- FILTER...]
       npm run test:languages [-- FILTER...]
       npm run test:runtimes [-- FILTER...]
       npm run prove [-- FILTER...]

Checks the documents, then runs the tests whose file names contain a filter (all of them without one).
test:all runs those that need something beyond npm ci; what is missing is skipped with a reason.
test:languages and test:runtimes are parts of it. prove runs the proofs in test/on-demand/proofs at full length;
test:all runs their short forms. --update writes the listings of the public interface anew.
`;

const root = join(import.meta.dirname, "..");
const update = process.argv.includes("--update");
const args = process.argv.slice(2).filter((arg) => arg !== "--update");
/** `--on-demand`, or one part of it: `--on-demand=languages`. Filters may follow. */
const [, onDemand, part] = /^(--on-demand)(?:=([a-z]+))?$/.exec(args[0] ?? "") ?? [];
// `rounds` in test/support/proof.ts reads it.
if (part === "proofs") process.env["PROOFS"] = "full";
// Hundreds of processes load the same modules: each is stripped of its types once.
process.env["NODE_COMPILE_CACHE"] ??= join(root, ".cache/compile");
// TypeScript 7 is written in Go: a third less CPU where it collects garbage less often, for an eighth more memory.
process.env["GOGC"] ??= "400";
process.env["MAVEN_OPTS"] ??= QUICK_JVM.join(" ");
const folder = "test/on-demand";
if (args.includes("--help")) {
  process.stdout.write(HELP);
  process.exit(0);
}

/** What the documents and their checks are made of. */
const INPUTS = [
  "spec",
  "test/fixtures",
  "scripts",
  "src",
  "generated",
  "redocly.yaml",
  "package.json",
  "package-lock.json",
];
/** The hash of the inputs that were last found to be right. */
const stamp = join(root, ".cache/inputs");

/**
 * Reports a broken document first and alone, because it would cause many other failures. The check takes some seconds,
 * so inputs that were right are not checked again before anything changes.
 */
async function inputFindings(): Promise<readonly Finding[]> {
  const isFolder = (path: string) => statSync(join(root, path)).isDirectory();
  const below = (path: string) => filesBelow(join(root, path)).map((file) => `${path}/${file}`);
  const hash = hashFiles(
    root,
    INPUTS.flatMap((path) => (isFolder(path) ? below(path) : [path])),
  );
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return [];
  try {
    const { checkInputs } = await import("./check.ts");
    const { findings } = await checkInputs(root);
    mkdirSync(dirname(stamp), { recursive: true });
    if (findings.length === 0) writeFileSync(stamp, hash);
    return findings;
  } catch (error) {
    if (error instanceof InputError) return error.findings;
    throw error;
  }
}

const findings = await inputFindings();
if (findings.length > 0) {
  process.stdout.write(`${printFindings(findings)}\n0 passed, ${findings.length} failed\n`);
  process.exit(1);
}

/** About how many seconds the longest files take: begun last, each would run alone at the end. */
const LONGEST: readonly (readonly [seconds: number, files: RegExp])[] = [
  [20, /^(judge\/(waiting|services|faulty-drivers|robustness|setup|sandbox|ending|hidden-receivers)|sandbox\/bounds)$/],
  [20, /^(repository\/checks|languages\/generate-client|overlays\/example|diff\/changes)$/],
  [900, /^on-demand\/judge\/drivers$/],
  [450, /^on-demand\/(languages\/(stores|deployment)|proofs\/services|browser\/site-pages|broken-inputs)$/],
  [250, /^on-demand\/(proofs\/(frameworks|mutation)|judge\/own-drivers)$/],
  [150, /^on-demand\/(judge\/(unending|legal)|proofs\/legal-\w+|languages\/(java|rust)|browser\/console(-states)?)$/],
  [150, /^on-demand\/(through-prism|deployment|compatibility|server-stubs|package-use)$/],
];
const nameIn = (moduleId: string) => relative(join(root, "test"), moduleId).replace(/[.]test[.]ts$/, "");
const weigh = ({ moduleId }: TestSpecification) =>
  LONGEST.find(([, files]) => files.test(nameIn(moduleId)))?.[0] ?? (onDemand ? 40 : 2);

/** Each file with the share of the work that is begun before it. */
function placed(files: readonly TestSpecification[]) {
  const all = files.reduce((sum, file) => sum + weigh(file), 0);
  let begun = 0;
  return files.map((file) => {
    const at = begun / all;
    begun += weigh(file);
    return { file, at };
  });
}

/**
 * Begins with the longest, and puts the files that mostly wait, for services and databases, evenly between those that
 * need both cores: two of a kind side by side leave a core idle, or fight for both.
 */
class Mixed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).sort((a, b) => weigh(b) - weigh(a));
    const { waiting = [], busy = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      /\/(judge|proofs)\/|\/stores[.]/.test(moduleId) ? "waiting" : "busy",
    );
    const mixed = [...placed(waiting), ...placed(busy)].sort((a, b) => a.at - b.at);
    return mixed.map(({ file }) => file);
  }
}

const options = {
  root,
  run: true,
  watch: false,
  update,
  include: part
    ? [`${folder}/${part}.test.ts`, `${folder}/${part}/**/*.test.ts`]
    : [onDemand ? `${folder}/**/*.test.ts` : "test/**/*.test.ts"],
  exclude: onDemand ? [] : [`${folder}/**`],
  passWithNoTests: false,
  // Tests mostly wait for servers. Beside four other files, judges and databases were too late for some of test:all.
  maxWorkers: onDemand ? 4 : 5,
  // What fails twice fails. Real servers, clocks and processes of a shared machine fail once in some thousand tests.
  retry: process.env["CI"] ? 1 : 0,
  // Before a commit, what never ends is told sooner than the configuration does for test:all.
  ...(onDemand ? {} : { testTimeout: 3 * 60_000, hookTimeout: 3 * 60_000 }),
  // Room for young objects: a twentieth less CPU.
  execArgv: ["--max-semi-space-size=64"],
  // Test files run one after the other in the same processes: each would load the same modules for 0.3 s of CPU.
  isolate: onDemand !== undefined,
};
const vitest = await createVitest("test", options, { test: { sequence: { sequencer: Mixed } } });
await vitest.start(onDemand ? args.slice(1) : args).catch((error) => {
  // Vitest has printed that no file matches the filters.
  if (error.code !== "VITEST_FILES_NOT_FOUND") throw error;
});

/** The files that took longest, for `LONGEST`. */
function describeLongest(modules: readonly TestModule[]): string {
  const timed = modules.map((module) => ({ file: nameIn(module.moduleId), ms: module.diagnostic().duration }));
  const longest = timed.sort((a, b) => b.ms - a.ms).slice(0, 8);
  return longest.map(({ file, ms }) => `${file} ${Math.round(ms / 1000)}`).join(", ");
}

const modules = vitest.state.getTestModules();
const cases: TestCase[] = modules.flatMap((module) => [...module.children.allTests()]);
const count = (state: string) => cases.filter((test) => test.result().state === state).length;
// Errors outside of tests are failures too: a file that does not load, a hook that throws, an unhandled rejection.
const loose =
  modules.flatMap((module) => [module, ...module.children.allSuites()]).filter((suite) => suite.errors().length > 0)
    .length + vitest.state.getUnhandledErrors().length;
const [passed, failed, skipped] = [count("passed"), count("failed") + count("pending") + loose, count("skipped")];
// A worker that does not end, because a test that ran out of time still waits, must not keep the result from being
// told.
await Promise.race([vitest.close(), new Promise((resolve) => setTimeout(resolve, 10_000))]);
for (const test of cases.filter((one) => one.diagnostic()?.flaky)) {
  const why = test.result().errors?.map(({ message, diff = "" }) => `${message}\n${diff}`.trim()) ?? [];
  const name = `${relative(root, test.module.moduleId)} > ${test.fullName}`;
  process.stdout.write(`Failed once, then passed: ${[name, ...why].join("\n")}\n`);
}
if (modules.length > 10) process.stdout.write(`\nLongest (s): ${describeLongest(modules)}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
