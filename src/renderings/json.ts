/**
 * Our own documents, whose form `generate` has checked before anything is rendered: a rendering may look into them
 * without asking.
 */

import * as json from "../values/json.ts";

// biome-ignore lint/suspicious/noExplicitAny: see above.
export type Json = any;

export const entriesOf = json.entriesOf as (value: Json) => [name: string, value: Json][];
export const itemsOf = json.itemsOf as (value: Json) => Json[];
export const member = json.member as (value: Json, ...names: string[]) => Json;
export const isObject = json.isObject as (value: Json) => boolean;
