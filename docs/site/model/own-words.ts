/**
 * The guides in the words of a deployment: what it states is no longer called open, and its header has its own name.
 */

import {
  type Deployment,
  deployment,
  gapsTitle,
  isAnswered,
  readOwnPackage,
  statedAbout,
  tokenLine,
  withOwnHeader,
} from "./deployment.ts";
import { LIBRARY } from "./library.ts";

/**
 * A passage with other words for a deployment: the comment holds them, after the settings that must be stated. No
 * settings: the words hold for every deployment. A code host shows the passage alone.
 */
const PASSAGE = /^<!-- deployment((?: \w+)*):([\s\S]*?)-->\n([\s\S]*?)^<!-- \/deployment -->\n/gm;
const GAP_LINK = /\[([NUA]-[\d.-]+)\]\([^)]*unspecified\.md#[^)]*\)(?! \| \*\*)/g;
/** A row of a table whose second cell is a gap; its third is what our tools assume. */
const GAP_ROW = /^(\| [^|]+ \| )(\[([NUA]-[\d.-]+)\]\([^)]*\)) \|[^|]+\|$/gm;
/** The words that a gap follows in the same sentence. */
const NOT_STATED = /not stated(?=[^.|]{0,300}?\[([NUA]-[\d.-]+)\]\()/g;
/** A table with what our tools assume as its last column. */
const ASSUMED = /^(\|.*\| )what our tools assume( \|\n.*\n(?:\|.*\| \*\*.*\|\n)+)(?!\|)/gm;

/** Returns a Markdown page of the repository as the site shows it. */
export function ownWords(file: string, text: string): string {
  const of = deployment();
  if (!of) return text.replaceAll(PASSAGE, "$3");
  const passages = text.replaceAll(PASSAGE, (_, needed: string, words: string, before: string) =>
    needed
      .split(" ")
      .filter(Boolean)
      .every((name) => name in of.settings)
      ? fillWords(words.trim(), of)
      : before,
  );
  const answered = withOwnHosts(withOwnToken(withAnswers(passages, of)), of);
  return withOwnHeader(withOwnPackage(file, answered, of));
}

/** `{title}`, `{package}` and the settings, each by its name in braces. */
function fillWords(words: string, of: Deployment): string {
  const { name, version } = readOwnPackage(of);
  const values: Readonly<Record<string, unknown>> = { title: of.title, package: name, version, ...of.settings };
  return `${words.replaceAll(/\{(\w+)\}/g, (all, key) => (key in values ? inWords(values[key]) : all))}\n`;
}

const inWords = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : String(value));

/** Each link to a gap that the deployment closes is followed by what it states, and by whom. */
function withAnswers(text: string, { title, closed }: Deployment): string {
  const answer = (gap: string) => `${title} states ${asCode(statedAbout(gap) ?? "")}`;
  return text
    .replaceAll(NOT_STATED, (said, gap: string) =>
      closed.includes(gap) ? `${said} by the interface description` : said,
    )
    .replaceAll(GAP_ROW, (row, question: string, link: string, gap: string) =>
      closed.includes(gap) ? `${question}${link} | **${answer(gap)}** |` : row,
    )
    .replaceAll(ASSUMED, (_, before: string, after: string) => `${before}what ${title} states${after}`)
    .replaceAll(/what is not specified/gi, (words) => (isAnswered() ? gapsTitle() : words))
    .replaceAll(GAP_LINK, (link, gap: string) => (closed.includes(gap) ? `${link}: ${answer(gap)}` : link));
}

/** `a = 1; b = 2` as code; an answer that is a sentence stays one. */
function asCode(answer: string): string {
  if (!answer.includes(" = ")) return `it, ${answer}`;
  return `\`${answer.replaceAll("|", "\\|").replaceAll("; ", "`, `")}\``;
}

/** Calls by curl carry the token where the deployment says. */
const withOwnToken = (text: string): string =>
  text.replaceAll(/authorization: Bearer (?=[$<])/gi, (bearer) => tokenLine() ?? bearer);

/** The hosts and scopes of the samples, where they are stated. */
function withOwnHosts(text: string, { baseUrl, authUrl, authorizationUrl, settings }: Deployment): string {
  const scopes = [...new Set(Object.values(settings.operationScopes ?? {}).flat())];
  const rows: [was: string, is: string | null | false][] = [
    ["https://login.your-deployment.invalid/authorize", authorizationUrl],
    ["https://login.your-deployment.invalid", authUrl],
    ["https://api.your-deployment.invalid", baseUrl],
    ['scopes: ["webhooks"]', scopes.length > 0 && `scopes: ${JSON.stringify(scopes).replaceAll(",", ", ")}`],
  ];
  return rows.reduce((made, [was, is]) => (is ? made.replaceAll(was, () => is) : made), text);
}

/** Samples import the deployment's package, whose defaults are its facts. The name of the command stays. */
function withOwnPackage(file: string, text: string, of: Deployment): string {
  const { name, tarball } = readOwnPackage(of);
  const imported = text
    .replaceAll(/(["'`])collections-contract(?=\/[\w./-]+\1|["'])/g, (_, quote) => quote + name)
    .replaceAll("node_modules/collections-contract/", () => `node_modules/${name}/`)
    .replaceAll(/collections-contract-\d[\w.]*\.tgz/g, tarball);
  return file.startsWith(LIBRARY) ? imported.replaceAll(/\bcollections-contract(?=\/|\]|$)/gm, name) : imported;
}
