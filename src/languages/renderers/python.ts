/**
 * Models and constants in Python: dataclasses over the hand-written base class `Model`, which reads, writes and keeps
 * unknown members.
 */

import { banner } from "../banner.ts";
import type { NamedContract, NamedModel } from "../identifiers.ts";
import type { MemberType } from "../models.ts";

const PACKAGE = "src/collections_contract";
/** Of docstrings with several lines; one line may have what the formatter allows. */
const WIDTH = 100;
const LINE_MAX = 120;

/** By path in the package. */
export function renderPython(models: readonly NamedModel[], contract: NamedContract): [file: string, text: string][] {
  return [
    [`${PACKAGE}/models.py`, modelsModule(models, contract)],
    [`${PACKAGE}/constants.py`, constantsModule(contract)],
  ];
}

function modelsModule(models: readonly NamedModel[], { events }: NamedContract): string {
  return `${banner("#")}
"""The payloads. Unknown members are kept in \`\`extra\`\` and written again."""

from __future__ import annotations

from dataclasses import dataclass, field

from ._model import Model${imported(models)}

${[...models.map(modelClass), modelTable(models), eventTable(models, events)].join("\n")}`;
}

function modelClass({ name, about, members }: NamedModel): string {
  const lines = members.map(({ json, name: field, type, required, secret, about: text }) => {
    const options = [
      ...(required ? [] : ["default=None"]),
      ...(secret ? ["repr=False"] : []),
      `metadata=member(${JSON.stringify(json)}, ${reader(type)})`,
    ];
    const annotation = `${typeName(type)}${required ? "" : " | None"}`;
    return `    ${field}: ${annotation} = field(${options.join(", ")})\n${docstring(text)}\n`;
  });
  return `
@dataclass(kw_only=True)
class ${name}(Model):
${docstring(about)}

${lines.join("\n")}`;
}

function modelTable(models: readonly NamedModel[]): string {
  const rows = models.map(({ schema, name }) => `    ${text(schema)}: ${name},\n`);
  return `\nMODELS: dict[str, type[Model]] = {\n${rows.join("")}}\n"""By the name of the schema."""\n`;
}

/** The readers that the models use, from a line of their own where there are many. */
function imported(models: readonly NamedModel[]): string {
  const used = new Set(models.flatMap(({ members }) => members.flatMap(({ type }) => readersIn(type))));
  const extra = ["anything", "map_of", "number"].filter((name) => used.has(name));
  return [...["boolean", "integer", "list_of", "member", "model", "string"], ...extra]
    .sort()
    .map((name) => `, ${name}`)
    .join("");
}

function readersIn(type: MemberType): string[] {
  if ("of" in type) return [`${type.kind}_of`, ...readersIn(type.of)];
  return [type.kind === "any" ? "anything" : type.kind];
}

function eventTable(models: readonly NamedModel[], events: NamedContract["events"]): string {
  const rows = events.flatMap(({ value, schema }) => {
    const model = models.find((one) => one.schema === schema);
    return model ? [`    ${text(value)}: ${model.name},\n`] : [];
  });
  return `\nEVENT_MODELS: dict[str, type[Model]] = {\n${rows.join("")}}\n"""By the name of the event."""\n`;
}

function constantsModule(contract: NamedContract): string {
  const events = contract.events.map(({ name, value }) => `${name} = ${text(value)}\n`);
  const types = contract.responseHandlingTypes.map(
    ({ name, value, about }) => `${name} = ${value}\n${docstring(about, "")}\n`,
  );
  const operations = contract.operations.map(
    ({ id, method, path }) => `    ${text(id)}: (${text(method)}, ${text(path)}),\n`,
  );
  return `${banner("#")}
"""What the documents state, as values."""

CONTRACT_VERSION = ${text(contract.version)}

SIGNATURE_HEADER = ${text(contract.signatureHeader)}
SIGNATURE_PREFIX = ${text(contract.signaturePrefix)}

TOKEN_HEADER = ${text(contract.tokenHeader)}
TOKEN_PREFIX = ${text(contract.tokenPrefix)}
"""How a call carries its access token, unless the client is told otherwise."""

${events.join("")}
EVENT_NAMES = (${contract.events.map(({ name }) => `${name},`).join(" ")})
"""The events that are delivered today. More may come."""

${types.join("\n")}
OPERATIONS = {
${operations.join("")}}
"""Method and path of each operation."""

GRANT_TYPE = ${text(contract.grantType)}

APP_WEBHOOK_EVENTS_MIN = ${contract.appWebhookEvents.min}
APP_WEBHOOK_EVENTS_MAX = ${contract.appWebhookEvents.max}
`;
}

function typeName(type: MemberType): string {
  if (type.kind === "model") return type.name;
  if ("of" in type) return `${type.kind === "list" ? "list[" : "dict[str, "}${typeName(type.of)}]`;
  return { string: "str", integer: "int", number: "int | float", boolean: "bool", any: "object" }[type.kind];
}

function reader(type: MemberType): string {
  if (type.kind === "model") return `model(${type.later ? "lambda: " : ""}${type.name})`;
  if ("of" in type) return `${type.kind}_of(${reader(type.of)})`;
  return type.kind === "any" ? "anything" : type.kind;
}

/** A backslash, quotes in a row and a quote at the end would end a docstring, or change it. */
function docstring(description: string, indent = "    "): string {
  const about = description.replaceAll(/\\|"(?="|$)/g, String.raw`\$&`);
  if (`${indent}"""${about}"""`.length <= LINE_MAX) return `${indent}"""${about}"""`;
  const lines: string[] = [];
  let line = `${indent}"""`;
  for (const word of about.split(" ")) {
    const glue = /("""|^ *)$/.test(line) ? "" : " ";
    if (`${line}${glue}${word}`.length <= WIDTH) line += glue + word;
    else {
      lines.push(line);
      line = indent + word;
    }
  }
  return [...lines, line, `${indent}"""`].join("\n");
}

function text(value: string): string {
  return JSON.stringify(value);
}
