/** Models and constants in Rust: structs over the hand-written json.rs, which keeps unknown members. */

import { banner } from "../banner.ts";
import type { NamedContract, NamedMember, NamedModel } from "../identifiers.ts";
import type { MemberType } from "../models.ts";
import { type Constant, constants, forms, kindsIn, lineComments, type Renderer, rows } from "./shared.ts";

const doc = lineComments("///", 100);

/** Renders the files of a package for Rust, by path, formatted as rustfmt does. */
export const renderRust: Renderer = (models, contract) => [
  ["src/models.rs", modelsModule(models)],
  ["src/constants.rs", constantsModule(contract)],
  ["tests/all/models.rs", modelTable(models)],
];

function modelsModule(models: readonly NamedModel[]): string {
  const used = kindsIn(models);
  const imports = ["Extra", "Members", "Model", "Object", "PayloadError", ...(used.has("secret") ? ["Secret"] : [])];
  const values = [...(used.has("any") ? ["Json"] : []), ...(used.has("number") ? ["Number"] : [])];
  const valuesUse = values.length > 1 ? `{${values.join(", ")}}` : values[0];
  return `${banner("//")}
//! The payloads. Unknown members are kept in \`extra\` and written again.

${used.has("map") ? "use std::collections::BTreeMap;\n\n" : ""}use crate::json::{${imports.join(", ")}};
${valuesUse ? `use crate::values::${valuesUse};\n` : ""}${rows(models, model)}`;
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
${rows(members, (one) => `${doc(one.about, "    ")}\n    pub ${one.name}: ${fieldType(one)},\n`)}\
    /// Members that this version does not know. They are written again.
    pub extra: Extra,
}

impl Model for ${name} {
    fn from_json(text: &str) -> Result<Self, PayloadError> {
        let mut members = Members::read(text)?;
        Ok(Self {
${rows(members, readField)}            extra: members.rest(),
        })
    }

    fn to_json(&self) -> String {
        let mut object = Object::new(&self.extra);
${rows(members, writeField)}        object.finish()
    }
}
`;
}

function modelTable(models: readonly NamedModel[]): string {
  return `${banner("//")}
//! Models by the name of the schema.

use collections_contract::{Model, PayloadError, models};

fn again<M: Model>(text: &str) -> Result<String, PayloadError> {
    M::from_json(text).map(|model| model.to_json())
}

pub fn read_and_write(schema: &str, text: &str) -> Result<String, PayloadError> {
    match schema {
${rows(models, ({ schema, name }) => `        ${text(schema)} => again::<models::${name}>(text),\n`)}\
        other => panic!("no model for {other}"),
    }
}
`;
}

const TYPES = { text: "&str", type: "i64", count: "usize" };

function constant({ kind, name, value, about }: Constant): string {
  return `${doc(about)}\npub const ${name}: ${TYPES[kind]} = ${text(value)};\n`;
}

function constantsModule(contract: NamedContract): string {
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

${constants("rust", contract, constant)}
/// The events that are delivered today. More may come.
pub const EVENT_NAMES: &[&str] = &[${contract.events.map(({ name }) => name).join(", ")}];

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

const typeName = forms({
  ...{ string: "String", integer: "i64", number: "Number", boolean: "bool", any: "Json" },
  list: (item) => `Vec<${item}>`,
  map: (item) => `BTreeMap<String, ${item}>`,
});

/** Rust has other escapes than JSON. */
function text(value: string | number): string {
  if (typeof value === "number") return `${value}`;
  const escaped = value
    .toWellFormed()
    .replaceAll(/["\\\p{Cc}]/gu, (one) =>
      /["\\]/.test(one) ? `\\${one}` : `\\u{${one.codePointAt(0)?.toString(16)}}`,
    );
  return `"${escaped}"`;
}
