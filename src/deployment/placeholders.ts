/** Finds what a template wants to have replaced: words in angle brackets, and hosts under .invalid, which lead nowhere on purpose. */

import { entriesOf, isObject, type Json } from "../documents/json.ts";

/** The placeholders that the interface description itself uses; they stay. */
const STATED = /^<(?:CLIENT_ID|CLIENT_SECRET|AUTHORIZATION_CODE|ACCESS_TOKEN|REFRESH_TOKEN|WEBHOOK_SECRET)>$/;

/** Each one with the place in the overlay where it comes first, such as `<scope> (actions[2].update, and 3 more)`. */
export function placeholdersIn(overlay: Json): string[] {
  const found = new Map<string, string[]>();
  const look = (text: string, place: string): void => {
    for (const [word] of text.matchAll(/<(?!https?:|\/)[^<>\n]+>|https?:\/\/[\w.-]+\.invalid\b/g))
      if (!STATED.test(word)) found.set(word, [...(found.get(word) ?? []), place]);
  };
  const walk = (node: Json, place: string): void => {
    if (typeof node === "string") look(node, place);
    if (Array.isArray(node)) for (const [i, item] of node.entries()) walk(item, `${place}[${i}]`);
    if (!isObject(node)) return;
    for (const [name, value] of entriesOf(node)) {
      look(name, place);
      walk(value, `${place}.${name}`);
    }
  };
  walk(overlay?.actions, "actions");
  walk(overlay?.["x-settings"], "x-settings");
  return [...found].map(
    ([word, [place, ...more]]) => `${word} (${place}${more.length > 0 ? `, and ${more.length} more` : ""})`,
  );
}
