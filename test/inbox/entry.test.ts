import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { expect, it } from "vitest";
import { root } from "../support/repository.ts";
import { temporary } from "./support.ts";

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

it.each([
  ["knows where it is", {}],
  // As esbuild makes it of CommonJS.
  ["does not know where it is", { "import.meta.url": "undefined" }],
])("in a bundle that %s, the inbox runs functions, and refuses a module", async (_, define) => {
  using place = temporary();
  const build = await rolldown({
    input: join(root, "src/inbox/index.ts"),
    platform: "node",
    external: ["@opentelemetry/api"],
    transform: { define },
  });
  const bundle = join(place.folder, "bundle.mjs");
  await build.write({ file: bundle, codeSplitting: false });
  const { openInbox } = (await import(pathToFileURL(bundle).href)) as typeof import("../../src/inbox/index.ts");
  const inbox = await openInbox({ file: place.file });
  const module = new URL("./handlers.ts", import.meta.url);
  await expect(inbox.work(module)).rejects.toThrow("leave collections-contract out of it");
  await inbox.work({});
  await inbox.close();
});
