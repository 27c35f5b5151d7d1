/** `generated/languages/payloads.json`: the fixtures of the payloads, with what a model has to make of each. */

import type { Model } from "../../src/languages/models.ts";
import { judged, payloadsFile } from "../../src/languages/payloads.ts";
import type { Inputs } from "../check/inputs.ts";

/**
 * Fractions that parsers round to an integer: the id of another payment. No fixture, because validators see parsed
 * values.
 */
const ROUNDED = [
  "4503599627370496.5",
  "9007199254740990.6",
  "1.00000000000000000001",
  "0.99999999999999999999",
  "1e-400",
];

/** @throws when a valid fixture of the interface description would be refused */
export function renderPayloads(inputs: Inputs, models: readonly Model[]): string {
  const payloads = inputs.fixtures.map(({ file, text }) => {
    const [, , schema = "", kind, name = ""] = file.split("/");
    return { id: `${schema}/${name.replace(/\.json$/, "")}`, schema, text, isValid: kind === "pass", file };
  });
  const rounded = ROUNDED.map((id) => ({
    id: `PaymentSnapshot/id-rounded-${id}`,
    schema: "PaymentSnapshot",
    text: `{"@event":"case_file.payment.confirmed","id":${id}}`,
  }));
  const cases = judged([...payloads, ...rounded], models);
  const refused = new Set(cases.filter(({ verdict }) => verdict === "refused").map(({ text, id }) => `${id}\n${text}`));
  const wrong = payloads.find(({ isValid, id, text }) => isValid && refused.has(`${id}\n${text}`));
  // A deployment may require more than our fixtures have.
  if (wrong && !inputs.gaps.data.closed) throw new Error(`${wrong.file} is valid, but the model would refuse it`);
  return payloadsFile(cases);
}
