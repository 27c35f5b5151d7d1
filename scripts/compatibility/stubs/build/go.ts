import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../tools.ts";
import { GO_RUNTIME, GO_RUNTIME_VERSION } from "../../versions.ts";
import type { Stub } from "../stub.ts";
import { copyCode, writePackage } from "./packages.ts";

const PACKAGE = "example.com/collectionscontract";

/** A program in the stub's module, or in one of ours around its package. */
export const goStub =
  (main: string): Stub["build"] =>
  async (folder, { keep }) => {
    const generated = join(folder, "generated");
    await writePackage("go", join(folder, "package"));
    if (!existsSync(join(generated, "go.mod")))
      writeFileSync(
        join(generated, "go.mod"),
        `module contract.invalid/stub\n\ngo 1.24\n\nrequire ${GO_RUNTIME} ${GO_RUNTIME_VERSION}\n`,
      );
    const program = join(generated, "receiver");
    mkdirSync(program);
    for (const [file, name] of [
      [keep, keep],
      [main, "main.go"],
      ["probe.go", "probe.go"],
    ] as const)
      copyCode(file, join(program, name));
    const go = (...args: string[]) => run(["go", ...args], { cwd: generated, env: { GOFLAGS: "-mod=mod" } });
    await go("mod", "edit", `-require=${PACKAGE}@v0.0.0`, `-replace=${PACKAGE}=../package`);
    await go("mod", "tidy");
    await go("build", "./...");
    const binary = join(folder, "stub");
    await go("build", "-o", binary, "./receiver");
    return { command: [binary] };
  };
