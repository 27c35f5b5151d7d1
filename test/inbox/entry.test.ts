import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { root } from "../support/repository.ts";

/** Everything that importing a file loads: files and modules of Node. */
function loadedBy(entry: string): string[] {
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import(process.argv[1]);
    console.log(JSON.stringify(loaded));`;
  const entryUrl = new URL(entry, `file://${root}/`).href;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "--eval", program, entryUrl], { encoding: "utf8" }),
  );
}

it("the inbox adds nothing to what the other entries load", () => {
  const ofInbox = /src\/inbox\/|sqlite/;
  expect(loadedBy("src/inbox/index.ts").filter((url) => /src\/inbox\//.test(url)).length).toBeGreaterThan(5);
  for (const entry of ["src/index.ts", "src/edge.ts"]) {
    const loaded = loadedBy(entry);
    expect(loaded.some((url) => url.includes("src/receive/inbox.ts"))).toBe(true);
    expect(loaded.filter((url) => ofInbox.test(url))).toEqual([]);
  }
});
