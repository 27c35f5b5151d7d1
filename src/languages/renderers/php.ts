/** Models and constants in PHP: a class for each file, over the hand-written `Payload` and `Read`. */

import { banner } from "../banner.ts";
import type { NamedContract, NamedMember, NamedModel } from "../identifiers.ts";
import type { MemberType } from "../models.ts";
import { blockComments, type Constant, constants, eventModels, forms, type Renderer, rows } from "./shared.ts";

const NAMESPACE = "CollectionsContract";

/** Within what PSR-12 asks lines to have at most. */
const docblock = (entries: readonly string[], indent?: string) =>
  blockComments(120)(
    entries.map((one) => one.replaceAll("*/", String.raw`*\/`)),
    indent,
  );

/** Renders the files of a package for PHP, by path. */
export const renderPhp: Renderer = (models, contract) => [
  ...models.map((model) => [`src/Model/${model.name}.php`, modelFile(model)] as const),
  ["src/Contract.php", contractFile(contract, models)],
  ["tests/models.php", modelTable(models)],
];

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
${secretNames(secrets)}${docblock(
  [
    ...ordered.map((one) => `@param ${docType(one)} $${one.name} ${one.about}`),
    "@param array<mixed> $extra Members that this version does not know. They are written again.",
  ],
  "    ",
)}
    public function __construct(
${rows(ordered, parameter)}        array $extra = [],
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
        $read = $value instanceof Read ? $value : new Read($value);

        return new self(
${rows(ordered, (one) => `            ${one.name}: ${readCall(one)},\n`)}            extra: $read->rest(),
        );
    }

    protected function members(): array
    {
        return [
${rows(members, (one) => `            ${text(one.json)} => ${written(one)},\n`)}        ];
    }
}
`;
}

function modelTable(models: readonly NamedModel[]): string {
  return `${head(NAMESPACE)}
/** Models by the name of the schema. */
return [
${rows(models, ({ schema, name }) => `    ${text(schema)} => Model\\${name}::class,\n`)}];
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
  const byEvent = eventModels(models, contract);
  const operation = ({ id, method, path }: (typeof contract.operations)[number]) =>
    `        ${text(id)} => [${text(method)}, ${text(path)}],\n`;
  return `${head(NAMESPACE)}
/** What the documents state, as values. */
final class Contract
{
${constants("php", contract, constant)}
    /** The events that are delivered today. More may come. */
    public const EVENT_NAMES = [${contract.events.map(({ name }) => `self::${name}`).join(", ")}];

    /** Models of payloads by the name of the event. */
    public const EVENT_MODELS = [
${rows(byEvent, (one) => `        self::${one.constant} => Model\\${one.model}::class,\n`)}    ];

    /** Method and path of each operation. */
    public const OPERATIONS = [
${rows(contract.operations, operation)}    ];

    /** Path, grant type and media type of a refresh. */
    public const REFRESH = [${Object.values(contract.refresh).map(text).join(", ")}];

    private function __construct()
    {
    }
}
`;
}

const secretNames = (secrets: readonly NamedMember[]) =>
  secrets.length > 0 ? `    protected const SECRETS = [${secrets.map(({ name }) => text(name)).join(", ")}];\n\n` : "";

function constant({ name, value, about }: Constant): string {
  const own = name.replace(/^CONTRACT_/, "");
  const literal = typeof value === "string" ? text(value) : value;
  return `${docblock([about], "    ")}\n    public const ${own} = ${literal};\n`;
}

function head(namespace: string): string {
  return `<?php

${banner("//")}
declare(strict_types=1);

namespace ${namespace};
`;
}

const PLAIN = { string: "string", integer: "int", number: "int|float", boolean: "bool", any: "mixed" };
const typeName = forms({ ...PLAIN, list: () => "array", map: () => "array" });
const documented = forms({ ...PLAIN, list: (item) => `list<${item}>`, map: (item) => `array<${item}>` });

const reader = forms({
  ...{ string: "Read::string(...)", integer: "Read::integer(...)", number: "Read::number(...)" },
  ...{ boolean: "Read::boolean(...)", any: "Read::any(...)" },
  list: (item) => `Read::listOf(${item})`,
  map: (item) => `Read::mapOf(${item})`,
  model: ({ name }) => `${name}::from(...)`,
});

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

function readCall({ json, type, required }: NamedMember): string {
  return `$read->${required ? "required" : "optional"}(${text(json)}, ${reader(type)})`;
}

/** Quotes a text. In single quotes, PHP knows two escapes. */
function text(value: string): string {
  return `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
}
