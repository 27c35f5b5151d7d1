import { join } from "node:path";
import { InputError } from "./check/finding.ts";
import type { Inputs } from "./check/inputs.ts";
import { describeError, runScript } from "./command.ts";
import { compare, replaceFolder } from "./generate/write.ts";

const HELP = `Usage: npm run generate [-- --check] [-- --deployment DIR]

Checks everything in spec/ and makes generated/ from it. Writes nothing if there is a fault.

  --deployment DIR  complete the contract folder of a deployment (collections-contract overlay apply): adds types,
                  validators, constants, models and the other forms of its documents
  --check         write nothing; name every file that is stale, missing or foreign, and exit 1 if there is one
  --root DIR      another checkout (default: this one)
  --help          this text
`;

/** Everything that follows from the documents of a deployment, into the folder that holds them. */
async function completeFolder(folder: string, inputs: Inputs, isCheck: boolean): Promise<number> {
  const [{ readFolder }, { APPLIED, readInputs, REQUESTS }, { render }, { writePackage }] = await Promise.all([
    import("../src/overlays/folder.ts"),
    import("./generate/deployment.ts"),
    import("./generate/render.ts"),
    import("../src/files/write-folder.ts"),
  ]);
  const own = readInputs(inputs, readFolder(folder));
  const files = [...(await render(own.inputs, own.bundled))].filter(
    ([name]) => !APPLIED.test(name) && !REQUESTS.test(name),
  );
  const stale = compare(folder, new Map(files)).filter(({ kind }) => kind !== "foreign");
  for (const { kind, file } of stale) process.stdout.write(`${kind.padEnd(8)} ${join(folder, file)}\n`);
  if (isCheck) return stale.length > 0 ? 1 : 0;
  await writePackage(folder, new Map(files.map(([name, text]) => [name, Buffer.from(text)])), true);
  process.stderr.write(`${folder} holds ${files.length} files besides its documents, ${stale.length} changed\n`);
  return 0;
}

async function main(values: { check?: boolean; deployment?: string; root?: string }): Promise<number> {
  const root = values.root ?? join(import.meta.dirname, "..");
  const started = performance.now();
  // Only now: the tools behind these two take most of a second to load.
  const [{ checkInputs }, { render }] = await Promise.all([import("./check.ts"), import("./generate/render.ts")]);
  const { inputs, bundled, findings } = await checkInputs(root);
  if (findings.length > 0) throw new InputError(findings);
  if (values.deployment !== undefined) return await completeFolder(values.deployment, inputs, values.check === true);
  const files = await render(inputs, bundled);
  const differences = compare(join(root, "generated"), files);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);

  if (values.check) {
    for (const { kind, file } of differences) process.stdout.write(`${kind.padEnd(8)} generated/${file}\n`);
    if (differences.length > 0)
      process.stdout.write(
        "cure: npm run generate   (it rewrites what is stale or missing and deletes what is foreign)\n",
      );
    else process.stderr.write(`generated/ is fresh: ${files.size} files, ${seconds} s\n`);
    return differences.length > 0 ? 1 : 0;
  }
  if (differences.length > 0) replaceFolder(join(root, "generated"), files);
  for (const { kind, file } of differences)
    process.stderr.write(`${kind === "foreign" ? "deleted" : "wrote"} generated/${file}\n`);
  process.stderr.write(`generated/ holds ${files.size} files, ${differences.length} changed, ${seconds} s\n`);
  return 0;
}

await runScript(
  HELP,
  { check: { type: "boolean" }, deployment: { type: "string" }, root: { type: "string" } },
  main,
  (error) => `${describeError(error)}${error instanceof InputError ? "; generated/ was not changed." : ""}`,
);
