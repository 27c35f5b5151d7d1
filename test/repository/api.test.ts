/**
 * The public interface changes only on purpose: what every entry declares is compared with the listings in
 * test/repository/api.
 * `npm test -- repository/api --update` writes them anew.
 */

import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { codeEntries, type Entry } from "../../docs/site/model/library.ts";
import { buildPackage } from "../support/built.ts";
import { root } from "../support/repository.ts";

const config = ts.readConfigFile(join(root, "tsconfig.build.json"), ts.sys.readFile).config;

let made: ts.Program | undefined;
/** One program over the declaration files in dist/ for all that is asked about the same sources. */
function createProgram(sources: readonly string[]): ts.Program {
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const roots = sources.map((source) => join(root, "dist", source.replace(/\.ts$/, ".d.ts")));
  made ??= ts.createProgram(roots, { ...options, noEmit: true });
  return made;
}

/**
 * By source file: the types in parameters, results and members of its exports that no source exports, so that a user
 * cannot import them. Types of the language, of Node and of the web need no import; what a type is made of, and what a
 * class of ours is made with, need no name.
 */
function unreachableTypes(sources: readonly string[]): Map<string, string[]> {
  const program = createProgram(sources);
  const checker = program.getTypeChecker();
  const resolveAlias = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const listExports = (source: string) => {
    const file = program.getSourceFile(join(root, "dist", source.replace(/\.ts$/, ".d.ts")));
    const module = file && checker.getSymbolAtLocation(file);
    return module ? checker.getExportsOfModule(module).map(resolveAlias) : [];
  };
  const reachable = new Set(sources.flatMap(listExports));
  const needsImport = ({ declarations = [] }: ts.Symbol) =>
    declarations.some(
      (node) =>
        ts.isSourceFile(node.parent) && !/\/node_modules\/(?:typescript|@types)\//.test(node.getSourceFile().fileName),
    );
  const typesIn = (node: ts.Node): ts.Symbol[] => {
    if (ts.isTypeAliasDeclaration(node) || ts.isHeritageClause(node) || ts.isConstructorDeclaration(node)) return [];
    const isName = ts.isIdentifier(node) && (ts.isTypeReferenceNode(node.parent) || ts.isTypeQueryNode(node.parent));
    const found = isName ? checker.getSymbolAtLocation(node) : undefined;
    const below: ts.Symbol[] = [];
    ts.forEachChild(node, (one) => void below.push(...typesIn(one)));
    return found ? [resolveAlias(found), ...below] : below;
  };
  return new Map(
    sources.map((source) => {
      const types = listExports(source).flatMap(({ declarations = [] }) => declarations.flatMap(typesIn));
      const lost = types.filter((type) => needsImport(type) && !reachable.has(type)).map(({ name }) => name);
      return [source, [...new Set(lost)].sort()];
    }),
  );
}

/**
 * By source file of the entry: what it exports, and below it what that refers to, each sorted by name. A declaration
 * stands in the listing of the first entry that has it; later ones name that entry.
 */
function apiListings(entries: readonly Entry[]): Map<string, string> {
  const program = createProgram(entries.map(({ source }) => source));
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter({ removeComments: true });
  const resolveAlias = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  // The declaration of a constant is a part of its statement.
  const declarationNodes = (symbol: ts.Symbol) =>
    (symbol.declarations ?? []).map((node) => (ts.isVariableDeclaration(node) ? node.parent.parent : node));
  const isOurs = (symbol: ts.Symbol) =>
    declarationNodes(symbol).some((node) => {
      const { fileName } = node.getSourceFile();
      // The types of the schemas follow from the documents.
      return (
        ts.isSourceFile(node.parent) && fileName.startsWith(join(root, "dist/")) && !fileName.endsWith("/types.d.ts")
      );
    });

  function collectReferences(symbol: ts.Symbol, known: Set<ts.Symbol>): void {
    const visit = (node: ts.Node): void => {
      const found = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
      const target = found && resolveAlias(found);
      if (target && !known.has(target) && isOurs(target)) {
        known.add(target);
        collectReferences(target, known);
      }
      ts.forEachChild(node, visit);
    };
    for (const node of declarationNodes(symbol)) visit(node);
  }

  const listedIn = new Map<ts.Symbol, string>();

  function writeListing({ name: entry, source }: Entry): string {
    const file = program.getSourceFile(join(root, "dist", source.replace(/\.ts$/, ".d.ts")));
    const module = file && checker.getSymbolAtLocation(file);
    if (!module) throw new Error(`${source} declares nothing`);
    const exported = checker.getExportsOfModule(module).map((symbol) => [symbol.name, resolveAlias(symbol)] as const);
    const known = new Set(exported.map(([, symbol]) => symbol));
    for (const [, symbol] of exported) collectReferences(symbol, known);
    const inner = [...known].slice(new Set(exported.map(([, symbol]) => symbol)).size);
    const write = (title: string, symbol: ts.Symbol, mark: string) => {
      const listed = listedIn.get(symbol);
      if (listed) return `// ${title}: as ${symbol.name} in ${listed}${mark}`;
      listedIn.set(symbol, entry);
      const nodes = declarationNodes(symbol);
      const texts = nodes.map((node) => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()));
      return `// ${title}${mark}\n${texts.join("\n")}\n`;
    };
    const mark = (symbol: ts.Symbol) => (symbol.getDocumentationComment(checker).length > 0 ? "" : " (no docstring)");
    const exports = exported.map(([name, symbol]) => write(name, symbol, mark(symbol)));
    const others = inner.map((symbol) => write(symbol.name, symbol, " (not exported)"));
    return [...exports.sort(), ...others.sort()].join("\n");
  }
  return new Map(entries.map((entry) => [entry.source, writeListing(entry)]));
}

const entries = codeEntries();
const sources = entries.map(({ source }) => source);
await buildPackage();
const listings = apiListings(entries);
const unreachable = unreachableTypes(sources);

it.each(entries)("$name has a docstring for each export", ({ source }) => {
  expect(listings.get(source)?.match(/^.*\(no docstring\)$/gm) ?? []).toEqual([]);
});

it.each(entries)("$name declares what its listing says", async ({ name, source }) => {
  await expect(listings.get(source)).toMatchFileSnapshot(join(import.meta.dirname, "api", `${name}.d.ts.txt`));
});

it.each(entries)("$name names no type that cannot be imported", ({ source }) => {
  expect(unreachable.get(source)).toEqual([]);
});
