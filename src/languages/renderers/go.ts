/** Models and constants in Go: structs over the hand-written json.go, which reads, writes and keeps unknown members. */

import { banner } from "../banner.ts";
import type { NamedContract, NamedMember, NamedModel } from "../identifiers.ts";
import type { MemberType } from "../models.ts";
import { type Constant, constants, forms, lineComments, type Renderer, rows } from "./shared.ts";

/** Go's tools would take `+build` for a condition of the build. */
const comment = (about: string, indent?: string) =>
  lineComments("//", 100)(about.replaceAll("+build", "+ build"), indent);

/** Renders the files of a package for Go, by path, formatted as gofmt does. */
export const renderGo: Renderer = (models, contract) => [
  ["models.go", [head, ...models.map(model)].join("\n")],
  ["constants.go", constantsFile(contract)],
  ["models_by_schema_test.go", modelTable(models)],
];

/** The second line is the one that Go's tools look for. */
const head = `${banner("//")}
// Code generated from the documents of collections-contract. DO NOT EDIT.

package collectionscontract
`;

function modelTable(models: readonly NamedModel[]): string {
  const width = Math.max(...models.map(({ schema }) => text(schema).length));
  const key = (schema: string) => `${text(schema)}:`.padEnd(width + 1);
  return `${head}
import (
\t"encoding/json"
)

// models has an empty one for each schema.
var models = map[string]func() json.Unmarshaler{
${rows(models, ({ schema, name }) => `\t${key(schema)} func() json.Unmarshaler { return &${name}{} },\n`)}}
`;
}

function model({ name, about, members }: NamedModel): string {
  return `${comment(`${name} is ${lower(about)}`)}
type ${name} struct {
${members.map((one) => `${comment(one.about, "\t")}\n\t${one.name} ${fieldType(one)}\n`).join("\n")}
\t// Members that this version does not know. They are written again.
\tExtra Extra
}

// UnmarshalJSON reads a JSON object. A payload that does not fit gives a *PayloadError.
func (m *${name}) UnmarshalJSON(data []byte) error {
\tr := readObject(data)
\tvar read ${name}
${rows(members, (one) => `\t${call("r", one, `&read.${one.name}`)}\n`)}\tread.Extra = r.rest()
\tif r.fault != nil {
\t\treturn r.fault
\t}
\t*m = read
\treturn nil
}

// MarshalJSON writes what is set, and the members of Extra.
func (m ${name}) MarshalJSON() ([]byte, error) {
\tw := writeObject(m.Extra)
${rows(members, (one) => `\t${call("w", one, `m.${one.name}`)}\n`)}\treturn w.bytes()
}

// String shows the values of the fields. Secrets and unknown members stay hidden.
func (m ${name}) String() string { return printed(m) }

// GoString is String, for %#v.
func (m ${name}) GoString() string { return m.String() }
`;
}

const lower = (about: string) => about.charAt(0).toLowerCase() + about.slice(1);

function constantsFile(contract: NamedContract): string {
  const operation = ({ id, name, method, path }: (typeof contract.operations)[number]) =>
    `\nvar ${name} = operation{${text(id)}, ${text(method)}, ${text(path)}}\n`;
  return `${head}
${constants("go", contract, constant)}
// EventNames are the events that are delivered today. More may come.
func EventNames() []string { return []string{${contract.events.map(({ name }) => name).join(", ")}} }

// operation is a call that the documents describe.
type operation struct{ id, method, path string }
${rows(contract.operations, operation)}`;
}

/** What only the client needs is not exported. */
function constant({ kind, name, value, about }: Constant): string {
  const own = kind === "count" || name === "GrantType" ? lower(name) : name;
  const type = kind === "type" ? " int64" : "";
  const said = `${own}${kind === "type" ? ":" : " is"} ${lower(about)}`;
  return `${comment(said)}\nconst ${own}${type} = ${text(value)}\n`;
}

/** Types that have a nil of their own; nil stands where any other optional member is not there, too. */
const hasNil = ({ kind }: MemberType): boolean => kind === "list" || kind === "map" || kind === "any";

function fieldType({ type, required, secret }: NamedMember): string {
  return `${required || hasNil(type) ? "" : "*"}${secret ? "Secret" : typeName(type)}`;
}

const typeName = forms({
  ...{ string: "string", integer: "int64", number: "Number", boolean: "bool", any: "JSON" },
  list: (item) => `[]${item}`,
  map: (item) => `map[string]${item}`,
});

/** Reads or writes a member, by the type of its field. */
const call = (on: string, { json, required }: NamedMember, field: string) =>
  `${on}.${required ? "required" : "optional"}(${text(json)}, ${field})`;

/** Go takes the escapes of JSON, and a mark of the byte order at the start of a file alone. */
function text(value: string | number): string {
  const plain = typeof value === "string" ? value.toWellFormed() : value;
  return JSON.stringify(plain).replaceAll("\ufeff", String.raw`\ufeff`);
}
