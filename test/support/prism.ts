export { startPrism } from "../../scripts/prism.ts";

export interface Violation {
  readonly location: string[];
  readonly severity: string;
  readonly code: string;
  readonly message: string;
}

/** Returns the errors that Prism found. `all`: warnings, too, of each status that the document does not name. */
export function readViolations(response: Response, all = false): Violation[] {
  const found: Violation[] = JSON.parse(response.headers.get("sl-violations") ?? "[]");
  return found.filter(({ severity }) => all || severity === "Error");
}
