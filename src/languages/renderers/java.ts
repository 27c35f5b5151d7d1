/**
 * Models and constants in Java: records over the hand-written Members and Output, which read, write and keep unknown
 * members.
 */

import { banner } from "../banner.ts";
import type { NamedContract, NamedMember, NamedModel } from "../identifiers.ts";
import type { MemberType } from "../models.ts";

const PACKAGE = "collectionscontract";
const MAIN = `src/main/java/${PACKAGE}`;
const JACKSON = "com.fasterxml.jackson.databind";
/** Of lines, as google-java-format has it. */
const WIDTH = 100;

/** By path in the package; as google-java-format would leave them. */
export function renderJava(models: readonly NamedModel[], contract: NamedContract): [file: string, text: string][] {
  return [
    ...models.map((model): [string, string] => [`${MAIN}/${model.name}.java`, record(model)]),
    [`${MAIN}/Contract.java`, constants(contract)],
    [`${MAIN}/Operation.java`, operations(contract)],
    [`src/test/java/${PACKAGE}/Models.java`, table(models)],
  ];
}

const head = `${banner("//")}
package ${PACKAGE};
`;

function record({ name, about, members }: NamedModel): string {
  const components = members.map((one) => `${fieldType(one)} ${one.name}`);
  const names = members.map(({ name: own }) => own);
  const kinds = new Set(members.flatMap(({ type }) => kindsIn(type)));
  return `${head}
import ${JACKSON}.JsonNode;
import ${JACKSON}.node.ObjectNode;
${kinds.has("number") ? "import java.math.BigDecimal;\n" : ""}${kinds.has("list") ? "import java.util.List;\n" : ""}${
  kinds.has("map") ? "import java.util.Map;\n" : ""
}import java.util.Objects;

${javadoc([
  escaped(about),
  ...members.map((one) => `@param ${one.name} ${escaped(sentence(one))}`),
  "@param extra members that this version does not know; they are written again",
])}
${list(`public record ${name}(`, [...components, "Extra extra"], ")", "", " implements Model {")}
  public ${name} {
${members.map(check).join("")}    Objects.requireNonNull(extra, "extra");
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

/** The kinds of a type and of what is inside of it. */
function kindsIn(type: MemberType): MemberType["kind"][] {
  return "of" in type ? [type.kind, ...kindsIn(type.of)] : [type.kind];
}

function constants(contract: NamedContract): string {
  const events = contract.events.map(({ name, value }) => constant("public", "String", name, text(value)));
  const types = contract.responseHandlingTypes.map(
    ({ name, value, about }) => `${javadoc([escaped(about)], "  ")}\n${constant("public", "long", name, `${value}`)}`,
  );
  return `${head}
import java.util.List;

/** What the documents state, as values. */
public final class Contract {
  /** The version of the documents. */
${constant("public", "String", "VERSION", text(contract.version))}
  /** Carries the signature of a delivery. */
${constant("public", "String", "SIGNATURE_HEADER", text(contract.signatureHeader))}
${events.join("")}
  /** The events that are delivered today. More may come. */
${constant("public", "List<String>", "EVENT_NAMES", `List.of(${contract.events.map(({ name }) => name).join(", ")})`)}
${types.join("\n")}
${constant("", "String", "SIGNATURE_PREFIX", text(contract.signaturePrefix))}${constant("", "String", "TOKEN_HEADER", text(contract.tokenHeader))}${constant("", "String", "TOKEN_PREFIX", text(contract.tokenPrefix))}${constant("", "String", "GRANT_TYPE", text(contract.grantType))}${constant("", "int", "APP_WEBHOOK_EVENTS_MIN", `${contract.appWebhookEvents.min}`)}${constant("", "int", "APP_WEBHOOK_EVENTS_MAX", `${contract.appWebhookEvents.max}`)}
  private Contract() {}
}
`;
}

function operations(contract: NamedContract): string {
  const rows = contract.operations.map(
    ({ id, name, method, path }) => `  ${name}(${text(id)}, ${text(method)}, ${text(path)})`,
  );
  return `${head}
/** The calls that the documents describe. */
enum Operation {
${rows.join(",\n")};

  private final String id;
  private final String method;
  private final String path;

  Operation(String id, String method, String path) {
    this.id = id;
    this.method = method;
    this.path = path;
  }

  String id() {
    return id;
  }

  String method() {
    return method;
  }

  String path() {
    return path;
  }
}
`;
}

function table(models: readonly NamedModel[]): string {
  const rows = models.map(({ schema, name }) => `Map.entry(${text(schema)}, ${name}::fromJson)`);
  return `${head}
import ${JACKSON}.JsonNode;
import java.util.Map;
import java.util.function.Function;

/** What reads a payload, by the name of its schema. */
final class Models {
  static final Map<String, Function<JsonNode, Model>> READERS =
${list("Map.ofEntries(", rows, ");", "      ")}

  private Models() {}
}
`;
}

function constant(access: string, type: string, name: string, value: string): string {
  return `  ${access}${access && " "}static final ${type} ${name} = ${value};\n`;
}

function check({ name, type, required }: NamedMember): string {
  if ("of" in type) {
    const copy = `${type.kind === "list" ? "List" : "Map"}.copyOf(${name})`;
    return `    ${name} = ${required ? "" : `${name} == null ? null : `}${copy};\n`;
  }
  return required && !isPrimitive(type) ? `    Objects.requireNonNull(${name}, ${text(name)});\n` : "";
}

function sentence({ about, required }: NamedMember): string {
  return required ? about : `${about} Null if it is not there.`;
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

function typeName(type: MemberType): string {
  if (type.kind === "model") return type.name;
  if ("of" in type) return `${type.kind === "list" ? "List<" : "Map<String, "}${typeName(type.of)}>`;
  return { string: "String", integer: "Long", number: "BigDecimal", boolean: "Boolean", any: "JsonNode" }[type.kind];
}

function readCall({ json, type, required, secret }: NamedMember): string {
  return `members.${required ? "required" : "optional"}(${text(json)}, ${secret ? "Members::secret" : reader(type)})`;
}

function reader(type: MemberType): string {
  if (type.kind === "model") return `${type.name}::fromJson`;
  if ("of" in type) return `Members.${type.kind}(${reader(type.of)})`;
  return `Members::${type.kind === "boolean" ? "bool" : type.kind}`;
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

/** The first paragraph is what it is; the rest are tags. */
function javadoc([about = "", ...tags]: readonly string[], indent = ""): string {
  const single = `${indent}/** ${about} */`;
  if (tags.length === 0 && single.length <= WIDTH) return single;
  const lines = [...wrapped(about, `${indent} * `, ""), ...(tags.length > 0 ? [`${indent} *`] : [])];
  const rest = tags.flatMap((tag) => wrapped(tag, `${indent} * `, "    "));
  return [`${indent}/**`, ...lines, ...rest, `${indent} */`].join("\n");
}

function wrapped(about: string, start: string, hanging: string): string[] {
  const lines: string[] = [];
  let line = start.trimEnd();
  for (const word of about.split(" ")) {
    if (`${line} ${word}`.length > WIDTH) {
      lines.push(line);
      line = `${start}${hanging}`.trimEnd();
      if (hanging) line = `${start}${hanging.slice(1)}`;
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

/**
 * In Javadoc, code stands in braces. What would be taken for HTML, a tag, the end of the comment or an escape (javac
 * reads those before it sees a comment) is written as a number.
 */
function escaped(about: string): string {
  const html = about.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const safe = html.replaceAll("\\", "&#92;").replaceAll("*/", "*&#47;");
  const code = safe.replaceAll(/`([^`{}&]*)`/g, "{@code $1}").replaceAll(/`([^`]*)`/g, "<code>$1</code>");
  return code.replaceAll(/(^|[^{]|\{(?!@code ))@/g, "$1&#64;");
}

function text(value: string): string {
  return JSON.stringify(value);
}
