import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pythonEnvironment, run } from "../../tools.ts";
import { FLASK_LIBRARIES, STUB_PYTHON_LIBRARIES } from "../../versions.ts";
import type { Stub } from "../stub.ts";
import { copyCode, writePackage } from "./packages.ts";

type Place = {
  libraries: "fastapi" | "flask";
  /** Where modules are found, below `generated`. */
  modules: string;
  /** The module whose handler prints what it was given, below `generated`; the text that it replaces. */
  handler?: { file: string; text: string | RegExp; by: string };
  /** The program of ours. */
  main: string;
};

/** Our files next to the stub's package, and the body of the handler that the generator left empty. */
export const pythonStub =
  ({ libraries, modules, handler, main }: Place): Stub["build"] =>
  async (folder, { keep }) => {
    const packages = libraries === "fastapi" ? STUB_PYTHON_LIBRARIES : FLASK_LIBRARIES;
    const { folder: environment, skip } = await pythonEnvironment(`stubs-${libraries}`, packages);
    if (!environment) return { skip: skip ?? "" };
    const python = join(environment, "bin/python");
    const generated = join(folder, "generated");
    await writePackage("python", join(folder, "package"));
    if (handler) {
      const file = join(generated, handler.file);
      const text = readFileSync(file, "utf8");
      const filled = text.replace(handler.text, handler.by);
      if (filled === text) throw new Error(`${handler.file} has no place for a handler`);
      writeFileSync(file, filled);
    }
    for (const file of [keep, main, "probe.py"]) copyCode(file, join(folder, file));
    const env = { PYTHONPATH: [folder, join(generated, modules), join(folder, "package/src")].join(":") };
    await run([python, "-m", "compileall", "-q", generated]);
    await run([python, "-c", `import ${main.replace(".py", "")}`], { env: { ...env, PORT: "0", WEBHOOK_SECRET: "-" } });
    return { command: [python, "-u", join(folder, main), "start"], env };
  };
