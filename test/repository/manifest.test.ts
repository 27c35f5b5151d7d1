import { expect, it } from "vitest";
import { read } from "../support/repository.ts";

const { repository, homepage, bugs, overrides, "//overrides": reasons } = JSON.parse(read("package.json"));
const locked: Record<string, Locked> = JSON.parse(read("package-lock.json")).packages;
type Locked = Partial<Record<"dependencies" | "optionalDependencies", Record<string, string>>>;
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

it("gives a reason for each override, which some package still needs", () => {
  expect(Object.keys(reasons)).toEqual(Object.keys(overrides));
  const needed = Object.values(locked).flatMap((one) =>
    Object.keys({ ...one.dependencies, ...one.optionalDependencies }),
  );
  const direct = Object.keys(locked).map((path) => path.replace(/^node_modules\//, ""));
  expect(Object.keys(overrides).filter((name) => ![...needed, ...direct].includes(name))).toEqual([]);
});
