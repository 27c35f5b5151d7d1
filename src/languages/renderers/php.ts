/**
 * Models and constants in PHP: one class a file over the hand-written `Payload` and `Read`, which keep unknown members.
 */

import { banner } from "../banner.ts";
import type { NamedContract, NamedMember, NamedModel } from "../identifiers.ts";
import type { MemberType } from "../models.ts";

const NAMESPACE = "CollectionsContract";
/** What PSR-12 asks lines to have at most. */
const WIDTH = 120;
const SCALARS = { string: "string", integer: "int", number: "int|float", boolean: "bool", any: "mixed" };

/** By path in the package. */
export function renderPhp(models: readonly NamedModel[], contract: NamedContract): [file: string, text: string][] {
  return [
    ...models.map((model): [string, string] => [`src/Model/${model.name}.php`, modelFile(model)]),
    ["src/Contract.php", contractFile(contract, models)],
    ["tests/models.php", modelTable(models)],
  ];
}

function modelFile({ name, about, members }: NamedModel): string {
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
${secrets.length > 0 ? `    protected const SECRETS = [${secrets.map((one) => text(one.name)).join(", ")}];\n\n` : ""}${docblock(
  [
    ...ordered.map((one) => `@param ${docType(one)} $${one.name} ${one.about}`),
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
${ordered.map((one) => `            ${one.name}: ${readCall(one)},\n`).join("")}            extra: $read->rest(),
        );
    }

    protected function members(): array
    {
        return [
${members.map((one) => `            ${text(one.json)} => ${written(one)},\n`).join("")}        ];
    }
}
`;
}

function modelTable(models: readonly NamedModel[]): string {
  const rows = models.map(({ schema, name }) => `    ${text(schema)} => Model\\${name}::class,\n`);
  return `${head(NAMESPACE)}
/** Models by the name of the schema. */
return [
${rows.join("")}];
`;
}

function parameter(one: NamedMember): string {
  const plain = typeName(one.type);
  const isPlain = one.required || plain === "mixed";
  const type = isPlain ? plain : plain.includes("|") ? `${plain}|null` : `?${plain}`;
  const attribute = one.secret ? "#[SensitiveParameter]\n        " : "";
  return `        ${attribute}public readonly ${type} $${one.name}${one.required ? "" : " = null"},\n`;
}

function contractFile(contract: NamedContract, models: readonly NamedModel[]): string {
  const byEvent = contract.events.flatMap(({ name, schema }) => {
    const model = models.find((one) => one.schema === schema);
    return model ? [`        self::${name} => Model\\${model.name}::class,\n`] : [];
  });
  const constant = (name: string, value: string) => `    public const ${name} = ${value};\n`;
  const events = contract.events.map(({ name, value }) => constant(name, text(value)));
  const types = contract.responseHandlingTypes.map(
    ({ name, value, about }) => `${docblock([about], "    ")}\n${constant(name, String(value))}`,
  );
  const operations = contract.operations.map(
    ({ id, method, path }) => `        ${text(id)} => [${text(method)}, ${text(path)}],\n`,
  );
  return `${head(NAMESPACE)}
/** What the documents state, as values. */
final class Contract
{
${constant("VERSION", text(contract.version))}
${constant("SIGNATURE_HEADER", text(contract.signatureHeader))}${constant("SIGNATURE_PREFIX", text(contract.signaturePrefix))}
    /** How a call carries its access token, unless the client is told otherwise. */
${constant("TOKEN_HEADER", text(contract.tokenHeader))}${constant("TOKEN_PREFIX", text(contract.tokenPrefix))}
${events.join("")}
    /** The events that are delivered today. More may come. */
    public const EVENT_NAMES = [${contract.events.map(({ name }) => `self::${name}`).join(", ")}];

    /** Models of payloads by the name of the event. */
    public const EVENT_MODELS = [
${byEvent.join("")}    ];

${types.join("\n")}
    /** Method and path of each operation. */
    public const OPERATIONS = [
${operations.join("")}    ];

${constant("GRANT_TYPE", text(contract.grantType))}
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

function typeName(type: MemberType): string {
  if (type.kind === "model") return type.name;
  return "of" in type ? "array" : SCALARS[type.kind];
}

/** The value of a member as json_encode() takes it: a map is an object, also if it is empty. */
function written({ name, type, required }: NamedMember): string {
  const value = `$this->${name}`;
  const plain = encoded(type, value);
  return required || plain === value ? plain : `${value} === null ? null : ${plain}`;
}

function encoded(type: MemberType, value: string): string {
  if (!("of" in type)) return value;
  const inner = encoded(type.of, "$one");
  const items = inner === "$one" ? value : `array_map(static fn ($one) => ${inner}, ${value})`;
  return type.kind === "map" ? `(object) ${items}` : items;
}

function docType({ type, required }: NamedMember): string {
  const own = documented(type);
  return required || own === "mixed" ? own : `${own}|null`;
}

function documented(type: MemberType): string {
  if (!("of" in type)) return typeName(type);
  return type.kind === "list" ? `list<${documented(type.of)}>` : `array<${documented(type.of)}>`;
}

function readCall({ json, type, required }: NamedMember): string {
  return `$read->${required ? "required" : "optional"}(${text(json)}, ${reader(type)})`;
}

function reader(type: MemberType): string {
  if (type.kind === "model") return `${type.name}::from(...)`;
  if ("of" in type) return `Read::${type.kind}Of(${reader(type.of)})`;
  return `Read::${type.kind}(...)`;
}

/** One paragraph for each entry; what does not fit on a line goes on below, indented where it belongs to a tag. */
function docblock(descriptions: readonly string[], indent = ""): string {
  const entries = descriptions.map((one) => one.replaceAll("*/", String.raw`*\/`));
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
