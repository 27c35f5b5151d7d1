import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, InputError } from "./finding.ts";
import { finding, type Json, readSource, type Source } from "./source.ts";
import { yamlFiles } from "./tools.ts";

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

/**
 * Reads all inputs.
 * @throws InputError with every file that is missing or does not parse, not only the first.
 */
export function loadInputs(root: string): Inputs {
  const findings: Finding[] = [];
  const read = (file: string): Source => {
    try {
      const source = readSource(root, file);
      findings.push(...form(source));
      return source;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      findings.push(...error.findings);
      return { file, text: "", data: {}, line: () => 1 };
    }
  };
  const schemas = yamlFiles(root, "spec/schemas").map((file): [string, Source] => [file.slice(13, -5), read(file)]);
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
    overlays: yamlFiles(root, "spec/overlays").map(read),
    workflows: yamlFiles(root, "spec/workflows").map(read),
    vectors: withNeeded("spec/vectors", jsonFiles(root, "spec/vectors")).map(read),
    fixtures: fixtureFiles(root).map(read),
  };
  if (findings.length > 0) throw new InputError(findings);
  return inputs;
}

/** Required files. Other files in their folders are optional. */
const NEEDED: Record<string, string[]> = {
  "spec/vectors": ["client.json", "json.json", "receiver.json", "signature.json", "webhook-urls.json"],
};

function withNeeded(folder: string, files: string[]): string[] {
  return [...new Set([...files, ...(NEEDED[folder] ?? []).map((name) => `${folder}/${name}`)])].sort();
}

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

function form(source: Source): Finding[] {
  const isMapping = (value: Json) =>
    value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length > 0;
  const [, member, version] = FORMS.find(([file]) => file.test(source.file)) ?? [];
  const fault = (path: string[], message: string, cure: string) => [finding(source, path, "file-form", message, cure)];
  if (source.file.startsWith("spec/") && !isMapping(source.data))
    return fault([], "The file holds no mapping, or nothing.", "Restore its contents.");
  if (!member) return [];
  const value = source.data[member];
  if (!version)
    return isMapping(value) ? [] : fault([member], `\`${member}\` holds no rows.`, "Write a mapping of ids to rows.");
  return String(value).startsWith(version)
    ? []
    : fault(
        [member],
        `\`${member}\` is not ${version}x, which our tools know.`,
        `Write ${member}: ${version}0 or later.`,
      );
}

/** Returns the data of the schema files, by name. */
export function schemaData(inputs: Inputs): Map<string, Json> {
  return new Map([...inputs.schemas].map(([name, source]) => [name, source.data]));
}

function readExtensions(root: string, findings: Finding[]): string {
  const file = "spec/extensions.md";
  if (existsSync(join(root, file))) return readFileSync(join(root, file), "utf8");
  findings.push({ file, line: 1, rule: "file-missing", message: "The file is not there.", cure: "Restore the file." });
  return "";
}

function jsonFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => `${folder}/${name}`);
}

function fixtureFiles(root: string): string[] {
  const folder = "test/fixtures";
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => `${folder}/${name}`);
}
