/**
 * Models and constants in Python: dataclasses over the hand-written base class `Model`, which reads, writes and keeps
 * unknown members.
 */

import { banner } from "../banner.ts";
import type { Contract } from "../contract.ts";
import type { MemberType, Model } from "../models.ts";

const PACKAGE = "src/collections_contract";
/** Of docstrings with several lines; one line may have what the formatter allows. */
const WIDTH = 100;
const LINE_MAX = 120;

/** By path in the package. */
export function renderPython(models: readonly Model[], contract: Contract): [file: string, text: string][] {
  return [
    [`${PACKAGE}/models.py`, modelsModule(models)],
    [`${PACKAGE}/constants.py`, constantsModule(contract)],
  ];
}

function modelsModule(models: readonly Model[]): string {
  return `${banner("#")}
"""The payloads. Unknown members are kept in \`\`extra\`\` and written again."""

from __future__ import annotations

from dataclasses import dataclass, field

from ._model import Model, boolean, integer, list_of, member, model, string

${[...models.map(modelClass), modelTable(models)].join("\n")}`;
}

function modelClass({ name, about, members }: Model): string {
  const lines = members.map(({ json, words, type, required, secret, about: text }) => {
    const options = [
      ...(required ? [] : ["default=None"]),
      ...(secret ? ["repr=False"] : []),
      `metadata=member(${JSON.stringify(json)}, ${reader(type)})`,
    ];
    const annotation = `${typeName(type)}${required ? "" : " | None"}`;
    return `    ${words.join("_")}: ${annotation} = field(${options.join(", ")})\n${docstring(text)}\n`;
  });
  return `
@dataclass(kw_only=True)
class ${name}(Model):
${docstring(about)}

${lines.join("\n")}`;
}

function modelTable(models: readonly Model[]): string {
  const rows = models.map(({ name }) => `    ${JSON.stringify(name)}: ${name},\n`);
  return `\nMODELS: dict[str, type[Model]] = {\n${rows.join("")}}\n"""By the name of the schema."""\n`;
}

function constantsModule(contract: Contract): string {
  const events = contract.events.map(({ name, value }) => `${name} = ${text(value)}\n`);
  const types = contract.responseHandlingTypes.map(({ name, value, about }) => `${name} = ${value}\n"""${about}"""\n`);
  const operations = contract.operations.map(
    ({ id, method, path }) => `    ${text(id)}: (${text(method)}, ${text(path)}),\n`,
  );
  return `${banner("#")}
"""What the documents state, as values."""

CONTRACT_VERSION = ${text(contract.version)}

SIGNATURE_HEADER = ${text(contract.signatureHeader)}
SIGNATURE_PREFIX = ${text(contract.signaturePrefix)}

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
  if (type.kind === "list") return `list[${typeName(type.of)}]`;
  return { string: "str", integer: "int", boolean: "bool" }[type.kind];
}

function reader(type: MemberType): string {
  if (type.kind === "model") return `model(${type.name})`;
  if (type.kind === "list") return `list_of(${reader(type.of)})`;
  return type.kind;
}

function docstring(about: string): string {
  const indent = "    ";
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
