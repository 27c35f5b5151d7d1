import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { buildDocs } from "../check/tools.ts";

/** The renderer breaks the words of a long title in two. */
const WHOLE_WORDS =
  "<style>h1 { word-break: normal !important; font-size: clamp(1.4rem, 3.2vw, 2rem) !important }</style>";
/** Switches off every request to another host. */
const CSP = [
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: 'self'; font-src data:",
  "worker-src blob:; form-action 'none'; base-uri 'none'",
].join("; ");

/**
 * Writes one self-contained Redoc file for each document, which works on any host and from disk.
 * @param contract folder with the documents, `generated/` unless a deployment has its own
 * @throws if the renderer's page still has telemetry or loads from another host
 */
export async function renderReference(root: string, out: string, contract = "generated"): Promise<string[]> {
  const files = ["openapi", "asyncapi"].map((name) => ({ name, file: join(out, `${name}.html`) }));
  await Promise.all(files.map(({ name, file }) => buildDocs(root, join(contract, `${name}.json`), file)));
  for (const { file } of files) writeFileSync(file, tame(readFileSync(file, "utf8"), file));
  return files.map(({ file }) => relative(root, file));
}

/** Removes the renderer's logos and telemetry, and keeps words whole. */
function tame(html: string, file: string): string {
  const tamed = html
    .replaceAll(/https:\/\/cdn\.(?:redoc\.ly|redocly\.com)\/[\w./-]*logo[\w./-]*/g, "data:,")
    .replace("<head>", `<head>\n<meta http-equiv="Content-Security-Policy" content="${CSP}">${WHOLE_WORDS}`);
  if (!tamed.includes("Content-Security-Policy")) throw new Error(`${file} has no <head>`);
  if (!tamed.includes('"disableTelemetry":true')) throw new Error(`${file} would report home`);
  const loads = /(?:src|href)="https?:[^"]*\.(?:js|css|svg|png|woff2?)"/.exec(tamed);
  if (loads) throw new Error(`${file} loads ${loads[0]}`);
  return tamed;
}
