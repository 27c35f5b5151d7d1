/** What a row of the table says about a generator, and what rows of one tool share. */

import type { Document } from "./documents.ts";

export type Language = "TypeScript" | "Python" | "Go" | "Java" | "Kotlin" | "Rust" | "C#" | "C++" | "PHP" | "Ruby";

export type Generator = {
  kind: "client" | "models" | "stub";
  tool: string;
  /** The registry and what is installed from it: the first package has the version of the page. */
  install: string;
  language: Language;
  /** What a user types. FILE is the document, OUT an empty folder; a file of this folder is copied beside it. */
  command: string;
  /** The first one is what the page tells people to take. */
  documents: readonly Document[];
  /** A file of `probes/` or, for stubs, of `stubs/`. It is called as languages.ts and run.ts say. */
  probe: string;
  /** Run again by `npm run test:all`, on the first document: needs nothing that takes minutes. */
  quick?: true;
  /** How a user gives the URL of the token, where the code does not take it from the document. */
  tokenUrl?: string;
  /** The code has no models of deliveries, because no operation uses them. */
  withoutPayments?: true;
  /** What the generated code imports, if it is not installed with the tool. */
  libraries?: string;
  /** Replaces a text in a file of OUT: what the project around the code lacks, or the body of a handler. */
  patch?: { file: string; text: RegExp; by: string };
  /** For stubs: how the bytes are kept, where Python finds the modules below OUT, and Java the class that starts it. */
  how?: string;
  modules?: string;
  main?: string;
};

export const OPENAPI: readonly Document[] = ["codegen 3.0", "codegen 3.1"];

type Rest = Partial<Generator>;
/** A generator of OpenAPI Generator, at its defaults but for `options`. */
export const openapi = (id: string, language: Language, probe: string, options = "", rest: Rest = {}): Generator => ({
  ...{
    kind: "client",
    tool: `OpenAPI Generator ${id}`,
    install: "maven org.openapitools:openapi-generator-cli:7.25.0",
  },
  command: `java -jar openapi-generator-cli.jar generate -g ${id} -i FILE -o OUT${options}`,
  ...{ language, probe, documents: OPENAPI, ...rest },
});
/** A generator of clients for TypeScript, run with npx. */
export const typescript = (tool: string, packages: string, command: string, probe: string, rest: Rest): Generator => ({
  ...{ kind: "client", tool, install: `npm ${packages}`, language: "TypeScript", command: `npx ${command}` },
  ...{ documents: OPENAPI, probe: `${probe}.ts.txt`, ...rest },
});
/** A generator for Python. `version`: of its package. */
export const python = (
  tool: string,
  version: string,
  kind: Generator["kind"],
  command: string,
  rest: Rest,
): Generator => ({
  ...{ kind, tool, install: `pypi ${tool}==${version}`, language: "Python", command, documents: OPENAPI },
  ...{ probe: `${tool}.py`, ...rest },
});
/** A language of quicktype, which makes models of JSON Schema. */
export const quicktype = (id: string, language: Language, out: string, probe: string, rest: Rest = {}): Generator => ({
  ...{ kind: "models", tool: `quicktype ${id}`, install: "npm quicktype@26.0.0", language, documents: ["JSON Schema"] },
  command: `npx quicktype --telemetry disable --src-lang schema --lang ${id} --top-level PaymentSnapshot -o OUT/${out} FILE`,
  ...{ probe: `quicktype.${probe}`, ...rest },
});
/** A server stub of openapi-generator. `how`: how its receiver keeps the bytes. */
export const stub = (id: string, language: Language, probe: string, how: string, rest: Rest, options = ""): Generator =>
  openapi(id, language, probe, options, { kind: "stub", documents: ["receiver 3.0"], how, ...rest });
