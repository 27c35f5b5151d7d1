/** Checks options when a store or keeper of tokens is made. */

import { unknownOption } from "../values/unknown-option.ts";
import { fail } from "./token-endpoint.ts";

/** `path`: of the option, as a JSON pointer. `kept`: whether it is right. */
export type Rule = readonly [path: string, message: string, kept: boolean];

/** @throws OAuthError `token_store_invalid`, with a fault for a misspelt option and for each rule that is not kept */
export function checkRules(options: object, names: object, rules: readonly Rule[] = []): void {
  const unknown = unknownOption(Object(options), names);
  const strange = unknown ? [{ path: `/${unknown.name}`, message: unknown.message }] : [];
  const faults = rules.filter(([, , kept]) => !kept).map(([path, message]) => ({ path, message }));
  if (strange.length + faults.length > 0) fail("token_store_invalid", { faults: [...strange, ...faults] });
}
