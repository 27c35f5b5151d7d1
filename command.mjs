#!/usr/bin/env node
// The command of the package. A clone that is not built, and a package that was packed from one, say what is missing.
import { existsSync } from "node:fs";

if (existsSync(new URL("dist/src/cli.js", import.meta.url))) await import("./dist/src/cli.js");
else {
  process.stderr.write(
    "collections-contract: there is no built code in this package or clone. In a clone, npm run build makes it, and\n" +
      "npm run pack makes a package that has it. npm pack alone does not: .npmrc keeps it from running the build.\n",
  );
  process.exitCode = 2;
}
