import { expect, it } from "vitest";
import { read } from "../support/repository.ts";

const { repository, homepage, bugs } = JSON.parse(read("package.json"));
const PLACEHOLDER = "https://git.example.invalid/collections-contract";

// npm compares `repository` with the place that a release with provenance comes from. Set the real one here and in
// package.json.
it("names the place of the repository, a placeholder until it has one", () => {
  expect({ repository, homepage, bugs }).toEqual({
    repository: { type: "git", url: `git+${PLACEHOLDER}.git` },
    homepage: `${PLACEHOLDER}#readme`,
    bugs: `${PLACEHOLDER}/issues`,
  });
});
