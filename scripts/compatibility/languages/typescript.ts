import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { root, run } from "../tools.ts";
import { copyProbe, type Language } from "./language.ts";

/** What a strict project with a bundler has. */
const TSCONFIG = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: [],
  },
  include: ["probe.ts", "generated/**/*.ts"],
};

/** The TypeScript of this repository checks code and probe together, then rolldown makes one file of them. */
export const TYPESCRIPT: Language = {
  needs: [],
  async build(folder, probe) {
    copyProbe("say.ts.txt", join(folder, "say.ts"));
    copyProbe(probe, join(folder, "probe.ts"));
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
    await run([process.execPath, join(root, "node_modules/typescript/bin/tsc"), "-p", folder]);
    const build = await rolldown({ input: join(folder, "probe.ts"), platform: "node", logLevel: "silent" });
    await build.write({ file: join(folder, "probe.mjs"), format: "esm", codeSplitting: false });
    await build.close();
    return { command: [process.execPath, join(folder, "probe.mjs")] };
  },
};
