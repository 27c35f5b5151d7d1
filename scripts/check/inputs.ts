import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject } from "../../src/values/json.ts";
import { type Finding, InputError } from "./finding.ts";
import { finding, findingAt } from "./rules.ts";
import { type Json, readSource, type Source } from "./source.ts";

/** All hand-written files that the generated ones are made from or checked with. */
export type Inputs = {
  root: string;
  openapi: Source;
  asyncapi: Source;
  /** Our own interface between the judge and its subject; not part of the contract. */
  driver: Source;
  /** The sandbox's control over HTTP; our own as well. */
  control: Source;
  /** The form of a file of facts; our own as well. */
  deploymentFacts: Source;
  /** By schema name, which is the name of the file. */
  schemas: ReadonlyMap<string, Source>;
  facts: Source;
  gaps: Source;
  /** What each keyword of the documents rests on. */
  basis: Source;
  /** spec/extensions.md */
  extensions: string;
  overlays: Source[];
  deploymentTemplate: Source;
  workflows: Source[];
  vectors: Source[];
  /** test/fixtures/<Schema>/{pass,fail}/<the-one-fault>.json */
  fixtures: Source[];
};

/** Reads all inputs. @throws InputError with all files that are missing or do not parse */
export function loadInputs(root: string): Inputs {
  const findings: Finding[] = [];
  const read = (file: string): Source => {
    try {
      const source = readSource(root, file);
      findings.push(...checkForm(source));
      return source;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      findings.push(...error.findings);
      return { file, text: "", data: {}, line: () => 1 };
    }
  };
  const schemas = filesAt(root, "spec/schemas/*.yaml").map((file): [string, Source] => [
    file.slice(13, -5),
    read(file),
  ]);
  const inputs: Inputs = {
    root,
    openapi: read("spec/openapi.yaml"),
    asyncapi: read("spec/asyncapi.yaml"),
    driver: read("spec/driver.yaml"),
    control: read("spec/control.yaml"),
    deploymentFacts: read("spec/deployment/schema.yaml"),
    schemas: new Map(schemas),
    facts: read("spec/facts.yaml"),
    gaps: read("spec/unspecified.yaml"),
    basis: read("spec/basis.yaml"),
    extensions: readExtensions(root, findings),
    deploymentTemplate: read("spec/deployment/template.yaml"),
    overlays: filesAt(root, "spec/overlays/*.yaml").map(read),
    workflows: filesAt(root, "spec/workflows/*.yaml").map(read),
    vectors: [...new Set([...filesAt(root, "spec/vectors/*.json"), ...VECTORS])].sort().map(read),
    fixtures: filesAt(root, "test/fixtures/**/*.json").map(read),
  };
  if (findings.length > 0) throw new InputError(findings);
  return inputs;
}

/** The vectors that must be there. */
const VECTORS = ["client", "json", "receiver", "signature", "webhook-urls"].map((one) => `spec/vectors/${one}.json`);

/** What each kind of file begins with: the format and its version, or the mapping with its rows. */
const FORMS: [file: RegExp, member: string, version?: string][] = [
  [/^spec\/openapi\.yaml$/, "openapi", "3.1."],
  [/^spec\/asyncapi\.yaml$/, "asyncapi", "3.1."],
  [/^spec\/(?:driver|control)\.yaml$/, "openapi", "3.1."],
  [/^spec\/deployment\/schema\.yaml$/, "properties"],
  [/^spec\/overlays\//, "overlay", "1.0."],
  [/^spec\/workflows\//, "arazzo", "1.0."],
  [/^spec\/facts\.yaml$/, "facts"],
  [/^spec\/unspecified\.yaml$/, "gaps"],
  [/^spec\/basis\.yaml$/, "basis"],
];

function* checkForm(source: Source): Iterable<Finding> {
  const isMapping = (value: Json) => isObject(value) && Object.keys(value).length > 0;
  const [, member, version] = FORMS.find(([file]) => file.test(source.file)) ?? [];
  if (source.file.startsWith("spec/") && !isMapping(source.data)) yield finding(source, [], "file-form empty");
  else if (version && member && !String(source.data[member]).startsWith(version))
    yield finding(source, [member], "file-form version", { member, version });
  else if (!version && member && !isMapping(source.data[member]))
    yield finding(source, [member], "file-form rows", { member });
}

/** Returns the data of the schema files, by name. */
export function schemaData(inputs: Inputs): Map<string, Json> {
  return new Map([...inputs.schemas].map(([name, source]) => [name, source.data]));
}

function readExtensions(root: string, findings: Finding[]): string {
  const file = "spec/extensions.md";
  if (existsSync(join(root, file))) return readFileSync(join(root, file), "utf8");
  findings.push(findingAt(file, 1, "file-missing"));
  return "";
}

const filesAt = (root: string, pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((name) => name.replaceAll("\\", "/"))
    .sort();
