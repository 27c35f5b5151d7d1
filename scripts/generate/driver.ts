import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";
import { schemaName } from "./schemas.ts";
import { renderChecks } from "./standalone.ts";

/** `generated/driver.ts`: the calls of spec/driver.yaml, and checks of what they take and answer. */
export function renderDriver({ paths, components }: Json): string {
  const names = Object.keys(components.schemas);
  return `${tsBanner}// @ts-nocheck: ajv's code below is JavaScript; the functions at the end are typed.
import { type Fault, faultsBy } from "./faults.ts";

/** Where a driver over HTTP lists its members; a path below its base URL. */
export const DRIVER_MEMBERS_PATH = ${JSON.stringify(Object.keys(paths).find((path) => paths[path].get))};

/** The version of the protocol. */
export const DRIVER_VERSION = ${components.schemas.Members.properties.version.const};

/**
 * The calls of the protocol, each a POST: its path, the schemas of its body and its answer (null: none), and whether it
 * may be answered 204.
 */
export const DRIVER_CALLS = ${JSON.stringify(callsIn(paths), null, 2)} as const;

/** The values that a driver may list. */
export const DRIVER_VALUES = ${JSON.stringify(Object.keys(components.schemas.Values.properties))} as const;

/** The name of a call. */
export type DriverCall = keyof typeof DRIVER_CALLS;
/** The name of a value. */
export type DriverValue = (typeof DRIVER_VALUES)[number];
/** The name of a schema of the protocol. */
export type DriverSchema = ${names.map((name) => JSON.stringify(name)).join(" | ")};

/** Every fault in a value of the protocol. */
export const driverFaults = (schema: DriverSchema, value: unknown): Fault[] => faultsBy(CHECKS[schema], value);

${renderChecks(components.schemas, names)}`;
}

/** By operation: its path and the names of its schemas. */
function callsIn(paths: Json): Record<string, object> {
  const calls = Object.entries<Json>(paths)
    .filter(([, item]) => item.post)
    .map(([path, { post }]) => {
      const schemaRef = (holder: Json) => holder?.content["application/json"].schema.$ref;
      const answer = schemaRef(post.responses["200"]);
      const row = {
        path,
        request: schemaName(schemaRef(post.requestBody)),
        answer: answer ? schemaName(answer) : null,
        mayBeEmpty: "204" in post.responses,
      };
      return [post.operationId, row];
    });
  return Object.fromEntries(calls);
}
