/**
 * Models and constants in Ruby: classes that declare their members to the hand-written `Model`, which reads, writes and
 * keeps unknown ones.
 */

import { banner } from "../banner.ts";
import type { NamedContract, NamedMember, NamedModel } from "../identifiers.ts";
import type { MemberType } from "../models.ts";

const FOLDER = "lib/collections_contract";
/** Of comments. */
const WIDTH = 100;
const CLASSES = { string: "String", integer: "Integer", number: "Numeric", boolean: "Boolean", any: "Object" };

/** By path in the package. */
export function renderRuby(models: readonly NamedModel[], contract: NamedContract): [file: string, text: string][] {
  return [
    [`${FOLDER}/models.rb`, modelsFile(models, contract)],
    [`${FOLDER}/constants.rb`, constantsFile(contract)],
  ];
}

const head = `# frozen_string_literal: true

${banner("#").trimEnd()}
`;

function modelsFile(models: readonly NamedModel[], { events }: NamedContract): string {
  const byEvent = events.flatMap(({ value, schema }) => {
    const model = models.find((one) => one.schema === schema);
    return model ? [`    ${text(value)} => ${model.name}`] : [];
  });
  const table = models.map(({ schema, name }) => `    ${text(schema)} => ${name},\n`).join("");
  return `${head}
require_relative "model"

module CollectionsContract
${models.map(modelClass).join("\n")}
  # Models by the name of the schema.
  MODELS = {
${table.replace(/,\n$/, "\n")}  }.freeze

  # Models of payloads by the name of the event.
  EVENT_MODELS = {
${byEvent.join(",\n")}
  }.freeze
end
`;
}

function modelClass({ name, about, members }: NamedModel): string {
  return `${comment(about, "  ")}
  class ${name} < Model
${members.map(declaration).join("\n")}  end
`;
}

function declaration(one: NamedMember): string {
  const { json, name, type, required, secret, about } = one;
  const options = [...(required ? [] : ["optional: true"]), ...(secret ? ["secret: true"] : [])];
  const given = [`:${name}`, text(json), reader(type), ...options].join(", ");
  const returned = `@return [${[documented(type), ...(required ? [] : ["nil"])].join(", ")}]`;
  return `${comment(about, "    ")}\n    # ${returned}\n    member ${given}\n`;
}

function constantsFile(contract: NamedContract): string {
  const events = contract.events.map(({ name, value }) => `  ${name} = ${text(value)}\n`);
  const types = contract.responseHandlingTypes.map(
    ({ name, value, about }) => `${comment(about, "  ")}\n  ${name} = ${value}\n`,
  );
  const operations = contract.operations.map(
    ({ id, method, path }) => `    ${text(id)} => [${text(method)}, ${text(path)}]`,
  );
  return `${head}
# What the documents state, as values.
module CollectionsContract
  CONTRACT_VERSION = ${text(contract.version)}

  SIGNATURE_HEADER = ${text(contract.signatureHeader)}
  SIGNATURE_PREFIX = ${text(contract.signaturePrefix)}

  # How a call carries its access token, unless the client is told otherwise.
  TOKEN_HEADER = ${text(contract.tokenHeader)}
  TOKEN_PREFIX = ${text(contract.tokenPrefix)}

${events.join("")}
  # The events that are delivered today. More may come.
  EVENT_NAMES = [${contract.events.map(({ name }) => name).join(", ")}].freeze

${types.join("\n")}
  # Method and path of each operation.
  OPERATIONS = {
${operations.join(",\n")}
  }.freeze

  GRANT_TYPE = ${text(contract.grantType)}

  APP_WEBHOOK_EVENTS_MIN = ${contract.appWebhookEvents.min}
  APP_WEBHOOK_EVENTS_MAX = ${contract.appWebhookEvents.max}
end
`;
}

function reader(type: MemberType): string {
  if (type.kind === "model") return type.later ? `-> { ${type.name} }` : type.name;
  if (type.kind === "map") return `{ values: ${reader(type.of)} }`;
  return type.kind === "list" ? `[${reader(type.of)}]` : `:${type.kind}`;
}

function documented(type: MemberType): string {
  if (type.kind === "model") return type.name;
  if (type.kind === "map") return `Hash{String => ${documented(type.of)}}`;
  return type.kind === "list" ? `Array<${documented(type.of)}>` : CLASSES[type.kind];
}

function comment(about: string, indent: string): string {
  const lines: string[] = [];
  let line = `${indent}#`;
  for (const word of about.split(" ")) {
    if (`${line} ${word}`.length > WIDTH) {
      lines.push(line);
      line = `${indent}#`;
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}

/** What Ruby would read as code inside of double quotes is escaped. */
function text(value: string): string {
  return JSON.stringify(value).replaceAll("#", String.raw`\#`);
}
