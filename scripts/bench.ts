import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A file in scripts/bench/ that documents its command is a benchmark; the other files are shared parts. */
const folder = join(import.meta.dirname, "bench");
const names = readdirSync(folder)
  .filter((file) => readFileSync(join(folder, file), "utf8").includes(`npm run bench -- ${file.slice(0, -3)}`))
  .map((file) => file.slice(0, -3));
const [wanted, ...rest] = process.argv.slice(2);

if (wanted === "--help" || (wanted && !wanted.startsWith("-") && !names.includes(wanted))) {
  process.stdout.write(
    `Usage: npm run bench [-- NAME [--json]]\n\nMeasures ratios against the bare limit and against others, in one process each. Names: ${names.join(", ")}.\n`,
  );
  process.exit(wanted === "--help" ? 0 : 2);
}
for (const name of wanted && !wanted.startsWith("-") ? [wanted] : names) {
  if (names.length > 1) process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(
    process.execPath,
    [join(folder, `${name}.ts`), ...(names.includes(wanted ?? "") ? rest : process.argv.slice(2))],
    { stdio: "inherit" },
  );
  if (status !== 0) process.exit(status ?? 1);
}
