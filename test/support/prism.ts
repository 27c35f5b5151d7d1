export { type Prism, startPrism } from "../../scripts/prism.ts";

export interface Violation {
  readonly location: string[];
  readonly severity: string;
  readonly code: string;
  readonly message: string;
}

/**
 * What Prism found wrong, errors alone unless `all`: it warns of every status that no response of the document names.
 */
export function readViolations(response: Response, all = false): Violation[] {
  const found: Violation[] = JSON.parse(response.headers.get("sl-violations") ?? "[]");
  return found.filter(({ severity }) => all || severity === "Error");
}
