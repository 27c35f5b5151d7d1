/** The page of the sandbox's control over HTTP, from spec/control.yaml. */

import type { Json } from "../check/source.ts";
import { controlOperations, followReference, readJsonSchema } from "../generate/control.ts";
import { gapAnchor } from "./gaps-page.ts";

const INTRO = `# The control over HTTP

What a test in any language asks of a running [sandbox](guides/sandbox.md): record payments, let time pass, list
deliveries.

This page is made from \`spec/control.yaml\`, an OpenAPI document of the package, by \`npm run docs\`. It describes the
sandbox and nothing of the service. In TypeScript, \`sandbox.control\` has the same calls with types.

\`\`\`sh sandbox
curl -s "$BASE_URL/_control/payments" -H 'content-type: application/json' -d '{"amount":12550,"confirmed":true}'
\`\`\`

A test asks in this order: \`POST /_control/reset\`, register a webhook, \`POST /_control/payments\`,
\`POST /_control/settle\`, \`GET /_control/deliveries\`. \`GET /_control\` lists all calls. Bodies are JSON, and each
member may be left out unless a star marks it; other names are refused. A refusal has a \`code\`, which
[Errors](errors.md) explains, and a \`message\`. A sandbox
[that others can reach](guides/sandbox.md#on-a-network) needs its token.
`;

/** Returns docs/control.md: a section for each tag of the document, a heading for each call. */
export function controlPage(document: Json): string {
  const calls = controlOperations(document);
  const sections = document.tags.map(
    ({ name, description }: Json) =>
      `\n## ${name}\n\n${description}\n${calls
        .filter(({ operation }) => operation.tags[0] === name)
        .map((call) => section(document, call))
        .join("")}`,
  );
  return INTRO + sections.join("");
}

function section(document: Json, { method, path, operation }: ReturnType<typeof controlOperations>[number]): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const query = parameters.map((one: Json) => followReference(document, one)).filter((one: Json) => one.description);
  const body = readJsonSchema(document, requestBody);
  const rows = [
    ...query.map(({ name, required, schema, description: about }: Json) =>
      row(document, name, { ...followReference(document, schema), description: about }, required),
    ),
    ...Object.entries<Json>(body?.properties ?? {}).map(([name, schema]) =>
      row(document, name, schema, body.required?.includes(name)),
    ),
  ];
  const [status = "", answer] = Object.entries<Json>(responses)[0] ?? [];
  const members = Object.keys(readJsonSchema(document, answer)?.properties ?? {}).map((name) => `\`${name}\``);
  const given = [`${status}: ${followReference(document, answer).description}`, members.join(", ")]
    .filter(Boolean)
    .join(" ");
  return [
    `\n### ${method} ${path}\n`,
    linkGaps([`${summary}.`, description ?? (rows.length === 0 && body?.description)].filter(Boolean).join(" ")),
    ...(rows.length > 0 ? ["\n| member | takes | what it is |\n|---|---|---|", ...rows] : []),
    `\nAnswer ${given}\n`,
  ].join("\n");
}

function row(document: Json, name: string, given: Json, required = false): string {
  const schema = { ...followReference(document, given), ...given };
  const takes = schema.enum?.map((one: unknown) => `\`${one}\``).join(", ") ?? [schema.type].flat().join(" or ");
  const bounds = "maximum" in schema ? `, ${schema.minimum} to ${schema.maximum}` : "";
  const usual = schema.default === undefined ? "" : ` Default \`${schema.default}\`.`;
  const about = linkGaps(`${schema.description ?? ""}${usual}`.trim());
  return `| \`${name}\`${required ? "*" : ""} | ${takes}${bounds} | ${about} |`;
}

/** Gaps lead to their explanation. */
const linkGaps = (text: string) =>
  text.replaceAll(/\b[NUA]-\d[\d.]*(?:-\d+)?\b/g, (id) => `[${id}](unspecified.md#${gapAnchor(id)})`);
