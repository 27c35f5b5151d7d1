import { join } from "node:path";
import { npmTool, run } from "../tools.ts";
import { copyProbe, filesBelow, type Language } from "./language.ts";

const SYSTEM = [
  "System.Net.Http",
  "System.Web",
  "System.Runtime.Serialization",
  "System.ComponentModel.DataAnnotations",
];

/**
 * Compiled and run by Mono, as .NET Framework 4.8: no SDK of .NET comes from a registry that we use. Json.NET, which
 * all of this code needs, is taken from the npm package of NSwag.
 */
export const CSHARP: Language = {
  needs: ["mono", "mcs"],
  async build(folder, probe) {
    const { folder: nswag, skip = "" } = await nswagFolder();
    if (!nswag) return { skip };
    const program = join(folder, "Probe.exe");
    const ours = [join(folder, "Probe.cs"), join(folder, "say.cs")] as const;
    copyProbe(probe, ours[0]);
    copyProbe("say.cs", ours[1]);
    const generated = filesBelow(join(folder, "generated"), ".cs").filter((file) => !file.includes(".Test/"));
    const references = [...SYSTEM, join(nswag, "Newtonsoft.Json.dll")].map((name) => `-r:${name}`);
    await run(["mcs", "-langversion:latest", `-out:${program}`, ...references, ...generated, ...ours]);
    return { command: ["mono", program], env: { MONO_PATH: nswag } };
  },
};

/** NSwag for .NET Framework, in its npm package. */
export async function nswagFolder(): Promise<
  { folder: string; skip?: undefined } | { folder?: undefined; skip: string }
> {
  const { command, skip } = await npmTool("nswag", "nswag");
  return command ? { folder: join(command[0], "../../nswag/bin/binaries/Win") } : { skip: skip ?? "" };
}
