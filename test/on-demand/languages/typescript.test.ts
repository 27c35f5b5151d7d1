import { join } from "node:path";
import { root } from "../../support/repository.ts";
import { installInto } from "./bound-package.ts";
import { judgeLanguage } from "./harness.ts";

const typescript = join(root, "node_modules/typescript");
const tsc = [process.execPath, join(typescript, "bin/tsc"), "-p"] as const;
const entries = ["", "/receiver", "/edge", "/client", "/oauth"];
const itself = `for (const entry of ${JSON.stringify(entries)}) await import("collections-contract-payments" + entry)`;

judgeLanguage({
  language: "typescript",
  toolchain: [
    [process.execPath, "-p", "'Node ' + process.versions.node"],
    [process.execPath, "-p", `'TypeScript ' + require(${JSON.stringify(typescript)}).version`],
  ],
  install: installInto,
  build: [
    [...tsc, "tsconfig.json"],
    [...tsc, "tsconfig.build.json"],
    [process.execPath, "--input-type=module", "-e", itself],
  ],
  test: [process.execPath, "--test", "test/*.test.ts"],
  vectors: ["payloads", "json"],
  receiver: [process.execPath, "examples/receiver.ts"],
  client: [process.execPath, "examples/onboarding.ts"],
  pay: [process.execPath, "examples/pay.ts"],
  drivers: [
    {
      framework: "Express",
      example: [process.execPath, "examples/driver-express.ts"],
      filled: { from: "express.ts", to: "examples/filled.ts", command: [process.execPath, "examples/filled.ts"] },
    },
  ],
});
