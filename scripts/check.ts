import { checkBasis } from "./check/basis.ts";
import { checkDeliveries } from "./check/deliveries.ts";
import { checkDocuments, checkWorkflows } from "./check/documents.ts";
import { checkExamples, checkFixtures } from "./check/examples.ts";
import type { Finding } from "./check/finding.ts";
import { type Bundled, checkGaps } from "./check/gaps.ts";
import { type Inputs, loadInputs } from "./check/inputs.ts";
import { checkOverlays } from "./check/overlays.ts";
import { checkSchemas } from "./check/schemas.ts";
import { asyncapiParse, bundle, redoclyLint } from "./check/tools.ts";
import { checkVectors } from "./check/vectors.ts";

export type Checked = { inputs: Inputs; bundled: Bundled; findings: Finding[] };

/**
 * Reads and checks every hand-written input: first the syntax, then the structure (redocly, the AsyncAPI parser), then
 * our own rules.
 * @throws InputError if a file is missing or does not parse
 */
export async function checkInputs(root: string): Promise<Checked> {
  const inputs = loadInputs(root);
  const files = ["openapi", "asyncapi", "driver", ...[...inputs.workflows, ...inputs.overlays].map(({ file }) => file)];
  const bundling = bundle(root, [inputs.openapi.file, inputs.asyncapi.file]);
  // The linter reports what stops the bundler, with file and line.
  bundling.catch(() => {});
  const structural = (await Promise.all([redoclyLint(root, files), asyncapiParse(root, inputs.asyncapi.file)])).flat();
  // Each step runs only if the steps before it found nothing.
  if (structural.length > 0) return { inputs, bundled: { openapi: {}, asyncapi: {} }, findings: structural };
  const [openapi, asyncapi] = await bundling;
  const bundled = { openapi, asyncapi };
  const documents = [
    ...checkDocuments(inputs),
    ...checkDeliveries(inputs),
    ...checkWorkflows(inputs),
    ...checkGaps(inputs, bundled),
  ];
  if (documents.length > 0) return { inputs, bundled, findings: documents };
  const schemas = [...checkSchemas(inputs)];
  if (schemas.length > 0) return { inputs, bundled, findings: schemas };
  const findings = [
    ...checkBasis(inputs),
    ...checkExamples(inputs),
    ...checkFixtures(inputs),
    ...checkOverlays(inputs, bundled),
    ...checkVectors(inputs),
  ];
  return { inputs, bundled, findings };
}
