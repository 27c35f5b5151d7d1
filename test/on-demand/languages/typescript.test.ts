import { join } from "node:path";
import { root } from "../../support/repository.ts";
import { judgeLanguage } from "./harness.ts";

// What `npm install` in the package would bring.
const typescript = join(root, "node_modules/typescript");
const tsc = [process.execPath, join(typescript, "bin/tsc"), "--typeRoots", join(root, "node_modules/@types")] as const;
const linked = `const fs = require("node:fs");
  fs.existsSync("node_modules") || fs.symlinkSync(${JSON.stringify(join(root, "node_modules"))}, "node_modules", "junction")`;
const itself = 'for (const entry of ["", "/server"]) await import("collections-contract-payments" + entry)';

judgeLanguage({
  language: "typescript",
  toolchain: [
    [process.execPath, "-p", "'Node ' + process.versions.node"],
    [process.execPath, "-p", `'TypeScript ' + require(${JSON.stringify(typescript)}).version`],
  ],
  build: [
    [process.execPath, "-e", linked],
    [...tsc, "-p", "tsconfig.json"],
    [...tsc, "-p", "tsconfig.build.json"],
    [process.execPath, "--input-type=module", "-e", itself],
  ],
  test: [process.execPath, "--test", "test/*.test.ts"],
  vectors: ["receiver"],
  receiver: [process.execPath, "examples/receiver.ts"],
  pay: [process.execPath, "examples/pay.ts"],
  drivers: [
    {
      framework: "Express",
      example: [process.execPath, "examples/driver-express.ts"],
      filled: { from: "express.ts", to: "examples/filled.ts", command: [process.execPath, "examples/filled.ts"] },
    },
  ],
});
