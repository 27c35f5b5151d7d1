import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** A file that documents its command is a benchmark. Those of the judge use the services of the tests. */
const root = join(import.meta.dirname, "..");
const programs = new Map(
  ["scripts/bench/*.ts", "test/judges/*.ts"]
    .flatMap((pattern) => globSync(pattern, { cwd: root }).sort())
    .flatMap((file) => {
      const [, name] = /npm run bench[\s*]+-- ([\w-]+)/.exec(readFileSync(join(root, file), "utf8")) ?? [];
      return name && (file.startsWith("test/") || name === basename(file, ".ts")) ? [[name, join(root, file)]] : [];
    }),
);
const [wanted = "", ...rest] = process.argv.slice(2);
const isName = wanted !== "" && !wanted.startsWith("-");

if (wanted === "--help" || (isName && !programs.has(wanted))) {
  process.stdout.write(
    `Usage: npm run bench [-- NAME [--json]]

Measures ratios against the bare limit and against others, in one process each.
Names: ${[...programs.keys()].join(", ")}.
`,
  );
  process.exit(wanted === "--help" ? 0 : 2);
}
for (const [name, program] of programs) {
  if (isName && name !== wanted) continue;
  process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(process.execPath, [program, ...(isName ? rest : process.argv.slice(2))], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
