/**
 * Finds what a template wants to have replaced: its words in angle brackets, known by name, because texts have others
 * (`<br>`, `a < b`); and hosts under .invalid, which lead nowhere on purpose.
 */

import { TEMPLATE_PLACEHOLDERS } from "../../generated/deployment-facts.ts";
import { entriesOf, isObject, type Maybe, member } from "../values/json.ts";

/** Returns each placeholder with its first place in the overlay: `<scope> (actions[2].update, and 3 more)`. */
export function placeholdersIn(overlay: Maybe): string[] {
  return placeholdersBelow([
    ["actions", member(overlay, "actions")],
    ["x-settings", member(overlay, "x-settings")],
  ]);
}

/** The same below any nodes, each with the name of its place. */
export function placeholdersBelow(nodes: readonly (readonly [place: string, node: Maybe])[]): string[] {
  const found = new Map<string, string[]>();
  const look = (text: string, place: string): void => {
    for (const [word] of text.matchAll(/<[^<>\n]+>|https?:\/\/[\w.-]+\.invalid\b/g)) {
      if (word.startsWith("<") && !TEMPLATE_PLACEHOLDERS.includes(word)) continue;
      const places = found.get(word);
      if (places) places.push(place);
      else found.set(word, [place]);
    }
  };
  const walk = (node: Maybe, place: string): void => {
    if (typeof node === "string") look(node, place);
    if (Array.isArray(node)) for (const [i, item] of node.entries()) walk(item, `${place}[${i}]`);
    if (!isObject(node)) return;
    for (const [name, value] of entriesOf(node)) {
      look(name, place);
      walk(value, place === "" ? name : `${place}.${name}`);
    }
  };
  for (const [place, node] of nodes) walk(node, place);
  return [...found].map(
    ([word, [place, ...more]]) => `${word} (${place}${more.length > 0 ? `, and ${more.length} more` : ""})`,
  );
}
