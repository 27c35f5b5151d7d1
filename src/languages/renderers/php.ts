/**
 * Models and constants in PHP: one class a file over the hand-written `Payload` and `Read`, which keep unknown members.
 */

import { banner } from "../banner.ts";
import type { Contract } from "../contract.ts";
import type { Member, MemberType, Model } from "../models.ts";

const NAMESPACE = "CollectionsContract";
/** What PSR-12 asks lines to have at most. */
const WIDTH = 120;
const SCALARS = { string: "string", integer: "int", boolean: "bool" };

/** By path in the package. */
export function renderPhp(models: readonly Model[], contract: Contract): [file: string, text: string][] {
  return [
    ...models.map((model): [string, string] => [`src/Model/${model.name}.php`, modelFile(model)]),
    ["src/Contract.php", contractFile(contract)],
  ];
}

function modelFile({ name, about, members }: Model): string {
  // PHP wants parameters with a default last; the names of arguments make the order free for callers.
  const ordered = [...members.filter(({ required }) => required), ...members.filter(({ required }) => !required)];
  const secrets = members.filter(({ secret }) => secret);
  return `${head(`${NAMESPACE}\\Model`)}
use ${NAMESPACE}\\Payload;
use ${NAMESPACE}\\PayloadException;
use ${NAMESPACE}\\Read;
${secrets.length > 0 ? "use SensitiveParameter;\n" : ""}
${docblock([about])}
final class ${name} extends Payload
{
${secrets.length > 0 ? `    protected const SECRETS = [${secrets.map((one) => text(propertyName(one))).join(", ")}];\n\n` : ""}${docblock(
  [
    ...ordered.map((one) => `@param ${docType(one)} $${propertyName(one)} ${one.about}`),
    "@param array<mixed> $extra Members that this version does not know. They are written again.",
  ],
  "    ",
)}
    public function __construct(
${ordered.map(parameter).join("")}        array $extra = [],
    ) {
        parent::__construct($extra);
    }

    /**
     * Takes what json_decode() returned, objects as objects.
     *
     * @throws PayloadException
     */
    public static function from(mixed $value): self
    {
        $read = new Read($value);

        return new self(
${ordered.map((one) => `            ${propertyName(one)}: ${readCall(one)},\n`).join("")}            extra: $read->rest(),
        );
    }

    protected function members(): array
    {
        return [
${members.map((one) => `            ${text(one.json)} => $this->${propertyName(one)},\n`).join("")}        ];
    }
}
`;
}

function parameter(one: Member): string {
  const type = `${one.required ? "" : "?"}${typeName(one.type)}`;
  const attribute = one.secret ? "#[SensitiveParameter]\n        " : "";
  return `        ${attribute}public readonly ${type} $${propertyName(one)}${one.required ? "" : " = null"},\n`;
}

function contractFile(contract: Contract): string {
  const constant = (name: string, value: string) => `    public const ${name} = ${value};\n`;
  const events = contract.events.map(({ name, value }) => constant(name, text(value)));
  const types = contract.responseHandlingTypes.map(
    ({ name, value, about }) => `${docblock([about], "    ")}\n${constant(name, String(value))}`,
  );
  return `${head(NAMESPACE)}
/** What the documents state, as values. */
final class Contract
{
${constant("VERSION", text(contract.version))}
${constant("SIGNATURE_HEADER", text(contract.signatureHeader))}${constant("SIGNATURE_PREFIX", text(contract.signaturePrefix))}
${events.join("")}
    /** The events that are delivered today. More may come. */
    public const EVENT_NAMES = [${contract.events.map(({ name }) => `self::${name}`).join(", ")}];

${types.join("\n")}
${constant("APP_WEBHOOK_EVENTS_MIN", String(contract.appWebhookEvents.min))}${constant("APP_WEBHOOK_EVENTS_MAX", String(contract.appWebhookEvents.max))}
    private function __construct()
    {
    }
}
`;
}

function head(namespace: string): string {
  return `<?php

${banner("//")}
declare(strict_types=1);

namespace ${namespace};
`;
}

function propertyName({ words }: Member): string {
  return words.map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
}

function typeName(type: MemberType): string {
  if (type.kind === "model") return type.name;
  return type.kind === "list" ? "array" : SCALARS[type.kind];
}

function docType({ type, required }: Member): string {
  const own = type.kind === "list" ? `list<${typeName(type.of)}>` : typeName(type);
  return required ? own : `${own}|null`;
}

function readCall({ json, type, required }: Member): string {
  return `$read->${required ? "required" : "optional"}(${text(json)}, ${reader(type)})`;
}

function reader(type: MemberType): string {
  if (type.kind === "model") return `${type.name}::from(...)`;
  if (type.kind === "list") return `Read::listOf(${reader(type.of)})`;
  return `Read::${type.kind}(...)`;
}

/** One paragraph for each entry; what does not fit on a line goes on below, indented where it belongs to a tag. */
function docblock(entries: readonly string[], indent = ""): string {
  const [only = ""] = entries;
  if (entries.length === 1 && `${indent}/** ${only} */`.length <= WIDTH) return `${indent}/** ${only} */`;
  const lines = entries.flatMap((entry) => wrapped(entry, `${indent} * `));
  return [`${indent}/**`, ...lines, `${indent} */`].join("\n");
}

function wrapped(entry: string, before: string): string[] {
  const hang = entry.startsWith("@") ? "    " : "";
  const lines: string[] = [];
  let line = before;
  for (const word of entry.split(" ")) {
    if (`${line}${word}`.length > WIDTH) {
      lines.push(line.trimEnd());
      line = before + hang;
    }
    line += `${word} `;
  }
  return [...lines, line.trimEnd()];
}

/** In single quotes PHP knows two escapes. */
function text(value: string): string {
  return `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
