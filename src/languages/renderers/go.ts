/** Models and constants in Go: structs over the hand-written json.go, which reads, writes and keeps unknown members. */

import { banner } from "../banner.ts";
import type { Contract } from "../contract.ts";
import type { Member, MemberType, Model } from "../models.ts";

const PACKAGE = "collectionscontract";
/** Of comments. */
const WIDTH = 100;
/** Words that Go writes in one case. */
const INITIALISMS: Record<string, string> = { id: "ID", url: "URL", uri: "URI" };

/** By path in the package; as gofmt would leave them. */
export function renderGo(models: readonly Model[], contract: Contract): [file: string, text: string][] {
  return [
    ["models.go", modelsFile(models)],
    ["constants.go", constantsFile(contract)],
  ];
}

/** The second line is the one that Go's tools look for. */
const head = `${banner("//")}
// Code generated from the documents of collections-contract. DO NOT EDIT.

package ${PACKAGE}
`;

function modelsFile(models: readonly Model[]): string {
  return [head, ...models.map(model)].join("\n");
}

function model({ name, about, members }: Model): string {
  return `${comment(`${name} is ${about.charAt(0).toLowerCase()}${about.slice(1)}`)}
type ${name} struct {
${members.map((one) => `${comment(one.about, "\t")}\n\t${goName(one.words)} ${fieldType(one)}\n`).join("\n")}
\t// Members that this version does not know. They are written again.
\tExtra Extra
}

// UnmarshalJSON reads a JSON object. A payload that does not fit gives a *PayloadError.
func (m *${name}) UnmarshalJSON(data []byte) error {
\tr := readObject(data)
\tvar read ${name}
${members.map((one) => `\tread.${goName(one.words)} = ${readCall(one)}\n`).join("")}\tread.Extra = r.rest()
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

function constantsFile(contract: Contract): string {
  const events = contract.events.map(({ name, value }) => ({ name: goName(name.toLowerCase().split("_")), value }));
  const types = contract.responseHandlingTypes.map(({ name, value, about }) => {
    const own = goName(name.toLowerCase().split("_"));
    return `${comment(`${own}: ${about.charAt(0).toLowerCase()}${about.slice(1)}`, "\t")}\n\t${own} int64 = ${value}\n`;
  });
  const operations = contract.operations.map(
    ({ id, method, path }) => `\t${id} = operation{${text(id)}, ${text(method)}, ${text(path)}}\n`,
  );
  return `${head}
// ContractVersion is the version of the documents.
const ContractVersion = ${text(contract.version)}

// SignatureHeader carries the signature of a delivery.
const SignatureHeader = ${text(contract.signatureHeader)}

// SignaturePrefix stands before the digits.
const SignaturePrefix = ${text(contract.signaturePrefix)}

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

function goName(words: readonly string[]): string {
  return words.map((word) => INITIALISMS[word] ?? word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** Nil where an optional member is not there. */
function fieldType({ type, required, secret }: Member): string {
  return `${required || type.kind === "list" ? "" : "*"}${typeName(type, secret)}`;
}

function typeName(type: MemberType, secret = false): string {
  if (secret) return "Secret";
  if (type.kind === "model") return type.name;
  if (type.kind === "list") return `[]${typeName(type.of)}`;
  return { string: "string", integer: "int64", boolean: "bool" }[type.kind];
}

function readCall({ json, type, required, secret }: Member): string {
  const call = required ? "required" : type.kind === "list" ? "optionalList" : "optional";
  return `${call}(r, ${text(json)}, ${reader(type, secret)})`;
}

function reader(type: MemberType, secret = false): string {
  if (secret) return "readSecret";
  if (type.kind === "model") return `readModel[${type.name}]`;
  if (type.kind === "list") return `readList(${reader(type.of)})`;
  return { string: "readString", integer: "readInteger", boolean: "readBoolean" }[type.kind];
}

function writeCall({ json, words, type, required }: Member): string {
  const call = required ? "set" : type.kind === "list" ? "setList" : "setOptional";
  const value = `m.${goName(words)}`;
  // A nil slice would be written as null.
  const given = required && type.kind === "list" ? `append(${typeName(type)}{}, ${value}...)` : value;
  return `${call}(w, ${text(json)}, ${given})`;
}

function comment(about: string, indent = ""): string {
  const lines: string[] = [];
  let line = `${indent}//`;
  for (const word of about.split(" ")) {
    if (`${line} ${word}`.length > WIDTH) {
      lines.push(line);
      line = `${indent}//`;
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}

function text(value: string): string {
  return JSON.stringify(value);
}
