/** What our own rules say, as data. */

import type { Finding, Path } from "./finding.ts";

const MEND = "Mend the case in scripts/vectors/, then run node scripts/vectors.ts.";

/**
 * What is wrong, and what to do about it. `{name}` stands for what a check names. The first word of a key is the name
 * of the rule; a rule that says several things has several keys.
 */
// biome-ignore format: a table
const RULES = {
  "file-missing": ["The file is not there.", "Restore the file."],
  "file-unreadable": ["The file is not UTF-8 text.", "Save it as UTF-8."],
  "yaml-syntax": ["{message}", "Mend the syntax at this line."],
  "json-syntax": ["{message}", "Mend the syntax at this line."],
  "yaml-alias": ["An anchor or an alias of YAML.",
    "Write the value out, or put it into a file of its own and use $ref."],
  "file-form empty": ["The file holds no mapping, or nothing.", "Restore its contents."],
  "file-form rows": ["`{member}` holds no rows.", "Write a mapping of ids to rows."],
  "file-form version": ["`{member}` is not {version}x, which our tools know.", "Write {member}: {version}0 or later."],
  // Schemas
  "schema-subset form": ["A schema must be a mapping here.", "Write it as a mapping of keywords."],
  "schema-subset": ["`{key}` is not in the common subset of both documents.",
    "Delete it, or say it with a keyword of the subset."],
  "open-object": ["`{key}`: what the service sends stays open.", "Delete the keyword."],
  "ref-siblings": ["$ref must be alone: draft-07 ignores its siblings.",
    "Move the other members into the schema referred to."],
  "schema-typed": ["Without a type or a reference, generators make `any` of it.", "State the type."],
  "closed-enum": ["Only the values of responseHandlingType are a closed list.", "Use x-extensible-enum."],
  "integer-format": ["No size of integers is stated.", "Delete it; the overlay for code generators adds int64."],
  "enum-names": ["There must be one name for each value.", "Complete the list."],
  "extension-form list": ["`{key}` is not a list.", "Write a list."],
  "extension-form name": ["`{key}` is not declared.", "Name a property."],
  "required-undeclared": ["`{key}` is required and not declared.", "Declare the property."],
  "password-field": ["An app never handles a customer's password (F-1-03).", "Delete the property."],
  "schema-file-name": ["The name of a schema file is the name of its component.", "Use PascalCase."],
  "schema-documented": ["The schema has no {key}.", "Say what it is, in one sentence."],
  "schema-documented example": ["The schema has no example.", "Add `examples`."],
  "schema-inline": ["The document contains an object schema.", "Move it to a file in spec/schemas and refer to it."],
  "schema-unused": ["No document refers to this schema.", "Refer to it, or delete the file."],
  "schema-compiles": ["{message}", "Correct the keyword, or state the type it belongs to."],
  // Operations, extensions and texts
  "operation-id-form": ["An operationId is a verb and a noun in camelCase.",
    "Start with exchange, create, list or deliver."],
  "one-tag": ["An operation has exactly one tag.", "Keep one."],
  "status-invented": ["No status code is stated (N-7-01), so `{status}` is invented.", "Use 2XX, 4XX or default."],
  "error-body-invented": ["No error body is stated (N-7-03).", "Delete `content`."],
  "credential-placeholder": ["An example credential must be a placeholder such as <CLIENT_SECRET> (F-5-10).",
    "Use one of the placeholders."],
  "credential-realistic": ["The text looks like a real token or key (F-5-10).", "Use one of the placeholders."],
  "assumption-unmarked": ['"{guess}" in a text without a mark.',
    "State a fact, or add x-unspecified with the id of the gap."],
  "extension-undefined": ["`{key}` is not defined.", "Define it in spec/extensions.md, or use one that is."],
  "extension-unused": ["`{key}` is used nowhere.", "Delete its section."],
  "workflow-source": ["The source is not our OpenAPI document.", "Write ../openapi.yaml"],
  "workflow-operation": ["No operation has the id `{id}`.", "Use one of {known}."],
  // Deliveries
  "event-known": ["EventName does not list this event.", "Use one of x-extensible-enum, or add it there."],
  "event-carried": ["No message of spec/asyncapi.yaml has the x-event `{event}`.",
    "Add the message, or remove the event."],
  "key-required": ["`{location}` is not a required member of the payload.",
    "Write $message.payload#/ and a required member."],
  "signature-scheme": ["`{member}` is not `{value}`.", "Write what spec/extensions.md defines."],
  "signature-agrees": ["{what} differs.", "Write the same in every place (F-0-02)."],
  // Facts and gaps
  "fact-expressed pointer": ["`{pointer}` points to nothing in the bundled documents.",
    "Point to where the document says it."],
  "fact-expressed place": ["The fact belongs in {name}, and `expressed` does not say where.",
    "Add a pointer {name}#/..."],
  "gap-profile none": ["A running service must choose here, and `settings` names no key.",
    "Write `settings` and `other`, or remove `profile`."],
  "gap-profile stray": ["There are settings, and `profile` is not true.", "Write `profile: true`, or remove them."],
  "gap-profile name": ["`{key}` is not a key of a profile.", "Write it in camelCase."],
  "gap-profile twice": ["`{key}` is decided by {owner} too.", "Keep it in one gap."],
  "gap-profile strict": ["`{key}` has no value for the strict profile.", "Write one."],
  "gap-profile same": ["Both profiles have the same value.", "Choose another for the strict profile."],
  "gap-profile unknown": ["`{key}` is not a key of this gap.", "Add it to `settings`, or remove it."],
  "gap-profile value": ["A value is not among those that are allowed: {message}.", "Correct one of the two."],
  "gap-mark": ["x-unspecified is a list of {id, assume}.", "Write a list."],
  "gap-unknown": ["No gap has the id `{id}`.", "Use an id of spec/unspecified.yaml, or add the gap there."],
  "gap-assume": ["The assumption differs from that of {id} in spec/unspecified.yaml.", "Write: {assume}"],
  "gap-unmarked": ["No x-unspecified of {name} carries {id}.",
    "Mark it at the nearest node of spec/{name}.yaml or its schemas."],
  "no-basis": ["`{name}` rests on no fact and no gap.",
    "Name the fact or the gap in spec/basis.yaml, below {file}, or take it out of the document."],
  "basis-row unsaid": ["{file} does not say `{name}`.", "Remove the row, or correct it."],
  "basis-row id": ["`{id}` is neither a fact nor a gap.", "Name one of them."],
  // Examples, fixtures, overlays and vectors
  "example-valid": ["The example is not valid: {where} {message}.", "Mend the example, or the schema."],
  "example-signed": ["The signature is not that of the example delivery.", "Write {expected}"],
  "example-signed other": [
    "The example differs from that of spec/schemas/PaymentSnapshot.yaml, so its signature is another.",
    "Use the same example."],
  "fixture-place": ["A fixture lies in test/fixtures/<Schema>/pass or /fail.",
    "Move it; the folder is named like a file of spec/schemas."],
  "fixture-pass": ["{schema} refuses it: {where} {message}.", "Mend the fixture, or the schema."],
  "fixture-fail": ["{schema} accepts it.", "Give it the one fault that its name says, or move it to pass/."],
  "overlay-name": ["The name does not say which document it is for.",
    "Name it <what>.openapi.yaml or <what>.asyncapi.yaml."],
  "overlay-target": ["{message}", "Correct the target; it is looked up in the bundled document."],
  "vector-rests": ["{id} rests on {rests}, which does not exist.", "Name a fact or a gap."],
  "vector-form cases": ["`{list}` is not a list.", "Restore the list, or run node scripts/vectors.ts."],
  "vector-form url": ["A case is {url or ip, ok, code when refused}.", "Mend the case."],
  "vector-form id": ["{id}: the id is used twice.", MEND],
  "vector-verdict ok": ["{id}: the verdict is {ok}, and by x-signature it is {right}.", MEND],
  "vector-verdict secret": ["{id}: the secret that matches is number {found}.", MEND],
} satisfies Record<string, readonly [message: string, cure: string]>;

export type Rule = keyof typeof RULES;

/** What a finding says, with what the check names in place of `{name}`. @param line of the file, from 1 */
export function findingAt(file: string, line: number, key: Rule, named: object = {}): Finding {
  const filled = new Map(Object.entries(named));
  const [message, cure] = RULES[key].map((text) =>
    text.replaceAll(/\{(\w+)\}/g, (all, name) => `${filled.get(name) ?? all}`),
  );
  return { file, line, rule: key.split(" ")[0] ?? "", message: message ?? "", cure: cure ?? "" };
}

type Place = { readonly file: string; line(path: Path): number };

/** What a finding says of the node at a path, as `findingAt`. */
export const finding = (source: Place, path: Path, key: Rule, named: object = {}): Finding =>
  findingAt(source.file, source.line(path), key, named);
