/**
 * Models and constants in Rust: structs over the hand-written json.rs, which reads, writes and keeps unknown members.
 */

import { banner } from "../banner.ts";
import type { NamedContract, NamedMember, NamedModel } from "../identifiers.ts";
import type { MemberType } from "../models.ts";

/** Of comments. */
const WIDTH = 100;

/** By path in the package; as rustfmt would leave them. */
export function renderRust(models: readonly NamedModel[], contract: NamedContract): [file: string, text: string][] {
  return [
    ["src/models.rs", modelsModule(models)],
    ["src/constants.rs", constantsModule(contract)],
    ["tests/all/models.rs", modelTable(models)],
  ];
}

function modelsModule(models: readonly NamedModel[]): string {
  const usesSecrets = models.some(({ members }) => members.some(({ secret }) => secret));
  const imports = ["Extra", "Members", "Model", "Object", "PayloadError", ...(usesSecrets ? ["Secret"] : [])];
  const used = new Set(models.flatMap(({ members }) => members.flatMap(({ type }) => kindsIn(type))));
  const values = [...(used.has("any") ? ["Json"] : []), ...(used.has("number") ? ["Number"] : [])];
  const valuesUse = values.length > 1 ? `{${values.join(", ")}}` : values[0];
  return `${banner("//")}
//! The payloads. Unknown members are kept in \`extra\` and written again.

${used.has("map") ? "use std::collections::BTreeMap;\n\n" : ""}use crate::json::{${imports.join(", ")}};
${valuesUse ? `use crate::values::${valuesUse};\n` : ""}${models.map(model).join("")}`;
}

/** The kinds of a type and of what is inside of it. */
function kindsIn(type: MemberType): MemberType["kind"][] {
  return "of" in type ? [type.kind, ...kindsIn(type.of)] : [type.kind];
}

/** Whether a struct would hold itself. */
const isBoxed = (type: MemberType): boolean => type.kind === "model" && type.later === true;

function readField({ json, name, type, required }: NamedMember): string {
  const call = `members.${required ? "required" : "optional"}(${text(json)})?`;
  if (!isBoxed(type)) return `            ${name}: ${call},\n`;
  return `            ${name}: ${required ? `Box::new(${call})` : `${call}.map(Box::new)`},\n`;
}

function writeField({ json, name, type, required }: NamedMember): string {
  if (!isBoxed(type)) return `        object.${required ? "set" : "set_optional"}(${text(json)}, &self.${name});\n`;
  if (required) return `        object.set(${text(json)}, &*self.${name});\n`;
  return `        if let Some(value) = self.${name}.as_deref() {
            object.set(${text(json)}, value);
        }\n`;
}

function model({ name, about, members }: NamedModel): string {
  return `
${doc(about)}
#[derive(Clone, Debug, Default)]
pub struct ${name} {
${members.map((one) => `${doc(one.about, "    ")}\n    pub ${one.name}: ${fieldType(one)},\n`).join("")}    /// Members that this version does not know. They are written again.
    pub extra: Extra,
}

impl Model for ${name} {
    fn from_json(text: &str) -> Result<Self, PayloadError> {
        let mut members = Members::read(text)?;
        Ok(Self {
${members.map(readField).join("")}            extra: members.rest(),
        })
    }

    fn to_json(&self) -> String {
        let mut object = Object::new(&self.extra);
${members.map(writeField).join("")}        object.finish()
    }
}
`;
}

function modelTable(models: readonly NamedModel[]): string {
  const rows = models.map(({ schema, name }) => `        ${text(schema)} => again::<models::${name}>(text),\n`);
  return `${banner("//")}
//! Models by the name of the schema.

use collections_contract::{Model, PayloadError, models};

fn again<M: Model>(text: &str) -> Result<String, PayloadError> {
    M::from_json(text).map(|model| model.to_json())
}

pub fn read_and_write(schema: &str, text: &str) -> Result<String, PayloadError> {
    match schema {
${rows.join("")}        other => panic!("no model for {other}"),
    }
}
`;
}

function constantsModule(contract: NamedContract): string {
  const events = contract.events.map(({ name, value }) => `/// An event.\npub const ${name}: &str = ${text(value)};\n`);
  const types = contract.responseHandlingTypes.map(
    ({ name, value, about }) => `${doc(about)}\npub const ${name}: i64 = ${value};\n`,
  );
  const operations = contract.operations.map(
    ({ id, name, method, path }) => `/// \`${method} ${path}\`
pub const ${name}: Operation = Operation {
    id: ${text(id)},
    method: ${text(method)},
    path: ${text(path)},
};
`,
  );
  return `${banner("//")}
//! What the documents state, as values.

/// The version of the documents.
pub const CONTRACT_VERSION: &str = ${text(contract.version)};

/// The header that carries the signature of a delivery.
pub const SIGNATURE_HEADER: &str = ${text(contract.signatureHeader)};

/// What stands before the digits.
pub const SIGNATURE_PREFIX: &str = ${text(contract.signaturePrefix)};

/// The header that carries the access token of a call, by default.
pub const TOKEN_HEADER: &str = ${text(contract.tokenHeader)};

/// What stands before the token in that header.
pub const TOKEN_PREFIX: &str = ${text(contract.tokenPrefix)};

${events.join("\n")}
/// The events that are delivered today. More may come.
pub const EVENT_NAMES: &[&str] = &[${contract.events.map(({ name }) => name).join(", ")}];

${types.join("\n")}
/// The grant of the token request.
pub const GRANT_TYPE: &str = ${text(contract.grantType)};

/// The fewest events that an app webhook may list.
pub const APP_WEBHOOK_EVENTS_MIN: usize = ${contract.appWebhookEvents.min};

/// The most events that an app webhook may list.
pub const APP_WEBHOOK_EVENTS_MAX: usize = ${contract.appWebhookEvents.max};

/// A call that the documents describe.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// Its name in the documents.
    pub id: &'static str,
    /// The HTTP method.
    pub method: &'static str,
    /// The path, with \`{id}\` where an identifier goes.
    pub path: &'static str,
}

${operations.join("\n")}`;
}

function fieldType({ type, required, secret }: NamedMember): string {
  const plain = secret ? "Secret" : typeName(type);
  const own = isBoxed(type) ? `Box<${plain}>` : plain;
  return required ? own : `Option<${own}>`;
}

function typeName(type: MemberType): string {
  if (type.kind === "model") return type.name;
  if ("of" in type) return `${type.kind === "list" ? "Vec<" : "BTreeMap<String, "}${typeName(type.of)}>`;
  return { string: "String", integer: "i64", number: "Number", boolean: "bool", any: "Json" }[type.kind];
}

function doc(about: string, indent = ""): string {
  const lines: string[] = [];
  let line = `${indent}///`;
  for (const word of about.split(" ")) {
    if (`${line} ${word}`.length > WIDTH) {
      lines.push(line);
      line = `${indent}///`;
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}

/** Rust has other escapes than JSON. */
function text(value: string): string {
  const escaped = value
    .toWellFormed()
    .replaceAll(/["\\\p{Cc}]/gu, (one) =>
      /["\\]/.test(one) ? `\\${one}` : `\\u{${one.codePointAt(0)?.toString(16)}}`,
    );
  return `"${escaped}"`;
}
