import { describe, expect, it } from "vitest";
import { read } from "../support/repository.ts";

type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
  link?: boolean;
  hasInstallScript?: boolean;
};
const packages: Record<string, Locked> = JSON.parse(read("package-lock.json")).packages;
const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64", "win32-arm64"];

/** What cannot be had complete, with the reason. */
const INCOMPLETE: Record<string, string> = {
  "scripts/runtime":
    "Node 24 is published as a package for these platforms only; elsewhere install Node 24 (scripts/run.mjs says so)",
};

/** Which of our platforms a package name stands for: `@biomejs/cli-linux-x64-musl` -> `linux-x64`. */
function findPlatform(name: string): string | undefined {
  return PLATFORMS.find((platform) => name.replace(/\bwin(?:dows)?-(x64|arm64)/, "win32-$1").includes(platform));
}

function isLocked(owner: string, name: string): boolean {
  const parts = owner.split("/node_modules/");
  return (
    parts.some((_, i) => `${parts.slice(0, i + 1).join("/node_modules/")}/node_modules/${name}` in packages) ||
    `node_modules/${name}` in packages
  );
}

const native = Object.entries(packages).filter(([, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies).some(findPlatform),
);

describe("the lockfile serves linux, darwin and win32", () => {
  it("holds packages with a binary for each platform", () => {
    expect(native.length).toBeGreaterThan(2);
  });

  it.each(native)("%s", (owner, { optionalDependencies = {} }) => {
    const names = Object.keys(optionalDependencies);
    const unlocked = names.filter((name) => findPlatform(name) && !isLocked(owner, name));
    const missing = PLATFORMS.filter((platform) => !names.some((name) => findPlatform(name) === platform));
    if (owner in INCOMPLETE)
      expect([...unlocked, ...missing].length, "complete now: delete the exception").toBeGreaterThan(0);
    else expect({ unlocked, missing }).toEqual({ unlocked: [], missing: [] });
  });
});

describe("the lockfile", () => {
  const fetched = Object.entries(packages).filter(([path, { link }]) => path.startsWith("node_modules/") && !link);

  it("has an integrity for every package and names no host", () => {
    expect(fetched.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual([]);
    expect(fetched.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
  });

  it("is installed without running code of a package", () => {
    expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
  });
});
