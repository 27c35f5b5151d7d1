import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";

/** `generated/profile.ts`: what a running stand-in service chooses where nothing is stated (spec/unspecified.yaml). */
export function renderProfile(gaps: Record<string, Json>): string {
  const rows = Object.entries(gaps).flatMap(([gap, { settings, other, values = {}, types = { settings, other } }]) =>
    Object.keys(settings ?? {}).map((key) => {
      const [value, strict, allowed] = [settings[key], other[key], values[key] ?? null];
      return { key, gap, value, strict, allowed, type: typeOf([types.settings[key], types.other[key]], allowed) };
    }),
  );
  const members = rows.map(({ key, gap, type }) => `  /** ${gap}: ${gaps[gap].question} */\n  ${key}: ${type};`);
  const profile = (column: "value" | "strict") => rows.map((row) => `  ${row.key}: ${JSON.stringify(row[column])},`);
  const table = rows.map(
    (row) => `  ${row.key}: ${JSON.stringify({ gap: row.gap, type: row.type, values: row.allowed })},`,
  );
  return `${tsBanner}
/** Every choice that a running stand-in service makes, each under the gap that leaves it open. */
export type Profile = {
${members.join("\n")}
};

/** What our tools assume. */
export const DEFAULT_PROFILE: Profile = {
${profile("value").join("\n")}
};

/** Differs from the default in every key, so that nothing can come to rest on a choice of ours. */
export const STRICT_PROFILE: Profile = {
${profile("strict").join("\n")}
};

/** Per key: its gap, its type as TypeScript writes it, and the values or the bounds it is held to. */
export const PROFILE_KEYS: {
  readonly [K in keyof Profile]: {
    readonly gap: string;
    readonly type: string;
    readonly values: readonly (string | number)[] | { readonly min: number; readonly max: number } | null;
  };
} = {
${table.join("\n")}
};
`;
}

function typeOf(values: Json[], allowed: Json): string {
  const literals = Array.isArray(allowed) ? allowed.map((value) => JSON.stringify(value)).join(" | ") : undefined;
  const types = values.map((value) => {
    if (value === null) return "null";
    if (Array.isArray(value)) return value.length > 0 ? `${literals ? `(${literals})` : typeof value[0]}[]` : "";
    if (typeof value === "object") return "Record<string, string[]>";
    return literals ?? typeof value;
  });
  return [...new Set(types.filter(Boolean))].join(" | ");
}
