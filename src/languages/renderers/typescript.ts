/**
 * Types and constants in TypeScript, over the npm package. A model is the JSON itself, under its own names, so what is
 * not known is never lost.
 */

import { banner } from "../banner.ts";
import type { NamedContract, NamedMember, NamedModel } from "../identifiers.ts";
import { blockComments, type Constant, constants, eventModels, forms, type Renderer, rows } from "./shared.ts";

const doc = (about: string, indent?: string) => blockComments(120)([about.replaceAll("*/", String.raw`*\/`)], indent);

/** Renders the files of a package for TypeScript, by path. */
export const renderTypeScript: Renderer = (models, contract) => [
  ["src/models.ts", modelsModule(models, contract)],
  ["src/constants.ts", constantsModule(contract)],
];

function modelsModule(models: readonly NamedModel[], contract: NamedContract): string {
  const byEvent = eventModels(models, contract).map((one) => ({ ...one, event: key(one.event) }));
  const form = formIn(models);
  const member = ({ json, type, required }: NamedMember) =>
    `    ${key(json)}: ${required ? form(type) : `{ optional: ${form(type)} }`},\n`;
  return `${banner("//")}
import type { Type } from "./validators.ts";

${models.map(modelOf).join("\n")}
/** Models by the name of the schema. */
export interface ModelTypes {
${rows(models, ({ schema, name }) => `  readonly ${key(schema)}: ${name};\n`)}}

/** The types of their members. */
export const MODELS = {
${rows(models, (one) => `  ${key(one.schema)}: {\n${rows(one.members, member)}  },\n`)}\
} as const satisfies Readonly<Record<keyof ModelTypes, Readonly<Record<string, Type>>>>;

/** Payloads by the name of the event. */
export interface EventPayloads {
${rows(byEvent, ({ event, model }) => `  readonly ${event}: ${model};\n`)}}

/** Models of payloads by the name of the event. */
export const EVENT_MODELS = {
${rows(byEvent, ({ event, schema }) => `  ${event}: ${JSON.stringify(schema)},\n`)}} as const;
`;
}

function modelOf({ name, about, members }: NamedModel): string {
  return `${doc(about)}
export interface ${name} {
${rows(members, property)}  /** Members that this version does not know. */
  readonly [member: string]: unknown;
}
`;
}

function property(one: NamedMember): string {
  const type = typeName(one.type);
  const optional = `?: ${type}${type === "unknown" ? "" : " | null"}`;
  return `${doc(one.about, "  ")}\n  readonly ${key(one.json)}${one.required ? `: ${type}` : optional};\n`;
}

function constantsModule(contract: NamedContract): string {
  const operations = contract.operations.map(({ id, method, path }) => [id, { method, path }]);
  const settings = Object.entries(SETTINGS).map(([name, type]) => [
    `  readonly ${name}: ${type} | null;\n`,
    `  ${name}: ${JSON.stringify(contract.settings[name] ?? null)},\n`,
  ]);
  return `${banner("//")}
${constants("typescript", contract, constant)}
/** The events that are delivered today. More may come. */
export const EVENT_NAMES: readonly string[] = [${contract.events.map(({ name }) => name).join(", ")}];

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

function constant({ name, value, about }: Constant): string {
  return `${doc(about)}\nexport const ${name} = ${JSON.stringify(value)};\n`;
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

const PLAIN = { string: "string", integer: "number", number: "number", boolean: "boolean", any: "unknown" };

const typeName = forms({
  ...PLAIN,
  list: (item) => `readonly ${/^readonly /.test(item) ? `(${item})` : item}[]`,
  map: (item) => `{ readonly [name: string]: ${item} }`,
});

/** Types of members as data. */
function formIn(models: readonly NamedModel[]) {
  const schemas = new Map(models.map(({ schema, name }) => [name, schema]));
  return forms({
    ...{ string: '"string"', integer: '"integer"', number: '"number"', boolean: '"boolean"', any: '"any"' },
    list: (item) => `{ list: ${item} }`,
    map: (item) => `{ map: ${item} }`,
    model: ({ name }) => `{ model: ${JSON.stringify(schemas.get(name))} }`,
  });
}
