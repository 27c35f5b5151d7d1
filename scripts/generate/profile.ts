import { settingSchema, settingsSchema } from "../check/settings.ts";
import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";
import { renderChecks } from "./standalone.ts";

interface Row {
  readonly key: string;
  readonly gap: string;
  readonly value: Json;
  readonly strict: Json;
  readonly schema: Json;
}

const SETTING_SCHEMA = `/** The part of JSON Schema in which settings are described. \`expects\` says in words what \`pattern\` demands. */
export interface SettingSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly expects?: string;
  readonly minItems?: number;
  readonly items?: SettingSchema;
  readonly additionalProperties?: SettingSchema;
}
`;

/** `generated/profile.ts`: what the sandbox chooses where nothing is stated (spec/unspecified.yaml). */
export function renderProfile(gaps: Record<string, Json>): string {
  const rows = Object.entries(gaps).flatMap(([gap, { settings, other, values = {}, types = { settings, other } }]) =>
    Object.keys(settings ?? {}).map((key): Row => {
      const schema = settingSchema([types.settings[key], types.other[key]], values[key]);
      return { key, gap, value: settings[key], strict: other[key], schema };
    }),
  );
  const members = rows.map(
    ({ key, gap, schema }) => `  /** ${gap}: ${gaps[gap].question} */\n  ${key}: ${writeType(schema)};`,
  );
  const profile = (column: "value" | "strict") => rows.map((row) => `  ${row.key}: ${JSON.stringify(row[column])},`);
  const table = rows.map(({ key, gap, schema }) => `  ${key}: ${JSON.stringify({ gap, schema })},`);
  return `${tsBanner}
/** Every choice that the sandbox makes, each under the gap that leaves it open. */
export type Profile = {
${members.join("\n")}
};

/** What our tools assume. */
export const DEFAULT_PROFILE: Profile = {
${profile("value").join("\n")}
};

/** Differs from the default in every key, so that no test or client can rely on our choice. */
export const STRICT_PROFILE: Profile = {
${profile("strict").join("\n")}
};

${SETTING_SCHEMA}
/** Per key: its gap, and the JSON Schema of its value. */
export const PROFILE_KEYS: {
  readonly [K in keyof Profile]: { readonly gap: string; readonly schema: SettingSchema };
} = {
${table.join("\n")}
};
`;
}

/** `generated/profile-check.ts`: the JSON Schema of the settings, compiled. */
export function renderProfileCheck(gaps: Record<string, Json>): string {
  return `${tsBanner}// @ts-nocheck: ajv's code below is JavaScript; the function above it is typed.
import { type Fault, faultsBy } from "./faults.ts";

/** Every fault in settings of the profile, by key; keys that no profile has are not looked at. */
export const settingFaults = (settings: Readonly<Record<string, unknown>>): Fault[] =>
  faultsBy(CHECKS.Settings, settings);

${renderChecks({ Settings: settingsSchema(gaps) }, ["Settings"])}`;
}

/** The type as TypeScript writes it. */
function writeType({ type, enum: values, items, additionalProperties }: Json): string {
  if (values) return values.map((value: Json) => JSON.stringify(value)).join(" | ");
  if (additionalProperties) return `Record<string, ${writeType(additionalProperties)}>`;
  if (items) return items.enum ? `(${writeType(items)})[]` : `${writeType(items)}[]`;
  return [type]
    .flat()
    .map((one: string) => (one === "integer" ? "number" : one))
    .join(" | ");
}
