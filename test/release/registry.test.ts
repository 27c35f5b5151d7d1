/** The registry of the rehearsal, asked as npm asks. */

import { createHash } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { startRegistry } from "../../scripts/rehearse/registry.ts";

const registry = await startRegistry({ name: "one", elsewhere: "https://registry.example.com/npm/" });
afterAll(() => registry.stop());

const bytes = Buffer.from("a tarball");
const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
const sent = (version: string, hash = integrity) => ({
  name: "one",
  "dist-tags": { latest: version },
  versions: {
    [version]: { name: "one", version, dist: { integrity: hash, tarball: "http://elsewhere.example.com/" } },
  },
  _attachments: { [`one-${version}.tgz`]: { data: bytes.toString("base64") } },
});
const put = (body: object | string, authorization = `Bearer ${registry.token}`, path = "one") =>
  fetch(new URL(path, registry.url), {
    method: "PUT",
    headers: { authorization },
    body: typeof body === "string" ? body : JSON.stringify(body),
  }).then(async (response) => `${response.status} ${((await response.json()) as { error?: string }).error ?? ""}`);
const get = (path: string) => fetch(new URL(path, registry.url), { redirect: "manual" });

describe("the registry of the rehearsal", () => {
  it("listens on this machine alone", () => {
    expect(new URL(registry.url).hostname).toBe("127.0.0.1");
  });

  it("has nothing before something is published", async () => {
    expect([(await get("one")).status, (await get("one/-/one-1.0.0.tgz")).status]).toEqual([404, 404]);
  });

  it("refuses a request without the token, other packages, other hashes, and bytes that are no package", async () => {
    expect(await put(sent("1.0.0"), "Bearer other")).toMatch(/^401 /);
    expect(await put(sent("1.0.0"), undefined, "two")).toMatch(/^405 /);
    expect(await put(sent("1.0.0", "sha512-other"))).toBe(
      "400 The tarball does not have the hash that its version names.",
    );
    expect(await put({ ...sent("1.0.0"), _attachments: {} })).toBe("400 Send one version with one tarball.");
    expect(await put("no JSON")).toMatch(/^400 /);
    expect((await get("one")).status).toBe(404);
  });

  it("publishes a version once, and serves its bytes from here", async () => {
    expect(await put(sent("1.0.0"))).toBe("201 ");
    expect(await put(sent("1.0.0"))).toMatch(/^403 You cannot publish over/);
    expect(await put(sent("1.1.0"))).toBe("201 ");
    const packument = (await (await get("one")).json()) as Record<
      string,
      Record<string, { dist: { tarball: string } }>
    >;
    expect(packument["dist-tags"]).toEqual({ latest: "1.1.0" });
    expect(Object.keys(packument["versions"] ?? {})).toEqual(["1.0.0", "1.1.0"]);
    const { tarball } = packument["versions"]?.["1.0.0"]?.dist ?? { tarball: "" };
    expect(tarball).toBe(`${registry.url}one/-/one-1.0.0.tgz`);
    expect(Buffer.from(await (await fetch(tarball)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  it("sends on who reads something else", async () => {
    const { status, headers } = await get("@scope%2fname?write=true");
    expect([status, headers.get("location")]).toEqual([
      307,
      "https://registry.example.com/npm/@scope%2fname?write=true",
    ]);
  });
});
