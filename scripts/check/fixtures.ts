import { newAjv } from "../generate/ajv.ts";
import type { Finding } from "./finding.ts";
import { type Inputs, schemaData } from "./inputs.ts";
import { finding } from "./source.ts";

/** Checks that files in pass/ are valid and those in fail/ are not: test/fixtures/<Schema>/{pass,fail}/<fault>.json. */
export function checkFixtures(inputs: Inputs): Finding[] {
  const ajv = newAjv(schemaData(inputs));
  const findings: Finding[] = [];
  for (const source of inputs.fixtures) {
    const [, , schema = "", kind = ""] = source.file.split("/");
    const validate = inputs.schemas.has(schema) ? ajv.getSchema(schema) : undefined;
    if (!validate || !["pass", "fail"].includes(kind)) {
      findings.push(
        finding(
          source,
          [],
          "fixture-place",
          "A fixture lies in test/fixtures/<Schema>/pass or /fail.",
          "Move it; the folder is named like a file of spec/schemas.",
        ),
      );
      continue;
    }
    const valid = validate(source.data);
    const [error] = validate.errors ?? [];
    if (kind === "pass" && !valid) {
      findings.push(
        finding(
          source,
          error?.instancePath.split("/").slice(1) ?? [],
          "fixture-pass",
          `${schema} refuses it: ${error?.instancePath} ${error?.message}.`,
          "Mend the fixture, or the schema.",
        ),
      );
    }
    if (kind === "fail" && valid)
      findings.push(
        finding(
          source,
          [],
          "fixture-fail",
          `${schema} accepts it.`,
          "Give it the one fault that its name says, or move it to pass/.",
        ),
      );
  }
  return findings;
}
