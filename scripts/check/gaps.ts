import type { Finding } from "./finding.ts";
import type { Inputs } from "./inputs.ts";
import { settingsAjv } from "./settings.ts";
import { at, finding, type Json, pointerPath, type Source, walk } from "./source.ts";

export type Bundled = { openapi: Json; asyncapi: Json };

const FACT_ID = /^F-\d+(\.\d+)?-\d{2}$/;
const GAP_ID = /^(N-\d+(\.\d+)?-\d{2}|U-\d{2}|A-\d{2})$/;
const OBSERVABLE = new Set(["service", "receiver", "none"]);
const PLACES = new Set(["openapi", "asyncapi", "docs", "code", "tests"]);

/** Checks facts.yaml and unspecified.yaml, and their links with the documents in both directions. */
export function checkGaps(inputs: Inputs, bundled: Bundled): Finding[] {
  return [
    ...factRows(inputs.facts, bundled),
    ...gapRows(inputs.gaps),
    ...profileRows(inputs.gaps),
    ...marks(inputs, bundled),
  ];
}

function factRows(source: Source, bundled: Bundled): Finding[] {
  const findings: Finding[] = [];
  for (const [id, fact] of Object.entries<Json>(source.data?.facts ?? {})) {
    const add = (path: string[], message: string, cure: string) =>
      findings.push(finding(source, ["facts", id, ...path], "fact-row", message, cure));
    if (!FACT_ID.test(id)) add([], `\`${id}\` is no id of a fact.`, "Use the form F-2.3-04.");
    if (typeof fact?.sentence !== "string" || fact.sentence.length < 15)
      add(["sentence"], "A fact is one sentence.", "Write `sentence`.");
    if (!OBSERVABLE.has(fact?.observable))
      add(["observable"], "`observable` is service, receiver or none.", "Choose one.");
    if (fact?.unseen !== undefined && (typeof fact.unseen !== "string" || fact.observable === "none"))
      add(["unseen"], "`unseen` is a text, and of an observable fact.", "Correct it, or leave it out.");
    if (!Array.isArray(fact?.in) || fact.in.some((place: string) => !PLACES.has(place)))
      add(["in"], `\`in\` lists ${[...PLACES].join(", ")}.`, "Correct the list.");
    if (!Array.isArray(fact?.expressed ?? []))
      add(["expressed"], "`expressed` is no list.", "Write a list of pointers.");
    const pointers: Json = [fact?.expressed ?? []].flat();
    for (const [i, pointer] of pointers.entries()) {
      const [name, path] = String(pointer).split("#");
      const document = name === "openapi" || name === "asyncapi" ? bundled[name] : undefined;
      if (!document || path === undefined || at(document, pointerPath(path)) === undefined) {
        findings.push(
          finding(
            source,
            ["facts", id, "expressed", i],
            "fact-expressed",
            `\`${pointer}\` points to nothing in the bundled documents.`,
            "Point to where the document says it.",
          ),
        );
      }
    }
    for (const name of ["openapi", "asyncapi"]) {
      if (fact?.in?.includes(name) && !pointers.some((pointer: Json) => String(pointer).startsWith(`${name}#`))) {
        findings.push(
          finding(
            source,
            ["facts", id],
            "fact-expressed",
            `The fact belongs in ${name}, and \`expressed\` does not say where.`,
            `Add a pointer ${name}#/...`,
          ),
        );
      }
    }
  }
  return findings;
}

function gapRows(source: Source): Finding[] {
  const findings: Finding[] = [];
  for (const [id, gap] of Object.entries<Json>(source.data?.gaps ?? {})) {
    if (!GAP_ID.test(id))
      findings.push(
        finding(
          source,
          ["gaps", id],
          "gap-row",
          `\`${id}\` is no id of a gap.`,
          "Use the form N-4.1-02, U-07 or A-03.",
        ),
      );
    for (const key of ["question", "assume", "why", "change"]) {
      if (typeof gap?.[key] !== "string" || gap[key] === "")
        findings.push(finding(source, ["gaps", id], "gap-row", `\`${key}\` is missing.`, "Write it."));
    }
    if (
      !Array.isArray(gap?.documents) ||
      gap.documents.length === 0 ||
      gap.documents.some((d: string) => d !== "openapi" && d !== "asyncapi")
    ) {
      findings.push(
        finding(
          source,
          ["gaps", id],
          "gap-row",
          "`documents` names openapi, asyncapi or both.",
          "Say which document carries the mark.",
        ),
      );
    }
  }
  return findings;
}

/** Checks the settings of the sandbox: two values for each key, and every key once. */
function profileRows(source: Source): Finding[] {
  const findings: Finding[] = [];
  const owners = new Map<string, string>();
  for (const [id, gap] of Object.entries<Json>(source.data?.gaps ?? {})) {
    const add = (path: string[], message: string, cure: string) =>
      findings.push(finding(source, ["gaps", id, ...path], "gap-profile", message, cure));
    const { profile = false, settings = {}, other = {}, values = {} } = gap ?? {};
    const keys = Object.keys(settings);
    if (profile && keys.length === 0)
      add(
        [],
        "A running service must choose here, and `settings` names no key.",
        "Write `settings` and `other`, or remove `profile`.",
      );
    if (!profile && keys.length + Object.keys(other).length > 0)
      add([], "There are settings, and `profile` is not true.", "Write `profile: true`, or remove them.");
    for (const key of keys) {
      if (!/^[a-z][A-Za-z]*$/.test(key))
        add(["settings", key], `\`${key}\` is no key of a profile.`, "Write it in camelCase.");
      if (owners.has(key))
        add(["settings", key], `\`${key}\` is decided by ${owners.get(key)} too.`, "Keep it in one gap.");
      owners.set(key, id);
      if (!(key in other)) add(["other"], `\`${key}\` has no value for the strict profile.`, "Write one.");
      else if (JSON.stringify(settings[key]) === JSON.stringify(other[key]))
        add(["other", key], "Both profiles have the same value.", "Choose another for the strict profile.");
    }
    for (const [list, given] of Object.entries<Json>({ other, values })) {
      for (const key of Object.keys(given))
        if (!(key in settings))
          add([list, key], `\`${key}\` is no key of this gap.`, "Add it to `settings`, or remove it.");
    }
    const ajv = settingsAjv({ [id]: { settings, other, values } });
    for (const chosen of [settings, other]) {
      if (ajv.validate("Settings", chosen)) continue;
      for (const { instancePath, message } of ajv.errors ?? [])
        add(
          ["values", instancePath.split("/")[1] ?? ""],
          `A value is not among those that are allowed: ${message}.`,
          "Correct one of the two.",
        );
    }
  }
  return findings;
}

function marks(inputs: Inputs, bundled: Bundled): Finding[] {
  const findings: Finding[] = [];
  const gaps: Record<string, Json> = inputs.gaps.data?.gaps ?? {};
  for (const source of [inputs.openapi, inputs.asyncapi, ...inputs.schemas.values()]) {
    for (const { node, path } of walk(source.data)) {
      if (path.at(-1) !== "x-unspecified") continue;
      if (!Array.isArray(node)) {
        findings.push(finding(source, path, "gap-mark", "x-unspecified is a list of {id, assume}.", "Write a list."));
        continue;
      }
      for (const [i, mark] of node.entries()) {
        const gap = gaps[mark?.id];
        if (!gap)
          findings.push(
            finding(
              source,
              [...path, i],
              "gap-unknown",
              `No gap has the id \`${mark?.id}\`.`,
              "Use an id of spec/unspecified.yaml, or add the gap there.",
            ),
          );
        else if (gap.assume !== mark.assume) {
          findings.push(
            finding(
              source,
              [...path, i],
              "gap-assume",
              `The assumption differs from that of ${mark.id} in spec/unspecified.yaml.`,
              `Write: ${gap.assume}`,
            ),
          );
        }
      }
    }
  }
  const marked = { openapi: markedIds(bundled.openapi), asyncapi: markedIds(bundled.asyncapi) };
  for (const [id, gap] of Object.entries(gaps)) {
    for (const name of [gap?.documents ?? []].flat()) {
      if (marked[name as keyof Bundled]?.has(id) === false) {
        findings.push(
          finding(
            inputs.gaps,
            ["gaps", id],
            "gap-unmarked",
            `No x-unspecified of ${name} carries ${id}.`,
            `Mark it at the nearest node of spec/${name}.yaml or its schemas.`,
          ),
        );
      }
    }
  }
  return findings;
}

/** Returns the ids of all x-unspecified marks in a document. */
function markedIds(document: Json): Set<string> {
  const ids = new Set<string>();
  for (const { node, path } of walk(document))
    if (path.at(-1) === "x-unspecified" && Array.isArray(node)) for (const mark of node) ids.add(mark?.id);
  return ids;
}
