import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import spectralCore from "@stoplight/spectral-core";
import owasp from "@stoplight/spectral-owasp-ruleset";
import spectralParsers from "@stoplight/spectral-parsers";
import spectralResolver from "@stoplight/spectral-ref-resolver";
import spectralRulesets from "@stoplight/spectral-rulesets";
import type { Finding } from "../check/finding.ts";

/** Rules that ask for what the description does not state, each with the gap or fact that forbids an answer. */
const SWITCHED_OFF: Record<"openapi" | "asyncapi", Record<string, string>> = {
  openapi: {
    "owasp:api2:2023-write-restricted": "F-4.2-04: the token exchange carries its credentials in the form",
    "owasp:api4:2023-array-limit": "U-08: no upper bound on the events of a client webhook is stated",
    "owasp:api4:2023-integer-format": "U-32: no size of integers is stated; the overlay for code generators adds one",
    "owasp:api4:2023-integer-limit": "U-32: no range is stated",
    "owasp:api4:2023-rate-limit": "N-8-01: no rate limit is shown",
    "owasp:api4:2023-rate-limit-responses-429": "N-8-01: no rate limit is shown",
    "owasp:api4:2023-string-limit": "U-10: no length is stated",
    "owasp:api4:2023-string-restricted": "U-10, U-20: no form of these strings is stated",
    "owasp:api8:2023-define-error-responses-401": "N-7-01: no status code is shown",
    "owasp:api8:2023-define-error-responses-500": "N-7-01: no status code is shown",
    "owasp:api9:2023-inventory-access": "N-1-01: nothing says which servers are internal",
    "owasp:api9:2023-inventory-environment": "N-1-01: no environment is named",
  },
  asyncapi: {
    "asyncapi-servers": "F-4.5-01: the endpoints are those of the integrators",
    "asyncapi-info-contact-properties": "F-0-01: no address of a contact is stated",
  },
};

/** Spectral's recommended rules for both documents, and the OWASP rules for the API. */
export async function spectralLint(root: string): Promise<Finding[]> {
  const { oas, asyncapi } = spectralRulesets;
  // biome-ignore lint/suspicious/noExplicitAny: CommonJS without types; its ruleset is the default export or holds it.
  const owaspRules = (owasp as any).default ?? owasp;
  const findings = await Promise.all([
    lint(root, "openapi", [
      [oas, "recommended"],
      [owaspRules, "all"],
    ]),
    lint(root, "asyncapi", [[asyncapi, "recommended"]]),
  ]);
  return findings.flat();
}

// biome-ignore lint/suspicious/noExplicitAny: the types of a ruleset's "extends" differ from package to package.
async function lint(root: string, name: "openapi" | "asyncapi", rulesets: any[]): Promise<Finding[]> {
  const { Document, Spectral } = spectralCore;
  const spectral = new Spectral({ resolver: spectralResolver.httpAndFileResolver });
  const off = Object.fromEntries(Object.keys(SWITCHED_OFF[name]).map((rule) => [rule, "off" as const]));
  spectral.setRuleset({ extends: rulesets, rules: off });
  const path = join(root, "spec", `${name}.yaml`);
  const results = await spectral.run(new Document(readFileSync(path, "utf8"), spectralParsers.Yaml, path));
  return results.map((result) => ({
    file: relative(root, result.source ?? path),
    line: result.range.start.line + 1,
    rule: `spectral/${result.code}`,
    message: result.message,
    cure: "Change the document, or switch the rule off in scripts/lint/spectral.ts with the gap that forbids it.",
  }));
}
