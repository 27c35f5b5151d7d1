import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { read, root } from "../support/repository.ts";

const { name, dependencies } = JSON.parse(read("package.json"));
const locked = JSON.parse(read("package-lock.json")).packages;
const sbom = () => execFileSync(process.execPath, ["scripts/run.mjs", "sbom"], { cwd: root, encoding: "utf8" });

describe("the bill of materials", () => {
  const text = sbom();
  const { metadata, components } = JSON.parse(text);
  const listed = new Map<string, { version: string; hashes: { alg: string; content: string }[] }>(
    components.map((one: { name: string; version: string }) => [one.name, one]),
  );

  it("names the package and everything that is installed with it, with version and hash", () => {
    expect(metadata.component.name).toBe(name);
    for (const [dependency, version] of Object.entries(dependencies))
      expect(listed.get(dependency)?.version).toBe(version);
    for (const [component, { version, hashes }] of listed) {
      const { version: lockedVersion, integrity } = locked[`node_modules/${component}`];
      const [hash] = hashes;
      expect([version, hash?.alg]).toEqual([lockedVersion, "SHA-512"]);
      expect(`sha512-${Buffer.from(hash?.content ?? "", "hex").toString("base64")}`).toBe(integrity);
    }
  });

  it("holds nothing for development alone", () => {
    for (const component of listed.keys()) expect(locked[`node_modules/${component}`].dev, component).toBeUndefined();
    expect(listed.size).toBeLessThan(20);
  });

  it("is the same each time, and names no registry", () => {
    expect(sbom()).toBe(text);
    expect(text).not.toMatch(/registry|"url"/);
  });
});
