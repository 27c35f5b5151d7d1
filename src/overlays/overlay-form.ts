/** Checks the form of an overlay before it is applied: otherwise a misspelt word would silently have no effect. */

import { documentError } from "../documents/errors.ts";
import { entriesOf, isObject, itemsOf, type Maybe, member } from "../values/json.ts";

/** An overlay that was read; the name of its file says which document it is for. */
export interface OverlayFile {
  readonly file: string;
  readonly data: Maybe;
}

/** Returns the document that an overlay is for, by the end of its name: `.openapi.yaml`, `.asyncapi.json`. */
export const documentKind = (file: string): "openapi" | "asyncapi" | undefined =>
  (["openapi", "asyncapi"] as const).find((kind) => new RegExp(`\\.${kind}\\.(?:ya?ml|json)$`).test(file));

const WORDS = ["overlay", "info", "extends", "actions"];
const ACTION_WORDS = ["target", "description", "update", "remove"];
/** What Overlay 1.1 adds to an action. */
const ACTION_WORDS_1_1 = [...ACTION_WORDS, "copy"];

/** @throws DocumentError `overlay_invalid` */
export function checkForm({ file, data }: OverlayFile): void {
  const fail = (why: string): never => {
    throw documentError("overlay_invalid", `${file}: ${why}`);
  };
  const [actions, settings] = [member(data, "actions"), member(data, "x-settings")];
  if (!documentKind(file)) fail("its name does not say which document it is for");
  const version = String(member(data, "overlay"));
  if (!/^1\.[01]\.\d+$/.test(version)) fail("overlay is neither 1.0.0 nor 1.1.0");
  if (itemsOf(actions).length === 0 && !isObject(settings)) fail("it has no actions");
  if (settings !== undefined && !isObject(settings)) fail("x-settings is not a mapping");
  const checkWords = (value: Maybe, words: readonly string[], place: string): void => {
    const odd = entriesOf(value).find(([name]) => !words.includes(name) && !name.startsWith("x-"))?.[0];
    if (odd !== undefined) fail(`${place}${odd} is not a word of Overlay ${version}`);
  };
  checkWords(data, WORDS, "");
  const words = version.startsWith("1.0.") ? ACTION_WORDS : ACTION_WORDS_1_1;
  for (const [i, action] of itemsOf(actions).entries()) checkWords(action, words, `actions[${i}].`);
}
