import { join } from "node:path";
import { run } from "../tools.ts";
import { copyProbe, filesBelow, type Language } from "./language.ts";

/** Each file past the parser, then the models through the probe; the packages for calls are of registries that are not asked here. */
export const PHP = interpreted("php", ".php", ["-l"]);
export const RUBY = interpreted("ruby", ".rb", ["-c"]);

function interpreted(program: string, ending: string, check: string[]): Language {
  return {
    needs: [program],
    async build(folder, probe) {
      for (const file of filesBelow(join(folder, "generated"), ending)) await run([program, ...check, file]);
      const to = join(folder, `probe${ending}`);
      copyProbe(probe, to);
      return { command: [program, to] };
    },
  };
}

/** Their compilers are not part of what this comparison installs. */
export const CSHARP: Language = {
  needs: ["dotnet"],
  build: async () => ({ skip: "no probe for this language" }),
};
