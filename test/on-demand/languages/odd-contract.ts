/** A contract whose names and texts no language expects: reserved words, names of the package, what ends a comment. */

import type { Documents } from "../../../src/languages/index.ts";
import { type JsonObject, type JsonValue, member } from "../../../src/values/json.ts";

const MEMBERS = `
  False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield match case type print self extra from_json
  to_json field member model string integer boolean list_of int str bool list dict dataclass
  abstract byte catch char const default do double enum extends final float goto implements instanceof interface long
  native new null package private protected public short static strictfp super switch synchronized this throw throws
  transient true void volatile var record sealed permits getClass hashCode notify notifyAll toString wait clone finalize
  json members toJson fromJson equals
  chan fallthrough func map range select struct String GoString MarshalJSON UnmarshalJSON error nil append len make w r
  become box crate dyn extern fn gen impl let loop macro mod move mut override priv pub ref Self trait typeof unsafe
  unsized use virtual where text object
  BEGIN END alias begin defined? end ensure module next redo rescue retry then undef unless until when hash object_id
  send method methods freeze inspect to_s to_h as_json initialize plain display tap dup public_send __id__ values
  array callable declare echo empty endif eval exit foreach function include isset iterable mixed namespace parent
  readonly require unset xor read jsonSerialize SECRETS
  arguments constructor prototype delete export valueOf undefined NaN
  createdAt created_at created-at CreatedAt 3ds 3-ds @ @@ ü größe 日本
  $ref a.b a/b a~b a'b a"b a\\b a\`b a\${b} a#{b} a?>b
  a*/b id2 Id iD _id id_ {{event}} %s $& $1 \\u0041 \\x41 <b> &amp;`;

const TEXTS = [
  "ends with */ a comment",
  '"""',
  'a """ b',
  'ends with a quote"',
  "ends with a backslash\\",
  String.raw`\u000a \uXYZ \x \N{DASH}`,
  "<?php ?> <% %>",
  "#{raise 'x'} `y` $(z)",
  String.raw`$\{x}`.replace("\\", ""),
  "{@link x} @param @deprecated } { {@code `{` `}`",
  "``` rust\nfn x( {\n```",
  "\u202eright to left\u2066",
  "a\u0000b\u0007c\u0085d\u2028e",
  "+build x",
  "=begin\n__END__",
  "/* nested",
  '"',
  "\\",
  "\ufeff",
  "x".repeat(400),
  "[link](x) [Foo::bar] <T>",
  "ünïcödé 日本語 🎉",
  "{{event}} {{version}}",
  "@",
  "",
];

const COMPONENTS = `
  Client Error Receiver Extra Delivery Verdict Model Secret Contract String Object List Option Result Integer Long
  Boolean Map Payload Read Json Members Output Hash Array Operation Sender Driver client-error Client_Error ClientError
  client Class Self Parent Enum Exception Record Function Type Struct Reader Models models Vec Box Some None Ok Err Time
  Thread JSON Answer Any Double Override Ptr Sign Verify 3ds ü Case.File CaseFile Case_File MemoryStore DuplicateStore
  ApiError Clone Debug Default Iterable Number Void Date Math Promise Buffer File Dir IO Kernel Module Logger Set`;

const EVENTS = [
  ..."class end 3.x a.b a_b A.B signature.header event.names version payment.snapshot receiver ü sign client".split(
    " ",
  ),
  ..."grant.type models fire_and_forget create.client.webhook */ BEGIN".split(" "),
  "",
  'a"b\\',
  "a#{b}",
  "a\u0000b",
  "a\nb",
];

const OPERATIONS = ["delete", "class", "type", "sign", "get-thing", "3x", "operation", "create Client*/", "verify"];

const wordsIn = (text: string) => [...new Set(text.split(/\s+/).filter(Boolean))];
const nth = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** The same documents with all of it: members of three payloads, components, events and operations. */
export function withOddNames(documents: Documents): Documents {
  const { openapi, asyncapi } = structuredClone(documents);
  for (const document of [openapi, asyncapi])
    addTo(member(document, "components", "schemas") as Record<string, JsonValue>);
  const paths = openapi["paths"] as Record<string, JsonValue>;
  for (const [i, operationId] of OPERATIONS.entries()) paths[`/api/odd${i}/"{id}"`] = { get: { operationId } };
  return { openapi, asyncapi };
}

/** A payload with every form, which is also inside itself. */
function addForms(schemas: Record<string, JsonValue>, delivery: Record<string, JsonValue>): void {
  const $ref = "#/components/schemas/EveryForm";
  const line = {
    type: "object",
    required: ["label"],
    properties: { label: { type: "string" }, rate: { type: "number" } },
  };
  const forms: Record<string, JsonValue> = {
    number: { type: "number" },
    nullable: { type: ["integer", "null"] },
    inline: { ...line, properties: { ...line.properties, deeper: line } },
    openEnum: { anyOf: [{ enum: ["a"] }, { type: "string" }] },
    plainEnum: { enum: ["a", "b"] },
    union: { oneOf: [{ type: "string" }, line] },
    anything: {},
    together: { allOf: [{ $ref: `${$ref}/properties/inline` }, { properties: { more: { type: "boolean" } } }] },
    lines: { type: "array", items: line },
    grid: { type: "array", items: { type: "array", items: { type: "integer" } } },
    texts: { type: "object", additionalProperties: { type: "string" } },
    linesByName: { type: "object", additionalProperties: { type: "array", items: line } },
    maps: { type: "array", items: { type: "object", additionalProperties: { type: "number" } } },
    free: { type: "object" },
    child: { $ref },
    children: { type: "array", items: { $ref } },
    byName: { type: "object", additionalProperties: { $ref } },
  };
  const required = ["number", "inline", "lines", "texts", "maps", "linesByName"];
  schemas["EveryForm"] = { type: "object", required, properties: forms };
  delivery["forms"] = { $ref };
}

function addTo(schemas: Record<string, JsonValue>): void {
  const propertiesOf = (schema: string) => (member(schemas, schema, "properties") ?? {}) as Record<string, JsonValue>;
  // Three payloads, because a record in Java has 255 members at most.
  const payloads = ["PaymentSnapshot", "AppWebhook", "ClientWebhook"].map(propertiesOf);
  for (const [i, name] of [...wordsIn(MEMBERS), " ", "a b", "a\u0000b", "\ufeffb"].entries()) {
    const type = nth(["string", "integer", "boolean"], Math.floor(i / 3));
    nth(payloads, i)[name] = { type, description: nth(TEXTS, i) };
  }
  for (const [i, name] of wordsIn(COMPONENTS).entries()) {
    const list = { type: "array", items: { type: nth(["string", "integer"], i) }, description: nth(TEXTS, i) };
    schemas[name] = {
      type: "object",
      description: nth(TEXTS, i),
      properties: { id: { type: "integer" }, [`n${i}`]: list },
    };
    const $ref = `#/components/schemas/${name}`;
    propertiesOf("AppDelivery")[`ref${i}`] = i % 2 ? { $ref } : { type: "array", items: { $ref } };
  }
  addForms(schemas, propertiesOf("AppDelivery"));
  const events = schemas["EventName"] as Record<string, JsonValue>;
  events["x-extensible-enum"] = [...((events["x-extensible-enum"] ?? []) as string[]), ...EVENTS];
  if (schemas["ResponseHandlingType"])
    schemas["ResponseHandlingType"] = {
      ...(schemas["ResponseHandlingType"] as JsonObject),
      "x-enum-descriptions": TEXTS.slice(0, 2),
    };
}
