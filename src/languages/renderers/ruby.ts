/**
 * Models and constants in Ruby: classes that declare their members to the hand-written `Model`, which reads, writes and
 * keeps unknown ones.
 */

import { banner } from "../banner.ts";
import type { NamedContract, NamedMember, NamedModel } from "../identifiers.ts";
import { constants, eventModels, forms, lineComments, type Renderer, rows } from "./shared.ts";

const comment = lineComments("#", 100);

/** Renders the files of a package for Ruby, by path. */
export const renderRuby: Renderer = (models, contract) => [
  ["lib/collections_contract/models.rb", modelsFile(models, contract)],
  ["lib/collections_contract/constants.rb", constantsFile(contract)],
];

const head = `# frozen_string_literal: true

${banner("#").trimEnd()}
`;

function modelsFile(models: readonly NamedModel[], contract: NamedContract): string {
  const byEvent = eventModels(models, contract).map(({ event, model }) => `    ${text(event)} => ${model}`);
  return `${head}
require_relative "model"

module CollectionsContract
${models.map(modelClass).join("\n")}
  # Models by the name of the schema.
  MODELS = {
${models.map(({ schema, name }) => `    ${text(schema)} => ${name}`).join(",\n")}
  }.freeze

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

function declaration({ json, name, type, required, secret, about }: NamedMember): string {
  const options = [...(required ? [] : ["optional: true"]), ...(secret ? ["secret: true"] : [])];
  const given = [`:${name}`, text(json), reader(type), ...options].join(", ");
  const returned = `@return [${[documented(type), ...(required ? [] : ["nil"])].join(", ")}]`;
  return `${comment(about, "    ")}\n    # ${returned}\n    member ${given}\n`;
}

function constantsFile(contract: NamedContract): string {
  const operation = ({ id, method, path }: (typeof contract.operations)[number]) =>
    `    ${text(id)} => [${text(method)}, ${text(path)}],\n`;
  return `${head}
# What the documents state, as values.
module CollectionsContract
${constants("ruby", contract, ({ name, value, about }) => `${comment(about, "  ")}\n  ${name} = ${text(value)}\n`)}
  # The events that are delivered today. More may come.
  EVENT_NAMES = [${contract.events.map(({ name }) => name).join(", ")}].freeze

  # Path, grant type and media type of a refresh.
  REFRESH = [${Object.values(contract.refresh).map(text).join(", ")}].freeze

  # Method and path of each operation.
  OPERATIONS = {
${rows(contract.operations, operation).replace(/,\n$/, "\n")}  }.freeze
end
`;
}

const reader = forms({
  ...{ string: ":string", integer: ":integer", number: ":number", boolean: ":boolean", any: ":any" },
  list: (item) => `[${item}]`,
  map: (item) => `{ values: ${item} }`,
  model: ({ name, later }) => (later ? `-> { ${name} }` : name),
});

const documented = forms({
  ...{ string: "String", integer: "Integer", number: "Numeric", boolean: "Boolean", any: "Object" },
  list: (item) => `Array<${item}>`,
  map: (item) => `Hash{String => ${item}}`,
});

/** What Ruby would read as code inside of double quotes is escaped. */
function text(value: string | number): string {
  return JSON.stringify(value).replaceAll("#", String.raw`\#`);
}
