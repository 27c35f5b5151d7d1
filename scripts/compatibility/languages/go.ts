import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../tools.ts";
import { GO_RUNTIME, GO_RUNTIME_VERSION } from "../versions.ts";
import { copyProbe, type Language } from "./language.ts";

const MODULE = "module contract.invalid/probe\n\ngo 1.24\n";

/** The module of the generator, or one of ours around its package; the probe is a program in it. */
export const GO: Language = {
  needs: ["go"],
  async build(folder, probe) {
    const generated = join(folder, "generated");
    const module = join(generated, "go.mod");
    if (!existsSync(module)) {
      const runtime = existsSync(join(generated, "contract")) ? `\nrequire ${GO_RUNTIME} ${GO_RUNTIME_VERSION}\n` : "";
      writeFileSync(module, MODULE + runtime);
      if (runtime) writeFileSync(join(generated, "contract/keep.go"), `package contract\n\nimport _ "${GO_RUNTIME}"\n`);
    }
    // Code in package main has its program next to it.
    const main = existsSync(join(generated, "PaymentSnapshot.go")) ? generated : join(generated, "probe");
    mkdirSync(main, { recursive: true });
    copyProbe("say.go", join(main, "say.go"));
    copyProbe(probe, join(main, "main.go"));
    const env = { GOFLAGS: "-mod=mod" };
    await run(["go", "build", "./..."], { cwd: generated, env });
    const program = join(folder, "go-probe");
    await run(["go", "build", "-o", program, main], { cwd: generated, env });
    return { command: [program] };
  },
};
