/** Generators of C#. */

import { join } from "node:path";
import { type Generator, OPENAPI, openapiGenerator } from "../generator.ts";
import { CSHARP, nswagFolder } from "../languages/csharp.ts";
import { missing } from "../tools.ts";
import { NPM_TOOLS } from "../versions.ts";

export const CSHARP_GENERATORS: readonly Generator[] = [
  openapiGenerator("csharp", "C#", CSHARP, {
    quick: false,
    probe: "openapi-generator.cs",
    options: ["--library", "httpclient", "--additional-properties=targetFramework=net48,supportsRetry=false"],
    tokenUrl: "`new OAuthApi(url)`",
  }),
  {
    name: "NSwag",
    version: NPM_TOOLS.nswag.nswag,
    from: "npm",
    language: CSHARP,
    languageName: "C#",
    artefacts: OPENAPI,
    quick: false,
    probe: "nswag.cs",
    calls: true,
    tokenUrl: "a second `Client` with that `BaseUrl`",
    async obtain() {
      const lacking = missing(["mono"]);
      if (lacking.length > 0) return { skip: `${lacking.join(", ")} not found` };
      const nswag = await nswagFolder();
      return nswag.folder ? { command: ["mono", join(nswag.folder, "NSwag.exe")] } : { skip: nswag.skip ?? "" };
    },
    program: "mono node_modules/nswag/bin/binaries/Win/NSwag.exe",
    args: (document, out) => [
      "openapi2csclient",
      `/input:${document}`,
      `/output:${join(out, "Contract.cs")}`,
      "/namespace:Contract",
    ],
  },
];
