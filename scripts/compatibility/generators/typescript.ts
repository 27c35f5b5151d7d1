/** Generators of TypeScript. */

import { copyFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Generator, OPENAPI, openapiGenerator } from "../generator.ts";
import { TYPESCRIPT } from "../languages/typescript.ts";
import { npmTool, root, type Tool } from "../tools.ts";
import { NPM_TOOLS } from "../versions.ts";

const HERE: () => Promise<Tool> = async () => ({ command: [process.execPath] });
const OPENAPI_TYPESCRIPT = "node_modules/openapi-typescript/bin/cli.js";

/** The code imports the libraries that are installed with the tool. */
const withLibraries = (out: string, command: readonly string[]) =>
  symlinkSync(dirname(dirname(command[0] ?? "")), join(out, "../node_modules"), "dir");

/** What the code imports and does not bring. */
async function withAxios(out: string): Promise<void> {
  const { command } = await npmTool("axios", "axios");
  if (command) withLibraries(out, command);
}

type Rest = Pick<Generator, "probe" | "args"> & Partial<Generator>;
const npm = (name: keyof typeof NPM_TOOLS, program: string, rest: Rest): Generator => ({
  name,
  version: (NPM_TOOLS[name] as Record<string, string>)[name] ?? "",
  from: "npm",
  language: TYPESCRIPT,
  languageName: "TypeScript",
  artefacts: OPENAPI,
  quick: false,
  calls: true,
  obtain: () => npmTool(name, program),
  program: `npx ${program}`,
  ...rest,
});

export const TYPESCRIPT_GENERATORS: readonly Generator[] = [
  {
    name: "openapi-typescript + openapi-fetch",
    version: "7.13.0",
    from: "npm, part of this repository",
    language: TYPESCRIPT,
    languageName: "TypeScript",
    artefacts: OPENAPI,
    quick: true,
    probe: "openapi-typescript.ts.txt",
    calls: true,
    tokenUrl: "a second `createClient` with that `baseUrl`",
    obtain: HERE,
    program: "node",
    args: (document, out) => [join(root, OPENAPI_TYPESCRIPT), document, "-o", join(out, "api.ts")],
  },
  npm("@hey-api/openapi-ts", "openapi-ts", {
    quick: true,
    probe: "hey-api.ts.txt",
    tokenUrl: "`baseUrl` in the options of that call",
    args: (document, out) => ["-i", document, "-o", out, "-c", "@hey-api/client-fetch", "--no-log-file"],
  }),
  npm("orval", "orval", {
    probe: "orval.ts.txt",
    tokenUrl: "a `mutator`, or a `fetch` around that call",
    args: (document, out) => ["--input", document, "--output", join(out, "api.ts"), "--client", "fetch"],
  }),
  npm("swagger-typescript-api", "swagger-typescript-api", {
    probe: "swagger-typescript-api.ts.txt",
    tokenUrl: "a second `new Api({ baseUrl })`",
    args: (document, out) => ["generate", "-p", document, "-o", out, "-n", "api.ts"],
  }),
  npm("@kubb/cli", "kubb", {
    probe: "kubb.ts.txt",
    tokenUrl: "`baseURL` in the configuration of that call",
    args: (document) => ["generate", document, "--config", "kubb.config.mjs"],
    prepare: (out, command) => {
      withLibraries(out, command);
      copyFileSync(join(import.meta.dirname, "../kubb.config.mjs"), join(out, "../kubb.config.mjs"));
    },
  }),
  npm("openapi-zod-client", "openapi-zod-client", {
    probe: "openapi-zod-client.ts.txt",
    tokenUrl: "a second `createApiClient(url)`",
    args: (document, out) => [document, "-o", join(out, "api.ts"), "--export-schemas"],
    prepare: withLibraries,
  }),
  npm("oazapfts", "oazapfts", {
    probe: "oazapfts.ts.txt",
    withoutPayments: true,
    tokenUrl: "`baseUrl` in the options of that call",
    args: (document, out) => [document, join(out, "api.ts")],
    prepare: withLibraries,
  }),
  npm("openapi-typescript-codegen", "openapi", {
    probe: "openapi-typescript-codegen.ts.txt",
    tokenUrl: "`OpenAPI.BASE`, set for that call",
    args: (document, out) => ["--input", document, "--output", out, "--client", "fetch"],
  }),
  openapiGenerator("typescript-fetch", "TypeScript", TYPESCRIPT, {
    quick: false,
    probe: "openapi-generator.ts.txt",
    tokenUrl: "a second `Configuration` with that `basePath`",
  }),
  openapiGenerator("typescript-axios", "TypeScript", TYPESCRIPT, {
    quick: false,
    probe: "openapi-generator-axios.ts.txt",
    prepare: withAxios,
  }),
];
