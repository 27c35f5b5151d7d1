import { rolldown } from "rolldown";

/**
 * Bundles a file, as the tools of hosts at an edge do. `condition`: how they ask for exports. As a script, its exports
 * are in the variable `bundled`.
 */
export async function bundle(file: string, condition: string, format: "esm" | "iife"): Promise<string> {
  const build = await rolldown({
    input: file,
    platform: "browser",
    logLevel: "silent",
    resolve: { conditionNames: [condition, "import", "default"] },
  });
  const { output } = await build.generate({ format, name: "bundled", codeSplitting: false });
  await build.close();
  return output[0].code;
}
