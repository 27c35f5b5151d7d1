import { readdirSync } from "node:fs";
import { join } from "node:path";
import { python, run } from "../tools.ts";
import { copyProbe, type Language } from "./language.ts";

/** Byte code for every file, and an import of what stands at the top. */
export const PYTHON: Language = {
  needs: ["python3"],
  async build(folder, probe) {
    const { command: [interpreter] = [], skip } = await python();
    if (!interpreter) return { skip: skip ?? "" };
    const generated = join(folder, "generated");
    const env = { PYTHONPATH: generated };
    const module = readdirSync(generated).find(
      (name) => /^[a-z_]+(\.py)?$/.test(name) && !/^(docs|test|setup\.py)$/.test(name),
    );
    await run([interpreter, "-m", "compileall", "-q", generated]);
    await run([interpreter, "-c", `import ${module?.replace(/\.py$/, "")}`], { env });
    copyProbe(probe, join(folder, "probe.py"));
    return { command: [interpreter, join(folder, "probe.py")], env };
  },
};
