// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

/** One fault in a value. Never holds the value itself. */
export interface Fault {
  /** Where, as a JSON Pointer. */
  readonly path: string;
  /** What should be there. */
  readonly message: string;
  /** The keyword of JSON Schema that says so, if a schema does. */
  readonly keyword?: string;
}

/** An error of ajv. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Turns the errors of ajv into faults. */
export function readable(errors: readonly SchemaError[]): Fault[] {
  return errors.map(({ instancePath: path, keyword, message = keyword, params }) => {
    if (keyword === "required")
      return { path: `${path}/${params["missingProperty"]}`, message: "is missing", keyword };
    if (keyword === "type") return { path, message: message.replaceAll(",", " or "), keyword };
    const allowed = params["allowedValues"] ?? params["allowedValue"];
    return { path, message: allowed === undefined ? message : `${message}: ${JSON.stringify(allowed)}`, keyword };
  });
}

/** A check of ajv. */
interface Check {
  (value: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}

/** Every fault that a check finds in a value. A member that is not known is at the end of the path. */
export function faultsBy(check: Check, value: unknown): Fault[] {
  const errors = check(value) ? [] : (check.errors ?? []);
  return readable(errors).map((fault, i) => {
    const unknown = errors[i]?.params["additionalProperty"];
    return unknown === undefined ? fault : { ...fault, path: `${fault.path}/${unknown}`, message: "is not known" };
  });
}
