/** What all renderers do: comments of a width, types and readers by kind, the models of events, and constants. */

import type { NamedContract, NamedModel } from "../identifiers.ts";
import type { LanguageName } from "../languages.ts";
import type { MemberType } from "../models.ts";
import { NAMING_RULES } from "../naming-rules.ts";

/** Models and constants of one language, by path in its package. */
export type Renderer = (
  models: readonly NamedModel[],
  contract: NamedContract,
) => readonly (readonly [file: string, text: string])[];

/** Returns the words on lines of a width; `next` stands before all but the first of them. */
export function wrapped(text: string, width: number, first: string, next = first): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(" ")) {
    if (!isEmpty && line.length + word.length > width) {
      lines.push(line.trimEnd());
      line = next;
    }
    line += `${word} `;
    isEmpty = false;
  }
  return [...lines, line.trimEnd()];
}

/** Returns comments whose lines begin with a mark. */
export function lineComments(mark: string, width: number): (about: string, indent?: string) => string {
  return (about, indent = "") => wrapped(about, width, `${indent}${mark} `).join("\n");
}

/** Returns comments such as this one, on one line where they fit. What belongs to a tag is indented. */
export function blockComments(width: number): (entries: readonly string[], indent?: string) => string {
  return (entries, indent = "") => {
    const single = `${indent}/** ${entries[0] ?? ""} */`;
    if (entries.length === 1 && single.length <= width) return single;
    const lines = entries.flatMap((entry) =>
      wrapped(entry, width, `${indent} * `, `${indent} * ${entry.startsWith("@") ? "    " : ""}`),
    );
    return [`${indent}/**`, ...lines, `${indent} */`].join("\n");
  };
}

type Kind = MemberType["kind"];
type Scalar = Exclude<Kind, "list" | "map" | "model">;

/** What stands for each kind of type. `list` and `map` take what stands for items; `model`: its name, by default. */
export type Forms = Readonly<Record<Scalar, string>> & {
  readonly list: (item: string) => string;
  readonly map: (item: string) => string;
  readonly model?: (type: Extract<MemberType, { readonly kind: "model" }>) => string;
};

/** Returns the function that says types, or their readers, in a language. */
export function forms({ model = ({ name }) => name, ...form }: Forms): (type: MemberType) => string {
  return function say(type): string {
    if (type.kind === "model") return model(type);
    return "of" in type ? form[type.kind](say(type.of)) : form[type.kind];
  };
}

/** Returns the kinds of all members and of what is inside of them, and `secret` if there is one. */
export function kindsIn(models: readonly NamedModel[]): Set<Kind | "secret"> {
  const inside = (type: MemberType): Kind[] => ("of" in type ? [type.kind, ...inside(type.of)] : [type.kind]);
  const members = models.flatMap((model) => model.members);
  return new Set(members.flatMap(({ type, secret }) => [...inside(type), ...(secret ? ["secret" as const] : [])]));
}

/** Returns the events that have a model, with the name of their constant. */
export function eventModels(models: readonly NamedModel[], { events }: NamedContract) {
  return events.flatMap(({ name, value, schema }) => {
    const model = models.find((one) => one.schema === schema);
    return model ? [{ constant: name, event: value, model: model.name, schema: model.schema }] : [];
  });
}

/** A constant, with a sentence about it. `type`: a number on the wire; `count`: one that is counted. */
export interface Constant {
  readonly kind: "text" | "type" | "count";
  readonly name: string;
  readonly value: string | number;
  readonly about: string;
}

/** Returns the text of all constants of a contract, which `say` writes, with blank lines between them. */
export function constants(language: LanguageName, contract: NamedContract, say: (one: Constant) => string): string {
  const style = NAMING_RULES[language].constant;
  const one = (words: string, value: string | number, about: string): Constant => ({
    kind: typeof value === "string" ? "text" : "count",
    name: style(words.split(" ")),
    value,
    about,
  });
  const { events, responseHandlingTypes, appWebhookEvents } = contract;
  const all = [
    one("contract version", contract.version, "The version of the documents."),
    one("signature header", contract.signatureHeader, "The header that carries the signature of a delivery."),
    one("signature prefix", contract.signaturePrefix, "What stands before the digits of a signature."),
    one("token header", contract.tokenHeader, "The header that carries the access token of a call, by default."),
    one("token prefix", contract.tokenPrefix, "What stands before the token in that header."),
    ...events.map(({ name, value }) => ({ kind: "text", name, value, about: "An event." }) as const),
    ...responseHandlingTypes.map((type) => ({ ...type, kind: "type" }) as const),
    one("grant type", contract.grantType, "The grant of the token request."),
    one("app webhook events min", appWebhookEvents.min, "The fewest events that an app webhook may list."),
    one("app webhook events max", appWebhookEvents.max, "The most events that an app webhook may list."),
  ];
  return all.map(say).join("\n");
}

/** Returns rows of a table, one after the other. */
export const rows = <T>(list: readonly T[], row: (one: T) => string): string => list.map(row).join("");
