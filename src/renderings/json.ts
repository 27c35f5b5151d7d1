/**
 * Our own documents, whose form `generate` has checked before anything is rendered: a rendering may look into them
 * without asking.
 */

import * as json from "../values/json.ts";

// biome-ignore lint/suspicious/noExplicitAny: see above.
export type Json = any;

export const entriesOf: (value: Json) => [name: string, value: Json][] = json.entriesOf;
export const itemsOf: (value: Json) => Json[] = json.itemsOf;
export const member: (value: Json, ...names: string[]) => Json = json.member;
export const isObject: (value: Json) => boolean = json.isObject;
