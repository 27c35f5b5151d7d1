/**
 * Types, readers and constants in TypeScript. A model is the JSON itself, under its own names, so what is not known is
 * never lost.
 */

import { banner } from "../banner.ts";
import type { NamedContract, NamedMember, NamedModel } from "../identifiers.ts";
import type { MemberType } from "../models.ts";

const WIDTH = 120;

/** By path in the package. */
export function renderTypeScript(
  models: readonly NamedModel[],
  contract: NamedContract,
): [file: string, text: string][] {
  return [
    ["src/models.ts", modelsModule(models, contract)],
    ["src/constants.ts", constantsModule(contract)],
  ];
}

function modelsModule(models: readonly NamedModel[], { events }: NamedContract): string {
  const used = new Set(models.flatMap(({ members }) => members.flatMap(({ type }) => readersIn(type))));
  const readersUsed = ["any", "later", "map", "number"].filter((name) => used.has(name));
  const names = [
    "boolean",
    "type Integer",
    "integer",
    "list",
    "model",
    "optional",
    "type Reader",
    "string",
    ...readersUsed,
  ];
  const imports = names.sort((a, b) => (bare(a) < bare(b) ? -1 : 1)).join(", ");
  const byEvent = events.flatMap(({ value, schema }) => {
    const model = models.find((one) => one.schema === schema);
    return model ? [{ event: key(value), name: model.name }] : [];
  });
  const readers = models.map(({ schema, name }) => `  ${key(schema)}: read${name},\n`).join("");
  return `${banner("//")}
import { ${imports} } from "./model.ts";

${models.map(modelOf).join("\n")}
/** Readers by the name of the schema. */
export const READERS = {
${readers}} satisfies Record<string, Reader<object>>;

/** Payloads by the name of the event. */
export interface EventPayloads {
${byEvent.map(({ event, name }) => `  readonly ${event}: ${name};\n`).join("")}}

/** Readers of payloads by the name of the event. */
export const EVENT_READERS: { readonly [E in keyof EventPayloads]: Reader<EventPayloads[E]> } = {
${byEvent.map(({ event, name }) => `  ${event}: read${name},\n`).join("")}};
`;
}

/** As Biome sorts imports: without \`type\`, capitals first where only these differ. */
const bare = (name: string): string => name.replace("type ", "").toLowerCase() + name.replace("type ", "");

function readersIn(type: MemberType): string[] {
  if (type.kind === "model") return type.later ? ["later"] : [];
  return "of" in type ? [type.kind, ...readersIn(type.of)] : [type.kind];
}

function modelOf({ name, about, members }: NamedModel): string {
  const secrets = members.filter(({ secret }) => secret).map(({ json }) => JSON.stringify(json));
  const readers = members.map(
    (one) => `  ${key(one.json)}: ${one.required ? reader(one.type) : `optional(${reader(one.type)})`},\n`,
  );
  return `${doc(about)}
export interface ${name} {
${members.map(property).join("")}  /** Members that this version does not know. */
  readonly [member: string]: unknown;
}

export const read${name}: Reader<${name}> = model(
  {
${readers.map((line) => `  ${line}`).join("")}  },
  [${secrets.join(", ")}],
);
`;
}

function property(one: NamedMember): string {
  const type = typeName(one.type);
  return `${doc(one.about, "  ")}\n  readonly ${key(one.json)}${one.required ? `: ${type}` : `?: ${type}${type === "unknown" ? "" : " | null"}`};\n`;
}

function constantsModule(contract: NamedContract): string {
  const constant = (name: string, value: string | number) => `export const ${name} = ${JSON.stringify(value)};\n`;
  const types = contract.responseHandlingTypes.map(
    ({ name, value, about }) => `${doc(about)}\n${constant(name, value)}`,
  );
  return `${banner("//")}
${constant("CONTRACT_VERSION", contract.version)}
${constant("SIGNATURE_HEADER", contract.signatureHeader)}${constant("SIGNATURE_PREFIX", contract.signaturePrefix)}
/** How a call carries its access token. */
${constant("TOKEN_HEADER", contract.tokenHeader)}${constant("TOKEN_PREFIX", contract.tokenPrefix)}
${contract.events.map(({ name, value }) => constant(name, value)).join("")}
/** The events that are delivered today. More may come. */
export const EVENT_NAMES: readonly string[] = [${contract.events.map(({ name }) => name).join(", ")}];

${types.join("\n")}
${constant("APP_WEBHOOK_EVENTS_MIN", contract.appWebhookEvents.min)}${constant("APP_WEBHOOK_EVENTS_MAX", contract.appWebhookEvents.max)}`;
}

function key(json: string): string {
  return /^[A-Za-z_]\w*$/.test(json) ? json : JSON.stringify(json);
}

function typeName(type: MemberType): string {
  if (type.kind === "model") return type.name;
  if (type.kind === "list") {
    const of = typeName(type.of);
    return `readonly ${/^readonly /.test(of) ? `(${of})` : of}[]`;
  }
  if (type.kind === "map") return `{ readonly [name: string]: ${typeName(type.of)} }`;
  return TYPES[type.kind];
}

const TYPES = { string: "string", integer: "Integer", number: "Integer", boolean: "boolean", any: "unknown" };

function reader(type: MemberType): string {
  if (type.kind === "model") return type.later ? `later(() => read${type.name})` : `read${type.name}`;
  return "of" in type ? `${type.kind}(${reader(type.of)})` : type.kind;
}

function doc(description: string, indent = ""): string {
  const about = description.replaceAll("*/", String.raw`*\/`);
  if (`${indent}/** ${about} */`.length <= WIDTH) return `${indent}/** ${about} */`;
  const lines: string[] = [];
  let line = `${indent} *`;
  for (const word of about.split(" ")) {
    if (`${line} ${word}`.length > WIDTH) {
      lines.push(line);
      line = `${indent} *`;
    }
    line += ` ${word}`;
  }
  return [`${indent}/**`, ...lines, line, `${indent} */`].join("\n");
}
