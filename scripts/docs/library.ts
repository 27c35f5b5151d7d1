/** The reference of the package: a Markdown page for each entry with code, made by TypeDoc from the docstrings. */

import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Application, type TypeDocOptions } from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";
import { codeEntries, type Entry, LIBRARY } from "../../docs/site/model/library.ts";

/** Member tables hold what a caller needs; what a class inherits from Node or the language stays out. */
const LOOK: Partial<TypeDocOptions & PluginOptions> = {
  plugin: ["typedoc-plugin-markdown"],
  router: "module",
  readme: "none",
  disableSources: true,
  // A reader looks for what to call. Errors come last.
  groupOrder: ["Functions", "Interfaces", "Type Aliases", "Variables", "Classes"],
  excludePrivate: true,
  excludeExternals: true,
  // `npm run typecheck` and the tests report errors in the code.
  skipErrorChecking: true,
  validation: false,
  logLevel: "Error",
  hidePageHeader: true,
  hideBreadcrumbs: true,
  hidePageTitle: true,
  expandObjects: true,
  expandParameters: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  propertyMembersFormat: "table",
  typeDeclarationFormat: "table",
  tableColumnSettings: { hideInherited: true, hideOverrides: true, hideModifiers: true, hideDefaults: true },
};

let written: Promise<void> | undefined;

/** Writes `NAME.md` for each entry, once in a process. Takes some seconds: TypeScript reads the whole of `src/`. */
export function writeLibraryPages(root: string): Promise<void> {
  written ??= makePages(root);
  return written;
}

async function makePages(root: string): Promise<void> {
  const entries = codeEntries();
  const folder = mkdtempSync(join(root, ".cache/library-"));
  const options: Partial<TypeDocOptions & PluginOptions> = {
    ...LOOK,
    entryPoints: entries.map(({ source }) => join(root, source)),
    tsconfig: join(root, "tsconfig.build.json"),
    outputs: [{ name: "markdown", path: folder }],
  };
  const app = await Application.bootstrapWithPlugins(options as Partial<TypeDocOptions>);
  const project = await app.convert();
  if (!project) throw new Error("TypeDoc could not read src/: npm run typecheck says why.");
  // Pages are called as the entries are, wherever their source lies.
  for (const module of project.children ?? []) {
    const entry = entries.find(({ source }) => source.replace(/(?:\/index)?\.ts$/, "") === module.name);
    if (entry) module.name = entry.name;
  }
  await app.generateOutputs(project);
  mkdirSync(join(root, LIBRARY), { recursive: true });
  const texts = new Map(
    entries.map(({ name }) => [`${name}.md`, brief(readFileSync(join(folder, `${name}.md`), "utf8"))]),
  );
  for (const { name, specifier, source } of entries) {
    const file = join(folder, `${name}.md`);
    const others = source === FIRST ? `\n\n${contents(root, entries)}` : "";
    const text = withAnchors(texts, `${name}.md`);
    writeFileSync(file, `# ${specifier}\n\n${readComment(root, source)}${others}\n\n${text}`);
    // Another build may be reading the old one.
    renameSync(file, join(root, LIBRARY, `${name}.md`));
  }
  rmSync(folder, { recursive: true });
}

/** The page of the main entry leads to all others. */
const FIRST = "src/index.ts";

function contents(root: string, entries: readonly Entry[]): string {
  const others = entries.filter(({ source }) => source !== FIRST);
  return others
    .map(({ name, specifier, source }) => `- [${specifier}](${name}.md): ${readComment(root, source)}`)
    .join("\n");
}

/** Sections that only repeat what the declaration above them says. */
const REPEATED = /^(?:Extends|Implements|Overrides|Inherited from|Implementation of|Call Signature|Constructors)$/;
/** The same, unless they hold a description: a third column, or words after the type. */
const TYPES = /^(?:Parameters|Returns|Type Parameters)$/;
const TWO_COLUMNS = /^\|(?: ------ \|){1,2}$/m;

function brief(markdown: string): string {
  // An anchor for each line of a table, and rules between headings, are more than a page needs.
  const sections = markdown.replaceAll(/<a id="[^"]*"><\/a> |^\*\*\*\n\n/gm, "").split(/^(?=#{2,6} )/m);
  return (
    sections
      .filter((section) => {
        const [, title = "", body = ""] = /^#+ (.*)\n([\s\S]*)$/.exec(section) ?? [];
        if (REPEATED.test(title)) return title === "Call Signature";
        if (!TYPES.test(title)) return true;
        return body.includes("|\n") ? !TWO_COLUMNS.test(body) : body.trim().split("\n\n").length > 1;
      })
      .join("")
      // A type of many members is a table below.
      .replaceAll(/^(> \*\*\w+\*\* = )\\\{ .{300,}$/gm, "$1\\{ … \\}")
      .replaceAll("\n##### Constructor\n", "\n#### Constructor\n")
      .replaceAll(/(?<=^(#+ Throws)\n(?:(?!#).*\n)+)\1\n\n/gm, "")
      .replaceAll(/^(?:> .*|\| `[^|]*\| .*)$/gm, (line) => (line.includes("``") ? line : withPlainTypes(line)))
  );
}

/** A declaration, or the type in a row of a table, is code as a whole: a mark at each name would double its size. */
function withPlainTypes(line: string): string {
  const plain = (code: string) =>
    code.replaceAll(/`([^`]*)`/g, (_, name: string) => name.replaceAll(/([_*<>[\]])/g, "\\$1"));
  if (line.startsWith(">")) return plain(line);
  const [, name = "", type = "", rest = ""] = /^(\| (?:\\\||[^|])*)(\|(?:\\\||[^|])*)(\|.*)$/.exec(line) ?? [];
  return name === "" ? line : name + plain(type) + rest;
}

/**
 * TypeDoc numbers names that differ in case alone, and those of sections that are left out; a heading is numbered only
 * after its like.
 */
function withAnchors(texts: ReadonlyMap<string, string>, page: string): string {
  const text = texts.get(page) ?? "";
  return text.replaceAll(/\]\(([\w-]*\.md)?#([\w-]+)-(\d+)\)/g, (link, target = page, slug, number) => {
    const headings = (texts.get(target) ?? "").match(/^#+ .*$/gm) ?? [];
    const like = headings.filter((heading) => heading.replaceAll(/[^\w-]/g, "").toLowerCase() === slug);
    return like.length > Number(number) ? link : link.replace(/-\d+\)$/, ")");
  });
}

/** The comment at the top of a source, which says what the entry is for. */
function readComment(root: string, source: string): string {
  const [, comment = ""] = /^(?:\/\/.*\n)*\s*\/\*\*([\s\S]*?)\*\//.exec(readFileSync(join(root, source), "utf8")) ?? [];
  return comment
    .replaceAll(/^[ \t]*\*?[ \t]?/gm, "")
    .trim()
    .replaceAll("\n", " ");
}
