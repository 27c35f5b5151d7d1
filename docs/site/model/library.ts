import { isThere, readText } from "./source.ts";

/** Where `scripts/docs/library.ts` puts the reference of the package, in the repository. */
export const LIBRARY = ".cache/library";

/** One entry of the package that holds code: its name on the site, what an import names, and its source. */
export type Entry = { name: string; specifier: string; source: string };

export function codeEntries(): Entry[] {
  const { name, exports } = JSON.parse(readText("package.json"));
  const targets = Object.entries(exports as Record<string, string | { types: string }>);
  return targets.flatMap(([entry, target]) =>
    typeof target === "string"
      ? []
      : [
          {
            name: entry === "." ? "main" : entry.slice("./".length),
            specifier: entry.replace(".", name),
            source: target.types.replace("./dist/", "").replace(".d.ts", ".ts"),
          },
        ],
  );
}

/** The pages of the reference, once a build has written them. */
export function libraryPages(): { file: string; slug: string }[] {
  return codeEntries()
    .map(({ name }) => ({ file: `${LIBRARY}/${name}.md`, slug: `library/${name}` }))
    .filter(({ file }) => isThere(file));
}
