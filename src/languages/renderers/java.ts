/**
 * Models and constants in Java: records over the hand-written Members and Output, which read, write and keep unknown
 * members.
 */

import { banner } from "../banner.ts";
import type { NamedContract, NamedMember, NamedModel } from "../identifiers.ts";
import type { MemberType } from "../models.ts";
import { blockComments, type Constant, constants, forms, kindsIn, type Renderer, rows } from "./shared.ts";

const MAIN = "src/main/java/collectionscontract";
const JACKSON = "com.fasterxml.jackson.databind";
/** The longest line, as in google-java-format. Columns. */
const WIDTH = 100;
const javadoc = blockComments(WIDTH);

/** Renders the files of a package for Java, by path, formatted as google-java-format does. */
export const renderJava: Renderer = (models, contract) => [
  ...models.map((model) => [`${MAIN}/${model.name}.java`, record(model)] as const),
  [`${MAIN}/Contract.java`, contractFile(contract)],
  [`${MAIN}/Operation.java`, operations(contract)],
  ["src/test/java/collectionscontract/Models.java", table(models)],
];

const head = `${banner("//")}
package collectionscontract;
`;

function record(model: NamedModel): string {
  const { name, about, members } = model;
  const components = members.map((one) => `${fieldType(one)} ${one.name}`);
  const names = members.map(({ name: own }) => own);
  const kinds = kindsIn([model]);
  const values = [
    ...(kinds.has("number") ? ["java.math.BigDecimal"] : []),
    ...(kinds.has("list") ? ["java.util.List"] : []),
    ...(kinds.has("map") ? ["java.util.Map"] : []),
  ];
  return `${head}
import ${JACKSON}.JsonNode;
import ${JACKSON}.node.ObjectNode;
${rows(values, (one) => `import ${one};\n`)}import java.util.Objects;

${javadoc([
  escaped(about),
  "",
  ...members.map((one) => `@param ${one.name} ${escaped(one.about)}${one.required ? "" : " Null if it is not there."}`),
  "@param extra members that this version does not know; they are written again",
])}
${list(`public record ${name}(`, [...components, "Extra extra"], ")", "", " implements Model {")}
  public ${name} {
${rows(members, check)}    Objects.requireNonNull(extra, "extra");
  }

  /** Without members that are not known. */
${list(`public ${name}(`, components, ") {", "  ")}
${list("this(", [...names, "Extra.NONE"], ");", "    ")}
  }

  /**
   * Reads a JSON object.
   *
   * @throws PayloadException if it does not fit
   */
  public static ${name} fromJson(JsonNode json) {
    Members members = Members.of(json);
${list(`return new ${name}(`, [...members.map(readCall), "members.rest()"], ");", "    ")}
  }

  @Override
  public ObjectNode toJson() {
${chain("return new Output()", [...members.map(({ json }, i) => `.set(${text(json)}, ${names[i]})`), ".with(extra);"])}
  }
}
`;
}

function contractFile(contract: NamedContract): string {
  const { events } = contract;
  return `${head}
import java.util.List;

/** What the documents state, as values. */
public final class Contract {
${constants("java", contract, constant)}
  /** The events that are delivered today. More may come. */
  public static final List<String> EVENT_NAMES = List.of(${events.map(({ name }) => name).join(", ")});

  private Contract() {}
}
`;
}

const TYPES = { text: "String", type: "long", count: "int" };

function constant({ kind, name, value, about }: Constant): string {
  const own = name.replace(/^CONTRACT_/, "");
  const line = `  public static final ${TYPES[kind]} ${own} = ${text(value)};\n`;
  return `${javadoc([escaped(about)], "  ")}\n${line}`;
}

function operations(contract: NamedContract): string {
  const operation = ({ id, name, method, path }: (typeof contract.operations)[number]) =>
    `  ${name}(${text(id)}, ${text(method)}, ${text(path)})`;
  return `${head}
/** The calls that the documents describe. */
enum Operation {
${contract.operations.map(operation).join(",\n")};

  final String id;
  final String method;
  final String path;

  Operation(String id, String method, String path) {
    this.id = id;
    this.method = method;
    this.path = path;
  }
}
`;
}

function table(models: readonly NamedModel[]): string {
  const readers = models.map(({ schema, name }) => `Map.entry(${text(schema)}, ${name}::fromJson)`);
  return `${head}
import ${JACKSON}.JsonNode;
import java.util.Map;
import java.util.function.Function;

/** What reads a payload, by the name of its schema. */
final class Models {
  static final Map<String, Function<JsonNode, Model>> READERS =
${list("Map.ofEntries(", readers, ");", "      ")}

  private Models() {}
}
`;
}

function check({ name, type, required }: NamedMember): string {
  if ("of" in type) {
    const copy = `${type.kind === "list" ? "List" : "Map"}.copyOf(${name})`;
    return `    ${name} = ${required ? "" : `${name} == null ? null : `}${copy};\n`;
  }
  return required && !isPrimitive(type) ? `    Objects.requireNonNull(${name}, ${text(name)});\n` : "";
}

/** Null stands for an optional member that is not there, so a primitive type will not do. */
function fieldType({ type, required, secret }: NamedMember): string {
  if (secret) return "Secret";
  return required && isPrimitive(type) ? { integer: "long", boolean: "boolean" }[type.kind] : typeName(type);
}

type Primitive = { readonly kind: "integer" | "boolean" };

function isPrimitive(type: MemberType): type is Primitive {
  return type.kind === "integer" || type.kind === "boolean";
}

const typeName = forms({
  ...{ string: "String", integer: "Long", number: "BigDecimal", boolean: "Boolean", any: "JsonNode" },
  list: (item) => `List<${item}>`,
  map: (item) => `Map<String, ${item}>`,
});

const reader = forms({
  ...{ string: "Members::string", integer: "Members::integer", number: "Members::number" },
  ...{ boolean: "Members::bool", any: "any -> any" },
  list: (item) => `Members.list(${item})`,
  map: (item) => `Members.map(${item})`,
  model: ({ name }) => `${name}::fromJson`,
});

function readCall({ json, type, required, secret }: NamedMember): string {
  return `members.${required ? "required" : "optional"}(${text(json)}, ${secret ? "Members::secret" : reader(type)})`;
}

/** On one line, or all items on the next, or each on its own; `behind` where it fits. */
function list(before: string, items: readonly string[], after: string, indent: string, behind = ""): string {
  const fits = (line: string) => line.length <= WIDTH;
  const all = items.join(", ");
  const whole = `${indent}${before}${all}${after}${behind}`;
  if (fits(whole)) return whole;
  const inner = `${indent}    `;
  const joined = `${inner}${all}${after}`;
  const glue = fits(joined + behind) ? "" : `\n${inner.slice(0, -1)}`;
  const tail = behind && `${glue}${behind}\n`;
  const lines = fits(joined) ? joined : `${items.map((item) => inner + item).join(",\n")}${after}`;
  return `${indent}${before}\n${lines}${tail}`;
}

function chain(start: string, calls: readonly string[]): string {
  const whole = `    ${start}${calls.join("")}`;
  return whole.length <= WIDTH && calls.length <= 2
    ? whole
    : `    ${start}\n${calls.map((call) => `        ${call}`).join("\n")}`;
}

/**
 * In Javadoc, code stands in braces. What would be taken for HTML, a tag, the end of the comment or an escape (javac
 * reads those before it sees a comment) is written as a number.
 */
function escaped(about: string): string {
  const html = about.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const safe = html.replaceAll("\\", "&#92;").replaceAll("*/", "*&#47;");
  const code = safe.replaceAll(/`([^`{}&@]*)`/g, "{@code $1}").replaceAll(/`([^`]*)`/g, "<code>$1</code>");
  return code.replaceAll(/(^|[^{]|\{(?!@code ))@/g, "$1&#64;");
}

function text(value: string | number): string {
  return JSON.stringify(value);
}
