/** Every single change of one node in documents that use every keyword, and which of them mean the same as before. */

import { parse } from "yaml";
import { diffContracts } from "../../src/diff/index.ts";
import { type Documents, toDocument } from "../../src/documents/read.ts";
import { DocumentError } from "../../src/errors/documents.ts";
import type { Json } from "../support/json.ts";
import { read } from "../support/repository.ts";

export const DOCUMENTS = ["openapi-3.1", "openapi-3.0", "asyncapi"] as const;

/** One node, and what happens to it. */
export interface Edit {
  readonly path: readonly string[];
  readonly title: string;
  readonly apply: (holder: Json, key: string) => void;
}

const ODD: readonly Json[] = [null, true, false, 7, "odd", [], ["odd"], {}, { odd: 1 }];

/** Repeating an item says nothing new where a list is a set. */
const SETS =
  /\/(?:required|enum|type|x-tolerant-required|x-extensible-enum|recipients|retryOn|allOf|[op]\/(?:oneOf|anyOf))$/;
/** What means the same as before, with the reason. */
export const SAME: readonly (readonly [title: string, path: RegExp])[] = [
  ["one more of it", SETS],
  // False is the default.
  ["gone", /\/parameters\/1\/required$/],
  // One is the default.
  ["gone", /\/c\/minContains$/],
  // No scopes.
  ["gone", /\/flows\/implicit\/scopes$/],
  // The other part of allOf says it, too.
  ["gone", /\/m\/allOf\/1\/type$/],
  // A schema that accepts everything.
  ["is {}", /\/properties\/j$/],
  // The values say it, too.
  ["gone", /^components\/schemas\/Write\/properties\/kind\/type$/],
  // Members beside $ref are ignored.
  ["an unknown member", /^operations\/\w+\/channel$/],
  // A channel without an address and without messages.
  ["is {}", /^channels\/unused$/],
  ["gone", /^channels\/unused\/(?:address|messages)$/],
];

const fits = ({ title, path }: Edit, [one, place]: (typeof SAME)[number]): boolean =>
  one === title && place.test(path.join("/"));
/** Whether the edit may go unreported. */
export const isSame = (edit: Edit): boolean => SAME.some((row) => fits(edit, row));
/** The edits that one row allows to go unreported. */
export const allowedBy = (row: (typeof SAME)[number], edits: readonly Edit[]): Edit[] =>
  edits.filter((edit) => fits(edit, row));

export const readBase = (name: string): Json => parse(read(`test/diff/every-keyword/${name}.yaml`));
const documentKind = (name: string) => name.replace(/-.*/, "");

/** Every edit of a document: each node gone, of another form, with a member or an item more, or with another text. */
export function listEdits(base: Json): Edit[] {
  const edits: Edit[] = [];
  const walk = (node: Json, path: readonly string[]): void => {
    if (path.length > 0) edits.push(...editsAt(node, path));
    if (node !== null && typeof node === "object") for (const key of Object.keys(node)) walk(node[key], [...path, key]);
  };
  walk(base, []);
  return edits;
}

function editsAt(node: Json, path: readonly string[]): Edit[] {
  const edit = (title: string, apply: Edit["apply"]): Edit => ({ path, title, apply });
  const gone = edit("gone", (holder, key) =>
    Array.isArray(holder) ? void holder.splice(Number(key), 1) : delete holder[key],
  );
  const odd = ODD.filter((value) => JSON.stringify(value) !== JSON.stringify(node)).map((value) =>
    edit(`is ${JSON.stringify(value)}`, (holder, key) => {
      holder[key] = structuredClone(value);
    }),
  );
  const more = Array.isArray(node)
    ? [edit("one more of it", (holder, key) => void holder[key].push(structuredClone(holder[key][0] ?? "more")))]
    : node !== null && typeof node === "object"
      ? [edit("an unknown member", (holder, key) => Object.assign(holder[key], { unknownMember: { a: 1 } }))]
      : [];
  const text =
    typeof node === "string"
      ? [
          edit("another text", (holder, key) => {
            holder[key] += "x";
          }),
        ]
      : [];
  return [gone, ...odd, ...more, ...text];
}

/** Returns how many changes are reported there and back; `refused` where the edit makes no document. */
export function reportedFor(name: string, base: Json, { path, apply }: Edit): readonly number[] | "refused" {
  const changed = structuredClone(base);
  let holder = changed;
  for (const step of path.slice(0, -1)) holder = holder[step];
  apply(holder, path.at(-1) as string);
  const documents = (data: Json): Documents => ({
    [documentKind(name)]: toDocument(data, `/contract/${documentKind(name)}.json`),
  });
  try {
    const [old, fresh] = [documents(base), documents(changed)];
    return [diffContracts(old, fresh), diffContracts(fresh, old)].map(({ changes }) => changes.length);
  } catch (error) {
    if (error instanceof DocumentError) return "refused";
    throw error;
  }
}
