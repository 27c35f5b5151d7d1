/** The generators of the comparison: how each is obtained and called, and what judges its code. Versions are in `versions.ts`. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GO } from "./languages/go.ts";
import { JAVA } from "./languages/java.ts";
import { KOTLIN } from "./languages/kotlin.ts";
import type { Language } from "./languages/language.ts";
import { PYTHON } from "./languages/python.ts";
import { RUST } from "./languages/rust.ts";
import { CSHARP, PHP, RUBY } from "./languages/scripting.ts";
import { TYPESCRIPT } from "./languages/typescript.ts";
import { modelina } from "./modelina.ts";
import { cargoTool, goTool, jar, npmTool, pythonTool, root, run, type Tool } from "./tools.ts";
import { CARGO_TOOLS, GO_TOOLS, JARS, JAVAX, NPM_TOOLS, PYTHON_TOOLS } from "./versions.ts";

/** The documents that a team takes from `generated/`. */
export const ARTEFACTS = {
  "3.1": "generated/openapi.json",
  "3.0": "generated/openapi-3.0.json",
  "codegen 3.1": "generated/codegen/openapi.json",
  "codegen 3.0": "generated/codegen/openapi-3.0.json",
  AsyncAPI: "generated/asyncapi.json",
  "codegen AsyncAPI": "generated/codegen/asyncapi.json",
  "JSON Schema": "generated/schemas/PaymentSnapshot.json",
} as const;
export type Artefact = keyof typeof ARTEFACTS;

export type Generator = {
  name: string;
  version: string;
  /** The registry it comes from, in a word. */
  from: string;
  language: Language;
  languageName: string;
  artefacts: readonly Artefact[];
  /** Judged by `npm run test:all`, too: needs nothing that takes minutes. */
  quick: boolean;
  /** A file of `probes/`; none for a language without a compiler here. */
  probe?: string;
  /** What the probe does with the four operations. */
  operations: "called" | "named" | "none";
  obtain(): Promise<Tool>;
  /** Writes code into `out`, an empty folder; `url` is where the service of the probe listens. */
  make(command: readonly string[], document: string, out: string, url: string): Promise<unknown>;
};

/** As the overlay of a team that knows its hosts does: every server has a URL instead of a variable. @returns the file of the copy */
function withServers(document: string, out: string, url: string): string {
  const file = join(out, "..", "document.json");
  const known = (name: string, value: unknown) => (name === "servers" ? [{ url }] : value);
  writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(document, "utf8"), known)));
  return file;
}

const [javaxGroup, javaxId, javaxVersion] = JAVAX.split(":");
const JAVAX_ANNOTATION = `<dependency><groupId>${javaxGroup}</groupId><artifactId>${javaxId}</artifactId><version>${javaxVersion}</version></dependency>`;

const OPENAPI = ["3.1", "3.0", "codegen 3.1", "codegen 3.0"] as const;
const HERE: () => Promise<Tool> = async () => ({ command: [process.execPath] });

/** Without it the models of some languages refuse or drop every member that they do not name; JSON Schema says that objects are open. */
const OPEN = "--additional-properties=disallowAdditionalPropertiesIfNotPresent=false";

const openapiGenerator = (
  id: string,
  languageName: string,
  language: Language,
  rest: Pick<Generator, "quick" | "operations"> & { probe?: string; options?: string[] },
): Generator => ({
  name: `OpenAPI Generator ${id}`,
  version: JARS["OpenAPI Generator"].split(":")[2] ?? "",
  from: "Maven Central",
  language,
  languageName,
  artefacts: OPENAPI,
  quick: rest.quick,
  ...(rest.probe ? { probe: rest.probe } : {}),
  operations: rest.operations,
  obtain: () => jar("OpenAPI Generator"),
  make: (command, document, out) =>
    run([...command, "generate", "-g", id, "-i", document, "-o", out, ...(rest.options ?? [OPEN])]),
});

const quicktype = (
  id: string,
  languageName: string,
  language: Language,
  file: string,
  rest: { probe: string; quick: boolean },
): Generator => ({
  name: `quicktype ${id}`,
  version: NPM_TOOLS.quicktype.quicktype,
  from: "npm",
  language,
  languageName,
  artefacts: ["JSON Schema"],
  quick: rest.quick,
  probe: rest.probe,
  operations: "none",
  obtain: () => npmTool("quicktype", "quicktype"),
  make: (command, document, out) =>
    run([
      ...command,
      "--telemetry",
      "disable",
      "--src-lang",
      "schema",
      "--lang",
      id,
      "--top-level",
      "PaymentSnapshot",
      "-o",
      join(out, file),
      document,
    ]),
});

const pypi = (
  name: keyof typeof PYTHON_TOOLS,
  program: string,
  operations: Generator["operations"],
  make: Generator["make"],
): Generator => ({
  name,
  version: PYTHON_TOOLS[name],
  from: "PyPI",
  language: PYTHON,
  languageName: "Python",
  artefacts: OPENAPI,
  quick: true,
  probe: `${name}.py`,
  operations,
  obtain: () => pythonTool(name, program),
  make,
});

const npm = (name: keyof typeof NPM_TOOLS, program: string, probe: string, make: Generator["make"]): Generator => ({
  name,
  version: (NPM_TOOLS[name] as Record<string, string>)[name] ?? "",
  from: "npm",
  language: TYPESCRIPT,
  languageName: "TypeScript",
  artefacts: OPENAPI,
  quick: true,
  probe,
  operations: "called",
  obtain: () => npmTool(name, program),
  make,
});

const go = openapiGenerator("go", "Go", GO, { quick: true, probe: "openapi-generator.go", operations: "called" });
const python = openapiGenerator("python", "Python", PYTHON, {
  quick: true,
  probe: "openapi-generator.py",
  operations: "called",
});

export const GENERATORS: readonly Generator[] = [
  {
    name: "openapi-typescript + openapi-fetch",
    version: "7.13.0",
    from: "npm, part of this repository",
    language: TYPESCRIPT,
    languageName: "TypeScript",
    artefacts: OPENAPI,
    quick: true,
    probe: "openapi-typescript.ts.txt",
    operations: "called",
    obtain: HERE,
    make: (command, document, out) =>
      run([...command, join(root, "node_modules/openapi-typescript/bin/cli.js"), document, "-o", join(out, "api.ts")], {
        cwd: out,
      }),
  },
  npm("@hey-api/openapi-ts", "openapi-ts", "hey-api.ts.txt", (command, document, out) =>
    run([...command, "-i", document, "-o", out, "-c", "@hey-api/client-fetch", "--no-log-file"], { cwd: out }),
  ),
  npm("orval", "orval", "orval.ts.txt", (command, document, out) =>
    run([...command, "--input", document, "--output", join(out, "api.ts"), "--client", "fetch"], { cwd: out }),
  ),
  npm("swagger-typescript-api", "swagger-typescript-api", "swagger-typescript-api.ts.txt", (command, document, out) =>
    run([...command, "generate", "-p", document, "-o", out, "-n", "api.ts"], { cwd: out }),
  ),
  openapiGenerator("typescript-fetch", "TypeScript", TYPESCRIPT, {
    quick: true,
    probe: "openapi-generator.ts.txt",
    operations: "called",
  }),
  python,
  {
    ...python,
    name: "OpenAPI Generator python, servers known",
    artefacts: ["codegen 3.0"],
    make: (command, document, out, url) => python.make(command, withServers(document, out, url), out, url),
  },
  pypi("openapi-python-client", "openapi-python-client", "called", (command, document, out) =>
    run([...command, "generate", "--path", document, "--output-path", join(out, "openapi_client"), "--meta", "none"]),
  ),
  pypi("datamodel-code-generator", "datamodel-codegen", "none", (command, document, out) =>
    run([
      ...command,
      ...["--input", document, "--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel"],
      ...["--output", join(out, "models.py")],
    ]),
  ),
  go,
  {
    ...go,
    name: "OpenAPI Generator go, without the option",
    artefacts: ["codegen 3.0"],
    make: (command, document, out) => run([...command, "generate", "-g", "go", "-i", document, "-o", out]),
  },
  {
    name: "oapi-codegen",
    version: GO_TOOLS["oapi-codegen"].split("@")[1] ?? "",
    from: "Go module proxy",
    language: GO,
    languageName: "Go",
    artefacts: OPENAPI,
    quick: true,
    probe: "oapi-codegen.go",
    operations: "called",
    obtain: () => goTool("oapi-codegen"),
    make: (command, document, out) => {
      mkdirSync(join(out, "contract"));
      const config = join(import.meta.dirname, "oapi-codegen.yaml");
      return run([...command, "-config", config, "-o", join(out, "contract/contract.go"), document]);
    },
  },
  openapiGenerator("java", "Java", JAVA, {
    quick: false,
    probe: "openapi-generator.java",
    operations: "called",
    options: ["--library", "native", OPEN],
  }),
  {
    name: "Swagger Codegen java",
    version: JARS["Swagger Codegen"].split(":")[2] ?? "",
    from: "Maven Central",
    language: JAVA,
    languageName: "Java",
    artefacts: OPENAPI,
    quick: false,
    probe: "swagger-codegen.java",
    operations: "called",
    obtain: () => jar("Swagger Codegen"),
    make: async (command, document, out) => {
      await run([...command, "generate", "-l", "java", "-i", document, "-o", out]);
      // Its code names an annotation that Java has no longer since version 11, and its pom does not bring it.
      const pom = join(out, "pom.xml");
      writeFileSync(
        pom,
        readFileSync(pom, "utf8").replace(/<dependencies>(?![\s\S]*<dependencies>)/, `$&${JAVAX_ANNOTATION}`),
      );
    },
  },
  openapiGenerator("rust", "Rust", RUST, { quick: false, probe: "openapi-generator.rs", operations: "called" }),
  {
    name: "progenitor",
    version: CARGO_TOOLS.progenitor[1],
    from: "crates.io",
    language: RUST,
    languageName: "Rust",
    artefacts: ["codegen 3.1", "codegen 3.0"],
    quick: false,
    probe: "progenitor.rs",
    operations: "called",
    obtain: () => cargoTool("progenitor"),
    make: (command, document, out) =>
      run([...command, "progenitor", "-i", document, "-o", out, "-n", "openapi", "-v", "0.1.0"]),
  },
  openapiGenerator("php", "PHP", PHP, { quick: true, probe: "openapi-generator.php", operations: "named" }),
  openapiGenerator("ruby", "Ruby", RUBY, { quick: true, probe: "openapi-generator.rb", operations: "named" }),
  openapiGenerator("kotlin", "Kotlin", KOTLIN, { quick: false, probe: "openapi-generator.kt", operations: "called" }),
  openapiGenerator("csharp", "C#", CSHARP, { quick: false, operations: "named" }),
  quicktype("typescript", "TypeScript", TYPESCRIPT, "PaymentSnapshot.ts", { probe: "quicktype.ts.txt", quick: true }),
  quicktype("python", "Python", PYTHON, "payment_snapshot.py", { probe: "quicktype.py", quick: true }),
  quicktype("go", "Go", GO, "PaymentSnapshot.go", { probe: "quicktype.go", quick: true }),
  quicktype("java", "Java", JAVA, "Converter.java", { probe: "quicktype.java", quick: false }),
  quicktype("rust", "Rust", RUST, "PaymentSnapshot.rs", { probe: "quicktype.rs", quick: false }),
  quicktype("php", "PHP", PHP, "PaymentSnapshot.php", { probe: "quicktype.php", quick: true }),
  {
    name: "Modelina",
    version: "5.10.1",
    from: "npm, part of this repository",
    language: TYPESCRIPT,
    languageName: "TypeScript",
    artefacts: ["AsyncAPI", "codegen AsyncAPI"],
    quick: true,
    probe: "modelina.ts.txt",
    operations: "none",
    obtain: HERE,
    make: (_command, document, out) => modelina(document, out),
  },
];
