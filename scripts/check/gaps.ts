import type { Ajv } from "ajv";
import { newAjv } from "../generate/standalone.ts";
import type { Finding } from "./finding.ts";
import { FACTS, GAPS, misfits } from "./forms.ts";
import type { Inputs } from "./inputs.ts";
import { finding } from "./rules.ts";
import { settingsSchema } from "./settings.ts";
import { at, type Json, pointerPath, type Source, walk } from "./source.ts";

export type Bundled = { openapi: Json; asyncapi: Json };
const NAMES = ["openapi", "asyncapi"] as const;

/** Checks facts.yaml and unspecified.yaml, and their links with the documents in both directions. */
export function checkGaps(inputs: Inputs, bundled: Bundled): Finding[] {
  const { facts, gaps } = inputs;
  return [
    ...misfits(facts, ["facts"], "fact-row", FACTS, facts.data.facts),
    ...checkExpressed(facts, bundled),
    ...misfits(gaps, ["gaps"], "gap-row", GAPS, gaps.data.gaps),
    ...checkProfile(gaps),
    ...checkMarks(inputs),
    ...checkMarked(gaps, bundled),
  ];
}

/** Where the documents say a fact. */
function* checkExpressed(source: Source, bundled: Bundled): Iterable<Finding> {
  for (const [id, fact] of Object.entries<Json>(source.data.facts)) {
    const pointers: string[] = [fact?.expressed ?? []].flat().map(String);
    for (const [i, pointer] of pointers.entries()) {
      const [document, path] = pointer.split("#");
      const name = NAMES.find((one) => one === document);
      if (!name || path === undefined || at(bundled[name], pointerPath(path)) === undefined)
        yield finding(source, ["facts", id, "expressed", i], "fact-expressed pointer", { pointer });
    }
    for (const name of NAMES)
      if (fact?.in?.includes(name) && !pointers.some((pointer) => pointer.startsWith(`${name}#`)))
        yield finding(source, ["facts", id], "fact-expressed place", { name });
  }
}

/** Checks the settings of the sandbox: two values for each key, and every key once. */
function* checkProfile(source: Source): Iterable<Finding> {
  const owners = new Map<string, string>();
  const ajv = newAjv(new Map());
  for (const [id, gap] of Object.entries<Json>(source.data.gaps)) {
    const { profile = false, settings = {}, other = {} } = gap ?? {};
    const has = Object.keys({ ...settings, ...other }).length > 0;
    if (profile && Object.keys(settings).length === 0) yield finding(source, ["gaps", id], "gap-profile none");
    if (!profile && has) yield finding(source, ["gaps", id], "gap-profile stray");
    for (const key of Object.keys(settings)) {
      const place = ["gaps", id, "settings", key];
      if (!/^[a-z][A-Za-z]*$/.test(key)) yield finding(source, place, "gap-profile name", { key });
      if (owners.has(key)) yield finding(source, place, "gap-profile twice", { key, owner: owners.get(key) });
      owners.set(key, id);
    }
    yield* checkValues(source, id, gap ?? {}, ajv);
  }
}

/** Checks the values of one gap: both profiles have others, and each is allowed. */
function* checkValues(source: Source, id: string, gap: Json, ajv: Ajv): Iterable<Finding> {
  const { settings = {}, other = {}, values = {} } = gap;
  for (const key of Object.keys(settings))
    if (!(key in other)) yield finding(source, ["gaps", id, "other"], "gap-profile strict", { key });
    else if (JSON.stringify(settings[key]) === JSON.stringify(other[key]))
      yield finding(source, ["gaps", id, "other", key], "gap-profile same");
  for (const [list, given] of Object.entries<Json>({ other, values }))
    for (const key of Object.keys(given))
      if (!(key in settings)) yield finding(source, ["gaps", id, list, key], "gap-profile unknown", { key });
  const isAllowed = ajv.compile(settingsSchema({ [id]: { settings, other, values } }));
  for (const chosen of [settings, other])
    if (!isAllowed(chosen))
      for (const { instancePath, message } of isAllowed.errors ?? []) {
        const place = ["gaps", id, "values", instancePath.split("/")[1] ?? ""];
        yield finding(source, place, "gap-profile value", { message });
      }
}

/** Each mark in a document names a gap, and assumes the same. */
function* checkMarks({ openapi, asyncapi, schemas, gaps }: Inputs): Iterable<Finding> {
  for (const source of [openapi, asyncapi, ...schemas.values()])
    for (const { node, path } of findMarks(source.data)) {
      if (!Array.isArray(node)) yield finding(source, path, "gap-mark");
      else
        for (const [i, mark] of node.entries()) {
          const gap = gaps.data.gaps[mark?.id];
          if (!gap) yield finding(source, [...path, i], "gap-unknown", { id: mark?.id });
          else if (gap.assume !== mark.assume)
            yield finding(source, [...path, i], "gap-assume", { id: mark.id, assume: gap.assume });
        }
    }
}

/** Each gap is marked in the documents that it names. */
function* checkMarked(gaps: Source, bundled: Bundled): Iterable<Finding> {
  for (const name of NAMES) {
    const marked = new Set(findMarks(bundled[name]).flatMap(({ node }) => [node].flat().map((mark: Json) => mark?.id)));
    for (const [id, gap] of Object.entries<Json>(gaps.data.gaps))
      if ([gap?.documents].flat().includes(name) && !marked.has(id))
        yield finding(gaps, ["gaps", id], "gap-unmarked", { name, id });
  }
}

const findMarks = (document: Json) => [...walk(document)].filter(({ path }) => path.at(-1) === "x-unspecified");
