/**
 * Models and constants in Python: dataclasses over the hand-written base class `Model`, which reads, writes and keeps
 * unknown members.
 */

import { banner } from "../banner.ts";
import type { NamedContract, NamedMember, NamedModel } from "../identifiers.ts";
import { constants, eventModels, forms, kindsIn, type Renderer, rows, wrapped } from "./shared.ts";

/** The longest line of a docstring with several lines; a single line may have `LINE_MAX`. Columns. */
const WIDTH = 100;
const LINE_MAX = 120;

/** Renders the files of a package for Python, by path. */
export const renderPython: Renderer = (models, contract) => [
  ["src/collections_contract/models.py", modelsModule(models, contract)],
  ["src/collections_contract/constants.py", constantsModule(contract)],
];

function modelsModule(models: readonly NamedModel[], contract: NamedContract): string {
  return `${banner("#")}
"""The payloads. Unknown members are kept in \`\`extra\`\` and written again."""

from __future__ import annotations

from dataclasses import dataclass, field

from ._model import Model, ${imported(models).join(", ")}

${models.map(modelClass).join("\n")}

MODELS: dict[str, type[Model]] = {
${rows(models, ({ schema, name }) => `    ${text(schema)}: ${name},\n`)}}
"""By the name of the schema."""


EVENT_MODELS: dict[str, type[Model]] = {
${rows(eventModels(models, contract), ({ event, model }) => `    ${text(event)}: ${model},\n`)}}
"""By the name of the event."""
`;
}

/** The readers that the models use. */
function imported(models: readonly NamedModel[]): string[] {
  const used = kindsIn(models);
  const extra = (
    [
      ["any", "anything"],
      ["map", "map_of"],
      ["number", "number"],
    ] as const
  ).filter(([kind]) => used.has(kind));
  return ["boolean", "integer", "list_of", "member", "string", ...extra.map(([, name]) => name)].sort();
}

function modelClass({ name, about, members }: NamedModel): string {
  return `
@dataclass(kw_only=True)
class ${name}(Model):
${docstring(about)}

${members.map(attribute).join("\n")}`;
}

function attribute({ json, name, type, required, secret, about }: NamedMember): string {
  const metadata = `metadata=member(${JSON.stringify(json)}, ${reader(type)})`;
  const options = [...(required ? [] : ["default=None"]), ...(secret ? ["repr=False"] : []), metadata];
  const annotation = `${typeName(type)}${required ? "" : " | None"}`;
  return `    ${name}: ${annotation} = field(${options.join(", ")})\n${docstring(about)}\n`;
}

function constantsModule(contract: NamedContract): string {
  const operation = ({ id, method, path }: (typeof contract.operations)[number]) =>
    `    ${text(id)}: (${text(method)}, ${text(path)}),\n`;
  return `${banner("#")}
"""What the documents state, as values."""

${constants("python", contract, ({ name, value, about }) => `${name} = ${text(value)}\n${docstring(about, "")}\n`)}
EVENT_NAMES = (${contract.events.map(({ name }) => `${name},`).join(" ")})
"""The events that are delivered today. More may come."""

OPERATIONS = {
${rows(contract.operations, operation)}}
"""Method and path of each operation."""
`;
}

const typeName = forms({
  ...{ string: "str", integer: "int", number: "int | float", boolean: "bool", any: "object" },
  list: (item) => `list[${item}]`,
  map: (item) => `dict[str, ${item}]`,
});

const reader = forms({
  ...{ string: "string", integer: "integer", number: "number", boolean: "boolean", any: "anything" },
  list: (item) => `list_of(${item})`,
  map: (item) => `map_of(${item})`,
  model: ({ name, later }) => (later ? `lambda value: ${name}.from_json(value)` : `${name}.from_json`),
});

/** A backslash, quotes in a row and a quote at the end would end a docstring, or change it. */
function docstring(description: string, indent = "    "): string {
  const about = description.replaceAll(/\\|"(?="|$)/g, String.raw`\$&`);
  if (`${indent}"""${about}"""`.length <= LINE_MAX) return `${indent}"""${about}"""`;
  return [...wrapped(about, WIDTH, `${indent}"""`, indent), `${indent}"""`].join("\n");
}

function text(value: string | number): string {
  return JSON.stringify(value);
}
