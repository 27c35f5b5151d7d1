import { join } from "node:path";
import { run } from "../tools.ts";
import { copyProbe, filesBelow, type Language } from "./language.ts";

/** The generated build wants CMake and a package of its own, so every file is compiled together with the probe. */
export const CPP: Language = {
  needs: ["g++"],
  async build(folder, probe) {
    const found = await run(["g++", "-E", "-x", "c++", "-include", "cpprest/json.h", "/dev/null"]).catch(() => "");
    if (!found) return { skip: "cpprest/json.h not found" };
    const [generated, program] = [join(folder, "generated"), join(folder, "cpp-probe")];
    copyProbe(probe, join(folder, "probe.cpp"));
    const files = [...filesBelow(join(generated, "src"), ".cpp"), join(folder, "probe.cpp")];
    const libraries = ["cpprest", "ssl", "crypto", "boost_system", "pthread"].map((name) => `-l${name}`);
    const include = `-I${join(generated, "include")}`;
    await run(["g++", "-std=c++17", "-w", include, "-o", program, ...files, ...libraries], { seconds: 1800 });
    return { command: [program] };
  },
};
