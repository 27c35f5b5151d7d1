/** A package of one language, in memory: what people wrote, what follows from the documents, and the vectors. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { CONTRACT_VERSION, EVENT_NAMES, SIGNATURE_HEADER } from "../../generated/constants.ts";
import type { LanguageName } from "./languages.ts";

/** What stands in templates as `{{name}}`, where the language has no constant for it: manifests and pages. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  version: CONTRACT_VERSION,
  signatureHeader: SIGNATURE_HEADER,
  event: EVENT_NAMES[0],
};

/** Bytes by path in the package, sorted by path: the same for every call. */
export function renderPackage(language: LanguageName): Map<string, Buffer> {
  const root = packageRoot();
  const files: [string, Buffer][] = [
    ...filesBelow(fileURLToPath(new URL(`templates/${language}`, import.meta.url))).map(filled),
    ...filesBelow(join(root, "generated/languages", language)),
    ["vectors/signature.json", readFileSync(join(root, "spec/vectors/signature.json"))],
    ["vectors/payloads.json", readFileSync(join(root, "generated/languages/payloads.json"))],
  ];
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function filled([path, bytes]: [string, Buffer]): [string, Buffer] {
  const text = bytes.toString("utf8");
  const done = text.replaceAll(/\{\{([a-zA-Z]+)\}\}/g, (whole, name: string) => PLACEHOLDERS[name] ?? whole);
  return [path, Buffer.from(done)];
}

function filesBelow(folder: string): [string, Buffer][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file).replaceAll("\\", "/"), readFileSync(file)]);
}

/** From src/languages and from dist/src/languages; dist holds the compiled part of generated/ alone. */
function packageRoot(): string {
  const places = ["../../", "../../../"].map((up) => fileURLToPath(new URL(up, import.meta.url)));
  return places.find((place) => existsSync(join(place, "generated/languages/payloads.json"))) ?? (places[0] as string);
}
