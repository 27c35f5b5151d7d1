import { findGaps } from "./gaps.ts";
import { relativeTwin } from "./links.ts";
import type { Field } from "./schema.ts";

/** Parts of the Markdown twins of the pages that the site makes itself. `slug` is the page that is written. */

export const code = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

export const json = (value: unknown): string => code("json", JSON.stringify(value, null, 2));

/** Paragraphs, empty ones left out. */
export function paragraphs(...parts: (string | false | undefined)[]): string {
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

export function link(slug: string, text: string, address: string, anchor = ""): string {
  return `[${text}](${relativeTwin(slug, address)}${anchor && `#${anchor}`})`;
}

/** The open points of one place, each with the link to its gap. */
export function openPoints(slug: string, ids: readonly string[]): string {
  return findGaps(ids)
    .map(({ id, anchor, question, assume }) => {
      const assumed = `Our tools assume: ${assume}`;
      return `- Not specified (${link(slug, id, "unspecified/", anchor)}): ${question} ${assumed}`;
    })
    .join("\n");
}

/** Members of a body as a nested list. */
export function fieldList(slug: string, fields: readonly Field[], indent = ""): string {
  return fields.map((field) => fieldItem(slug, field, indent)).join("\n");
}

function fieldItem(slug: string, field: Field, indent: string): string {
  const facts = [field.type, field.required ? "required" : "optional", ...field.constraints].join(", ");
  const values = field.values.map(({ value, name, description }) =>
    [`\`${value}\``, name && `(${name})`, description && `: ${description}`]
      .filter(Boolean)
      .join(" ")
      .replace(" :", ":"),
  );
  const lines = [
    `${indent}- \`${field.name}\` (${facts}): ${field.description}`,
    ...values.map((value) => `${indent}  - ${value}`),
    field.known.length > 0 &&
      `${indent}  - Known today: ${field.known.map((value) => `\`${value}\``).join(", ")}. Others may come.`,
    field.example !== undefined &&
      field.fields.length === 0 &&
      `${indent}  - Example: \`${JSON.stringify(field.example)}\``,
    field.gaps.length > 0 && openPoints(slug, field.gaps).replaceAll(/^/gm, `${indent}  `),
    field.fields.length > 0 && fieldList(slug, field.fields, `${indent}  `),
  ];
  return lines.filter(Boolean).join("\n");
}
