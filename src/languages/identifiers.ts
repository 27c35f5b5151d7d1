/**
 * The names that models, members and constants have in each language: as people write them there, and unlike every
 * name that the language or the package has already.
 */

import type { Contract } from "./contract.ts";
import type { LanguageName } from "./languages.ts";
import { type Member, type MemberType, type Model, wordsOf } from "./models.ts";
import { NAMING_RULES, pascal, type Style, wordSet } from "./naming-rules.ts";

/** Constants of every package that the code of its template need not mention. */
const OWN_CONSTANTS = [
  "version",
  "contract version",
  "signature header",
  "signature prefix",
  "token header",
  "token prefix",
  "event names",
  "grant type",
  "app webhook events min",
  "app webhook events max",
  "models",
  "readers",
  "event models",
  "event readers",
  "operations",
  "urls",
  "stated",
];

export type NamedMember = Member & { readonly name: string };

/** A model as a language has it. References between models are names of the language, too. */
export interface NamedModel extends Omit<Model, "members"> {
  /** The name of the schema, as in the documents. */
  readonly schema: string;
  readonly members: readonly NamedMember[];
}

type Named<List extends readonly object[]> = readonly (List[number] & { readonly name: string })[];

/** What constants say, with their names in a language. */
export type NamedContract = Omit<Contract, "events" | "responseHandlingTypes" | "operations"> & {
  readonly [L in "events" | "responseHandlingTypes" | "operations"]: Named<Contract[L]>;
};

export interface NamedParts {
  readonly models: readonly NamedModel[];
  readonly contract: NamedContract;
}

/** What the names of a package must suit: the code that people wrote, which says some of them. */
export interface Given {
  /** Identifiers in that code. */
  readonly taken: ReadonlySet<string>;
  /** Names by what they stand for, as from `namesOf`: parts of every contract, whose names that code says. */
  readonly kept: ReadonlyMap<string, string>;
}

/**
 * Names all parts of a package in its language. Where the language or the package has a name already, a model gets
 * `Model` behind it, anything else `_`. Of two that would have the same name, the later one gets a number.
 */
export function nameForLanguage(
  language: LanguageName,
  models: readonly Model[],
  contract: Contract,
  { taken, kept }: Given = { taken: new Set(), kept: new Map() },
): NamedParts {
  const { member, constant, operation, words = "", members, others = "" } = NAMING_RULES[language];
  const own = OWN_CONSTANTS.map((name) => constant(name.split(" ")));
  const all = new Set([...taken, ...wordSet(`${words} ${others}`), ...own]);
  const used = new Set([...kept.values()].map(folded));
  const typeNames = namedTypes(models, new Set([...all].filter((name) => /^[A-Z]/.test(name)).map(folded)), kept, used);
  const constants = <T extends { readonly words: readonly string[] }>(
    list: readonly T[],
    identity: (one: T) => string,
    style = constant,
  ) => list.map((one) => ({ ...one, name: kept.get(identity(one)) ?? unlike(style(lettered(one.words)), all, used) }));
  const { events, responseHandlingTypes, operations } = contract;
  return {
    models: models.map((model) => ({
      ...model,
      schema: model.name,
      name: typeNames.get(model.name) ?? model.name,
      members: membersOf(model, member, wordSet(`${words} ${members}`), typeNames),
    })),
    contract: {
      ...contract,
      events: constants(events, eventIdentity),
      responseHandlingTypes: constants(responseHandlingTypes, typeIdentity),
      operations: constants(operations, operationIdentity, operation),
    },
  };
}

const modelIdentity = (schema: string) => `model ${schema}`;
const eventIdentity = ({ value }: { readonly value: string }) => `event ${value}`;
const typeIdentity = ({ value }: { readonly value: number }) => `type ${value}`;
const operationIdentity = ({ id }: { readonly id: string }) => `operation ${id}`;

/** The names of all parts by what they stand for, those of members apart. */
export function namesOf({ models, contract }: NamedParts): Map<string, string> {
  return new Map([
    ...models.map(({ schema, name }) => [modelIdentity(schema), name] as const),
    ...contract.events.map((one) => [eventIdentity(one), one.name] as const),
    ...contract.responseHandlingTypes.map((one) => [typeIdentity(one), one.name] as const),
    ...contract.operations.map((one) => [operationIdentity(one), one.name] as const),
  ]);
}

function namedTypes(
  models: readonly Model[],
  taken: ReadonlySet<string>,
  kept: ReadonlyMap<string, string>,
  used: Set<string>,
): ReadonlyMap<string, string> {
  const nameOf = (schema: string) => {
    const plain = /^[A-Z][A-Za-z0-9]*$/.test(schema) ? schema : pascal(lettered(wordsOf(schema)));
    return numbered(taken.has(folded(plain)) ? `${plain}Model` : plain, used);
  };
  return new Map(models.map(({ name }) => [name, kept.get(modelIdentity(name)) ?? nameOf(name)]));
}

/** Identifiers in the code of a file; those in comments and texts are left out as far as a line shows them. */
export function identifiersIn(code: string): string[] {
  const lines = code
    .split("\n")
    .map((line) => line.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""'))
    .map((line) => line.replace(/^\s*\*.*|\/\/.*|#(?!\[).*/, ""));
  return lines.join("\n").match(/[A-Za-z_]\w*/g) ?? [];
}

function membersOf(
  { members }: Model,
  style: Style,
  reserved: ReadonlySet<string>,
  typeNames: ReadonlyMap<string, string>,
): NamedMember[] {
  const used = new Set<string>();
  const typed = (type: MemberType): MemberType => {
    if (type.kind === "list" || type.kind === "map") return { ...type, of: typed(type.of) };
    return type.kind === "model" ? { ...type, name: typeNames.get(type.name) ?? type.name } : type;
  };
  return members.map((one) => ({
    ...one,
    type: typed(one.type),
    name: unlike(style(lettered(one.words)), reserved, used),
  }));
}

/** A name begins with a letter: a word goes before digits, and stands for a name that has no ASCII letters. */
function lettered(words: readonly string[]): readonly string[] {
  return /^[a-z]/i.test(words[0] ?? "") ? words : ["n", ...words];
}

/** A reserved name gets `_` behind it; one that is used, a number. */
function unlike(plain: string, reserved: ReadonlySet<string>, used: Set<string>): string {
  return numbered(reserved.has(plain) ? `${plain}_` : plain, used, "_");
}

function numbered(plain: string, used: Set<string>, glue = ""): string {
  let name = plain;
  for (let number = 2; used.has(folded(name)); number++) name = plain.replace(/_$/, "") + glue + number;
  used.add(folded(name));
  return name;
}

/** Some file systems do not tell Client.java from client.java, and people do not tell a_B from a_b. */
function folded(name: string): string {
  return name.toLowerCase();
}
