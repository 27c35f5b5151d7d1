import { schemasIn } from "../../src/languages/shapes.ts";
import type { Contract } from "../../src/overlays/apply.ts";
import type { Bundled } from "../check/gaps.ts";
import type { Inputs } from "../check/inputs.ts";
import type { Json, Source } from "../check/source.ts";

/** What `overlay apply` has written; the rest of a contract folder follows from it. */
export const APPLIED = /^(?:(?:openapi|asyncapi|openapi-3\.0)|codegen\/.*)\.(?:json|yaml)$/;

/** Requests with the hosts of the sandbox: not for the folder of a deployment. */
export const REQUESTS = /^(?:postman\/|requests\.http$)/;

/**
 * Returns the inputs of the generators with a deployment's contract: its schemas, no gap that it closes, and in both
 * profiles what it states.
 */
export function readInputs(inputs: Inputs, contract: Contract): { inputs: Inputs; bundled: Bundled } {
  const { openapi, asyncapi, deployment } = contract;
  const schemas: Record<string, Json> = {
    ...Object.fromEntries(schemasIn(asyncapi)),
    ...Object.fromEntries(schemasIn(openapi)),
  };
  const source = (name: string, data: Json): Source => ({ file: `schemas/${name}`, text: "", data, line: () => 1 });
  const gaps = Object.fromEntries(
    Object.entries<Json>(inputs.gaps.data.gaps).map(([id, gap]) => [
      id,
      gap.settings ? { ...gap, ...statedSettings(gap, deployment.settings) } : gap,
    ]),
  );
  return {
    inputs: {
      ...inputs,
      schemas: new Map(Object.entries(schemas).map(([name, data]) => [name, source(name, data)])),
      gaps: { ...inputs.gaps, data: { gaps, closed: deployment.closed } },
    },
    bundled: { openapi: withoutBanner(openapi), asyncapi: withoutBanner(asyncapi) },
  };
}

/** The settings of one gap as they are stated; those that are not keep both of their values. */
function statedSettings({ settings, other }: Json, facts: Readonly<Record<string, unknown>>): Json {
  const keep = (values: Json) =>
    Object.fromEntries(Object.keys(values).map((key) => [key, Object.hasOwn(facts, key) ? facts[key] : values[key]]));
  // The types stay those of every service: code is written against them.
  return { settings: keep(settings), other: keep(other), types: { settings, other } };
}

function withoutBanner({ "x-generated": _, ...document }: Json): Json {
  return document;
}
