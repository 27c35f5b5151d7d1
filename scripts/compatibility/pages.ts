import { readResults } from "./jobs.ts";
import { renderPage } from "./page.ts";
import { renderReaders } from "./readers/section.ts";
import { readReaderResults } from "./readers/store.ts";
import { renderStubPage, renderStubs } from "./stubs/section.ts";
import { codeOf, readStubResults } from "./stubs/store.ts";

/** The pages by their paths in the repository, from the results as they are on the disk. */
export function renderPages(): Map<string, string> {
  const stubs = readStubResults();
  return new Map([
    [
      "docs/compatibility.md",
      renderPage(readResults(), { stubs: renderStubs(stubs), readers: renderReaders(readReaderResults()) }),
    ],
    ["docs/server-stubs.md", renderStubPage(stubs, codeOf)],
  ]);
}
