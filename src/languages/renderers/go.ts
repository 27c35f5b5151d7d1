/** Models and constants in Go: structs over the hand-written json.go, which reads, writes and keeps unknown members. */

import { banner } from "../banner.ts";
import type { NamedContract, NamedMember, NamedModel } from "../identifiers.ts";
import type { MemberType } from "../models.ts";

const PACKAGE = "collectionscontract";
/** Of comments. */
const WIDTH = 100;

/** By path in the package; as gofmt would leave them. */
export function renderGo(models: readonly NamedModel[], contract: NamedContract): [file: string, text: string][] {
  return [
    ["models.go", modelsFile(models)],
    ["constants.go", constantsFile(contract)],
    ["models_by_schema_test.go", modelTable(models)],
  ];
}

/** The second line is the one that Go's tools look for. */
const head = `${banner("//")}
// Code generated from the documents of collections-contract. DO NOT EDIT.

package ${PACKAGE}
`;

function modelsFile(models: readonly NamedModel[]): string {
  return [head, ...models.map(model)].join("\n");
}

function modelTable(models: readonly NamedModel[]): string {
  const width = Math.max(...models.map(({ schema }) => text(schema).length));
  const rows = models.map(({ schema, name }) => {
    const key = `${text(schema)}:`.padEnd(width + 1);
    return `\t${key} func() json.Unmarshaler { return &${name}{} },\n`;
  });
  return `${head}
import (
\t"encoding/json"
)

// models has an empty one for each schema.
var models = map[string]func() json.Unmarshaler{
${rows.join("")}}
`;
}

function model({ name, about, members }: NamedModel): string {
  return `${comment(`${name} is ${about.charAt(0).toLowerCase()}${about.slice(1)}`)}
type ${name} struct {
${members.map((one) => `${comment(one.about, "\t")}\n\t${one.name} ${fieldType(one)}\n`).join("\n")}
\t// Members that this version does not know. They are written again.
\tExtra Extra
}

// UnmarshalJSON reads a JSON object. A payload that does not fit gives a *PayloadError.
func (m *${name}) UnmarshalJSON(data []byte) error {
\tr := readObject(data)
\tvar read ${name}
${members.map((one) => `\tread.${one.name} = ${readCall(one)}\n`).join("")}\tread.Extra = r.rest()
\tif r.fault != nil {
\t\treturn r.fault
\t}
\t*m = read
\treturn nil
}

// MarshalJSON writes what is set, and the members of Extra.
func (m ${name}) MarshalJSON() ([]byte, error) {
\tw := writeObject(m.Extra)
${members.map((one) => `\t${writeCall(one)}\n`).join("")}\treturn w.bytes()
}

// String shows the values of the fields. Secrets and unknown members stay hidden.
func (m ${name}) String() string { return printed(m) }

// GoString is String, for %#v.
func (m ${name}) GoString() string { return m.String() }
`;
}

function constantsFile(contract: NamedContract): string {
  const { events } = contract;
  const types = contract.responseHandlingTypes.map(({ name, value, about }) => {
    const said = `${name}: ${about.charAt(0).toLowerCase()}${about.slice(1)}`;
    return `${comment(said, "\t")}\n\t${name} int64 = ${value}\n`;
  });
  const operations = contract.operations.map(
    ({ id, name, method, path }) => `\t${name} = operation{${text(id)}, ${text(method)}, ${text(path)}}\n`,
  );
  return `${head}
// ContractVersion is the version of the documents.
const ContractVersion = ${text(contract.version)}

// SignatureHeader carries the signature of a delivery.
const SignatureHeader = ${text(contract.signatureHeader)}

// SignaturePrefix stands before the digits.
const SignaturePrefix = ${text(contract.signaturePrefix)}

// TokenHeader carries the access token of a call, unless ClientOptions say otherwise.
const TokenHeader = ${text(contract.tokenHeader)}

// TokenPrefix stands before the token in TokenHeader.
const TokenPrefix = ${text(contract.tokenPrefix)}

${events.map(({ name, value }) => `// ${name} is an event.\nconst ${name} = ${text(value)}\n`).join("\n")}
// EventNames are the events that are delivered today. More may come.
func EventNames() []string { return []string{${events.map(({ name }) => name).join(", ")}} }

// Values of ResponseHandlingType.
const (
${types.join("\n")})

const (
\tgrantType           = ${text(contract.grantType)}
\tappWebhookEventsMin = ${contract.appWebhookEvents.min}
\tappWebhookEventsMax = ${contract.appWebhookEvents.max}
)

// operation is a call that the documents describe.
type operation struct{ id, method, path string }

var (
${aligned(operations)})
`;
}

/** As gofmt lines up what stands before " = ". */
function aligned(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.indexOf(" = ")));
  return lines.map((line) => line.replace(/^(.*?) = /, (_, name: string) => `${name.padEnd(width)} = `)).join("");
}

/** Nil where an optional member is not there. */
function fieldType({ type, required, secret }: NamedMember): string {
  return `${required || hasNil(type) ? "" : "*"}${typeName(type, secret)}`;
}

/** Types that have a nil of their own. */
const hasNil = ({ kind }: MemberType): boolean => kind === "list" || kind === "map" || kind === "any";

function typeName(type: MemberType, secret = false): string {
  if (secret) return "Secret";
  if (type.kind === "model") return type.name;
  if ("of" in type) return `${type.kind === "list" ? "[]" : "map[string]"}${typeName(type.of)}`;
  return { string: "string", integer: "int64", number: "Number", boolean: "bool", any: "JSON" }[type.kind];
}

function readCall({ json, type, required, secret }: NamedMember): string {
  const call = required ? "required" : hasNil(type) ? "optionalOrNil" : "optional";
  return `${call}(r, ${text(json)}, ${reader(type, secret)})`;
}

const READERS = {
  string: "readString",
  integer: "readInteger",
  number: "readNumber",
  boolean: "readBoolean",
  any: "readAny",
};

function reader(type: MemberType, secret = false): string {
  if (secret) return "readSecret";
  if (type.kind === "model") return `readModel[${type.name}]`;
  if ("of" in type) return `${type.kind === "list" ? "readList" : "readMap"}(${reader(type.of)})`;
  return READERS[type.kind];
}

function writeCall({ json, name, type, required }: NamedMember): string {
  const call = required ? "set" : hasNil(type) ? "setUnlessNil" : "setOptional";
  const value = `m.${name}`;
  const given = required && "of" in type ? `${type.kind}OrEmpty(${value})` : value;
  return `${call}(w, ${text(json)}, ${given})`;
}

function comment(about: string, indent = ""): string {
  const lines: string[] = [];
  let line = `${indent}//`;
  // Go's tools would take it for a condition of the build.
  for (const word of about.replaceAll("+build", "+ build").split(" ")) {
    if (`${line} ${word}`.length > WIDTH) {
      lines.push(line);
      line = `${indent}//`;
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}

/** Go takes the escapes of JSON, and a mark of the byte order at the start of a file alone. */
function text(value: string): string {
  return JSON.stringify(value.toWellFormed()).replaceAll("\ufeff", String.raw`\ufeff`);
}
