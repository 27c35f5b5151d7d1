/** Values of documents, and the few questions that everybody asks them. */

// biome-ignore lint/suspicious/noExplicitAny: these modules look into documents whose form they are there to establish.
export type Json = any;

export function isObject(value: Json): boolean {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** The members of an object; none of anything else. */
export function entriesOf(value: Json): [name: string, value: Json][] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The items of a list; none of anything else. */
export function itemsOf(value: Json): Json[] {
  return Array.isArray(value) ? value : [];
}

/** An own member, or undefined: names such as `constructor` are data here. */
export function member(value: Json, name: string): Json {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The value as a text that does not depend on the order of members. A reference counts by the name of what it leads to. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "undefined";
  const ref = member(value, "$ref");
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, one]) =>
        `${JSON.stringify(name)}:${typeof ref === "string" && name === "$ref" ? JSON.stringify(nameOf(ref)) : canonical(one)}`,
    );
  return `{${members.join()}}`;
}

/** `#/components/schemas/EventName` and `./schemas/EventName.yaml` are both called EventName. */
export function nameOf(ref: string): string {
  const last = ref.replace(/#$/, "").replace(/^.*[/#]/s, "");
  return decodePointer(last.replace(/\.(?:ya?ml|json)$/, ""));
}

/** One step of a JSON Pointer in a URI fragment. */
export function decodePointer(step: string): string {
  let text = step;
  try {
    text = decodeURIComponent(step);
  } catch {
    // A percent sign of its own.
  }
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}
