import { TS_DESCRIPTION_PRESET, TypeScriptGenerator } from "@asyncapi/modelina";
import { at, type Json, pointerPath, walk } from "../check/source.ts";
import { tsBanner } from "./banner.ts";

/**
 * `generated/events.ts`: models of the event payloads, by Modelina from the bundled AsyncAPI document, and which
 * event has which.
 * @throws when Modelina lost a model: it emits `any` for what it does not understand, and does not fail.
 */
export async function renderEvents(asyncapi: Json): Promise<string> {
  const generator = new TypeScriptGenerator({
    modelType: "interface",
    rawPropertyNames: true,
    presets: [TS_DESCRIPTION_PRESET],
    processorOptions: { interpreter: { ignoreAdditionalProperties: true } },
  });
  // Modelina compares the version literally and knows 3.0.0 only; a copy, because a run changes its input. It does not
  // escape the end of a comment in descriptions.
  const document = { ...JSON.parse(JSON.stringify(asyncapi).replaceAll("*/", "*\\\\/")), asyncapi: "3.0.0" };
  const models = new Map((await generator.generate(document)).map((model) => [model.modelName, model.result]));

  const payloads: [event: string | undefined, schema: string][] = Object.values<Json>(asyncapi.components.messages).map(
    (message) => [message["x-event"], message.payload.$ref.split("/").at(-1)],
  );
  for (const name of new Set(payloads.flatMap(([, schema]) => [schema, ...objectsOf(asyncapi, schema)])))
    demandModel(models, asyncapi, name);

  const code = [...models]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([, result]) => result.replace(/^interface /m, "export interface "));
  const byEvent = payloads.filter(([event]) => event).map(([event, schema]) => `  "${event}": ${schema};`);
  return `${tsBanner}
${code.join("\n\n")}

/** The events that are emitted today, with the body of their delivery. */
export interface EventPayloads {
${byEvent.join("\n")}
}
`;
}

/** Names of the object schemas that this one refers to, at any depth. */
function objectsOf(asyncapi: Json, name: string, seen = new Set<string>()): Set<string> {
  for (const { node } of walk(at(asyncapi, ["components", "schemas", name]))) {
    const ref = typeof node?.$ref === "string" ? pointerPath(node.$ref) : [];
    const target = ref.at(-1);
    if (target === undefined || seen.has(target) || at(asyncapi, [...ref, "type"]) !== "object") continue;
    seen.add(target);
    objectsOf(asyncapi, target, seen);
  }
  return seen;
}

function demandModel(models: ReadonlyMap<string, string>, asyncapi: Json, name: string): void {
  const schema = at(asyncapi, ["components", "schemas", name]);
  if (!models.get(name)?.includes("interface ")) throw new Error(`Modelina made no model of ${name}`);
  for (const key of Object.keys(schema.properties ?? {})) {
    const type = ["': ", "'?: "]
      .map((mark) => models.get(name)?.split(`'${key}${mark}`)[1])
      .find((rest) => rest !== undefined);
    if (type === undefined) throw new Error(`Modelina lost ${name}.${key}`);
    if (/^any\b/.test(type)) throw new Error(`Modelina made "any" of ${name}.${key}`);
  }
}
