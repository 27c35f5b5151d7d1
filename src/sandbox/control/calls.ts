/** Finds calls of the control, and refuses names that they do not know. */

import { CONTROLS } from "../../../generated/control.ts";
import { suggest } from "../../values/unknown-option.ts";

type Call = (typeof CONTROLS)[number];

/** Returns the calls of the path, one for each method. */
export function callsAt(path: string): readonly Call[] {
  return CONTROLS.filter((call) => fits(call.path, path));
}

/** Tells whether the path is one of the template: a part in braces stands for anything without a slash. */
function fits(template: string, path: string): boolean {
  const [wanted, given] = [template.split("/"), path.split("/")];
  return wanted.length === given.length && wanted.every((part, i) => part.startsWith("{") || part === given[i]);
}

/** Returns the names that the call of the request takes there; undefined where it takes any. */
export function knownNames(request: Request, where: "body" | "query"): readonly string[] | undefined {
  const call = callsAt(new URL(request.url).pathname).find(({ method }) => method === request.method);
  if (!call || (where === "body" && call.others)) return undefined;
  return call[where].map((name) => name.replace("*", ""));
}

/** Returns a sentence on the first name that is not known; undefined if all are. */
export function findUnknown(given: object, known: readonly string[]): string | undefined {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  const names = Object.fromEntries(known.map((name) => [name, true]));
  const hint = known.length > 0 ? suggest(unknown, names) : " There are none.";
  return `${unknown.slice(0, 40)} is not known here.${hint}`;
}
