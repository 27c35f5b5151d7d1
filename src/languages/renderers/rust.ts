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
  return `${banner("//")}
//! The payloads. Unknown members are kept in \`extra\` and written again.

use crate::json::{${imports.join(", ")}};
${models.map(model).join("")}`;
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
${members.map((one) => `            ${one.name}: members.${one.required ? "required" : "optional"}(${text(one.json)})?,\n`).join("")}            extra: members.rest(),
        })
    }

    fn to_json(&self) -> String {
        let mut object = Object::new(&self.extra);
${members.map((one) => `        object.${one.required ? "set" : "set_optional"}(${text(one.json)}, &self.${one.name});\n`).join("")}        object.finish()
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
  const own = secret ? "Secret" : typeName(type);
  return required ? own : `Option<${own}>`;
}

function typeName(type: MemberType): string {
  if (type.kind === "model") return type.name;
  if (type.kind === "list") return `Vec<${typeName(type.of)}>`;
  return { string: "String", integer: "i64", boolean: "bool" }[type.kind];
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
