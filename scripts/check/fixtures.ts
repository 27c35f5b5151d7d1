import { newAjv } from "../generate/ajv.ts";
import type { Finding } from "./finding.ts";
import { type Inputs, schemaData } from "./inputs.ts";
import { finding } from "./rules.ts";
import { pointerPath } from "./source.ts";

/** Checks that files in pass/ are valid and those in fail/ are not: test/fixtures/<Schema>/{pass,fail}/<fault>.json. */
export function* checkFixtures(inputs: Inputs): Iterable<Finding> {
  const ajv = newAjv(schemaData(inputs));
  for (const source of inputs.fixtures) {
    const [, , schema = "", kind = ""] = source.file.split("/");
    const validate = inputs.schemas.has(schema) ? ajv.getSchema(schema) : undefined;
    const valid = validate?.(source.data);
    const { instancePath: where = "", message } = validate?.errors?.[0] ?? {};
    if (!validate || !["pass", "fail"].includes(kind)) yield finding(source, [], "fixture-place");
    else if (kind === "fail" && valid) yield finding(source, [], "fixture-fail", { schema });
    else if (kind === "pass" && !valid)
      yield finding(source, pointerPath(where), "fixture-pass", { schema, where, message });
  }
}
