/** Schemas of zod: models that check payments at run time. */

import { copyFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Generator, OPENAPI, RECEIVER } from "../generator.ts";
import { TYPESCRIPT } from "../languages/typescript.ts";
import { npmTool } from "../tools.ts";
import { NPM_TOOLS } from "../versions.ts";

/** The code imports the zod that is installed with the tool. */
const withZod = (out: string, command: readonly string[]) =>
  symlinkSync(dirname(dirname(command[0] ?? "")), join(out, "../node_modules"), "dir");

type Rest = Pick<Generator, "version" | "probe" | "args"> & Partial<Generator>;
const zod = (
  name: "@hey-api/openapi-ts zod" | "orval zod" | "@kubb/plugin-zod",
  program: string,
  rest: Rest,
): Generator => ({
  name,
  from: "npm",
  language: TYPESCRIPT,
  languageName: "TypeScript",
  artefacts: OPENAPI,
  quick: false,
  calls: false,
  obtain: () => npmTool(name, program),
  program: `npx ${program}`,
  prepare: withZod,
  ...rest,
});

export const ZOD_GENERATORS: readonly Generator[] = [
  zod("@hey-api/openapi-ts zod", "openapi-ts", {
    version: NPM_TOOLS["@hey-api/openapi-ts zod"]["@hey-api/openapi-ts"],
    probe: "hey-api-zod.ts.txt",
    args: (document, out) => ["-i", document, "-o", out, "-p", "zod", "--no-log-file"],
  }),
  // It makes schemas of operations alone, so it gets the document in which the deliveries are some.
  zod("orval zod", "orval", {
    version: NPM_TOOLS["orval zod"].orval,
    artefacts: RECEIVER,
    probe: "orval-zod.ts.txt",
    args: (document, out) => ["--input", document, "--output", join(out, "api.ts"), "--client", "zod"],
  }),
  zod("@kubb/plugin-zod", "kubb", {
    version: NPM_TOOLS["@kubb/plugin-zod"]["@kubb/plugin-zod"],
    probe: "kubb-zod.ts.txt",
    args: (document) => ["generate", document, "--config", "kubb.zod.config.mjs"],
    prepare: (out, command) => {
      withZod(out, command);
      copyFileSync(join(import.meta.dirname, "../kubb.zod.config.mjs"), join(out, "../kubb.zod.config.mjs"));
    },
  }),
];
