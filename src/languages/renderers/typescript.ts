/**
 * Types and constants in TypeScript, over the npm package. A model is the JSON itself, under its own names, so what is
 * not known is never lost.
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
  const schemas = new Map(models.map(({ schema, name }) => [name, schema]));
  const byEvent = events.flatMap(({ value, schema }) => {
    const model = models.find((one) => one.schema === schema);
    return model ? [{ event: key(value), ...model }] : [];
  });
  const members = (all: readonly NamedMember[]) =>
    all.map(
      (one) =>
        `    ${key(one.json)}: ${one.required ? form(one.type, schemas) : `{ optional: ${form(one.type, schemas)} }`},\n`,
    );
  return `${banner("//")}
import type { Type } from "./validators.ts";

${models.map(modelOf).join("\n")}
/** Models by the name of the schema. */
export interface ModelTypes {
${models.map(({ schema, name }) => `  readonly ${key(schema)}: ${name};\n`).join("")}}

/** The types of their members. */
export const MODELS = {
${models.map((one) => `  ${key(one.schema)}: {\n${members(one.members).join("")}  },\n`).join("")}} as const satisfies Readonly<Record<keyof ModelTypes, Readonly<Record<string, Type>>>>;

/** Payloads by the name of the event. */
export interface EventPayloads {
${byEvent.map(({ event, name }) => `  readonly ${event}: ${name};\n`).join("")}}

/** Models of payloads by the name of the event. */
export const EVENT_MODELS = {
${byEvent.map(({ event, schema }) => `  ${event}: ${JSON.stringify(schema)},\n`).join("")}} as const;
`;
}

function modelOf({ name, about, members }: NamedModel): string {
  return `${doc(about)}
export interface ${name} {
${members.map(property).join("")}  /** Members that this version does not know. */
  readonly [member: string]: unknown;
}
`;
}

function property(one: NamedMember): string {
  const type = typeName(one.type);
  return `${doc(one.about, "  ")}\n  readonly ${key(one.json)}${one.required ? `: ${type}` : `?: ${type}${type === "unknown" ? "" : " | null"}`};\n`;
}

function constantsModule(contract: NamedContract): string {
  const constant = (name: string, value: unknown) => `export const ${name} = ${JSON.stringify(value)};\n`;
  const types = contract.responseHandlingTypes.map(
    ({ name, value, about }) => `${doc(about)}\n${constant(name, value)}`,
  );
  const operations = contract.operations.map(({ id, method, path }) => [id, { method, path }]);
  const settings = Object.entries(SETTINGS).map(([name, type]) => [
    `  readonly ${name}: ${type} | null;\n`,
    `  ${name}: ${JSON.stringify(contract.settings[name] ?? null)},\n`,
  ]);
  return `${banner("//")}
${constant("CONTRACT_VERSION", contract.version)}
${constant("SIGNATURE_HEADER", contract.signatureHeader)}${constant("SIGNATURE_PREFIX", contract.signaturePrefix)}
/** How a call carries its access token. */
${constant("TOKEN_HEADER", contract.tokenHeader)}${constant("TOKEN_PREFIX", contract.tokenPrefix)}
${contract.events.map(({ name, value }) => constant(name, value)).join("")}
/** The events that are delivered today. More may come. */
export const EVENT_NAMES: readonly string[] = [${contract.events.map(({ name }) => name).join(", ")}];

${types.join("\n")}
${constant("APP_WEBHOOK_EVENTS_MIN", contract.appWebhookEvents.min)}${constant("APP_WEBHOOK_EVENTS_MAX", contract.appWebhookEvents.max)}
/** Method and path of every operation. */
export const OPERATIONS = ${JSON.stringify(Object.fromEntries(operations), null, 2)} as const;

/** The base URLs of API and login, and the URL at which customers are asked; null where the deployment names none. */
export const URLS = ${JSON.stringify(contract.urls, null, 2)} as const;

/** What the deployment states; null where it says nothing. */
export const STATED: {
${settings.map(([type]) => type).join("")}} = {
${settings.map(([, value]) => value).join("")}};
`;
}

/** The settings of a deployment that its client uses, with their types. */
const SETTINGS = {
  requestMediaTypes: "readonly string[]",
  listEnvelope: "string",
  listOrder: '"oldest" | "newest"',
  scopeParameter: "string",
  scopeSeparator: "string",
  pkce: '"optional" | "required"',
  refreshPath: "string",
  refreshGrantType: "string",
  refreshMediaType: "string",
};

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

const TYPES = { string: "string", integer: "number", number: "number", boolean: "boolean", any: "unknown" };

/** The type of a member as data; `schemas`: by the name of the model. */
function form(type: MemberType, schemas: ReadonlyMap<string, string>): string {
  if (type.kind === "model") return `{ model: ${JSON.stringify(schemas.get(type.name))} }`;
  return "of" in type ? `{ ${type.kind}: ${form(type.of, schemas)} }` : `"${type.kind}"`;
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
