/**
 * Models and constants in Rust: structs over the hand-written json.rs, which reads, writes and keeps unknown members.
 */

import { banner } from "../banner.ts";
import type { Contract } from "../contract.ts";
import type { Member, MemberType, Model } from "../models.ts";

/** Of comments. */
const WIDTH = 100;

/** By path in the package; as rustfmt would leave them. */
export function renderRust(models: readonly Model[], contract: Contract): [file: string, text: string][] {
  return [
    ["src/models.rs", modelsModule(models)],
    ["src/constants.rs", constantsModule(contract)],
  ];
}

function modelsModule(models: readonly Model[]): string {
  const usesSecrets = models.some(({ members }) => members.some(({ secret }) => secret));
  const imports = ["Extra", "Members", "Model", "Object", "PayloadError", ...(usesSecrets ? ["Secret"] : [])];
  return `${banner("//")}
//! The payloads. Unknown members are kept in \`extra\` and written again.

use crate::json::{${imports.join(", ")}};
${models.map(model).join("")}`;
}

function model({ name, about, members }: Model): string {
  return `
${doc(about)}
#[derive(Clone, Debug, Default)]
pub struct ${name} {
${members.map((one) => `${doc(one.about, "    ")}\n    pub ${fieldName(one)}: ${fieldType(one)},\n`).join("")}    /// Members that this version does not know. They are written again.
    pub extra: Extra,
}

impl Model for ${name} {
    fn from_json(text: &str) -> Result<Self, PayloadError> {
        let mut members = Members::read(text)?;
        Ok(Self {
${members.map((one) => `            ${fieldName(one)}: members.${one.required ? "required" : "optional"}(${text(one.json)})?,\n`).join("")}            extra: members.rest(),
        })
    }

    fn to_json(&self) -> String {
        let mut object = Object::new(&self.extra);
${members.map((one) => `        object.${one.required ? "set" : "set_optional"}(${text(one.json)}, &self.${fieldName(one)});\n`).join("")}        object.finish()
    }
}
`;
}

function constantsModule(contract: Contract): string {
  const events = contract.events.map(({ name, value }) => `/// An event.\npub const ${name}: &str = ${text(value)};\n`);
  const types = contract.responseHandlingTypes.map(
    ({ name, value, about }) => `${doc(about)}\npub const ${name}: i64 = ${value};\n`,
  );
  const operations = contract.operations.map(
    ({ id, method, path }) => `/// \`${method} ${path}\`
pub const ${screaming(id)}: Operation = Operation {
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

function fieldName({ words }: Member): string {
  return words.join("_");
}

function fieldType({ type, required, secret }: Member): string {
  const own = secret ? "Secret" : typeName(type);
  return required ? own : `Option<${own}>`;
}

function typeName(type: MemberType): string {
  if (type.kind === "model") return type.name;
  if (type.kind === "list") return `Vec<${typeName(type.of)}>`;
  return { string: "String", integer: "i64", boolean: "bool" }[type.kind];
}

/** createClientWebhook -> CREATE_CLIENT_WEBHOOK. */
function screaming(id: string): string {
  return id.replaceAll(/([A-Z])/g, "_$1").toUpperCase();
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

function text(value: string): string {
  return JSON.stringify(value);
}
