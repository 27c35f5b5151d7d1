/** Server stubs of Go. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { goTool } from "../tools.ts";
import { GO_TOOLS } from "../versions.ts";
import { goStub } from "./build/go.ts";
import { openapiGeneratorStub, type Stub } from "./stub.ts";

const NET_HTTP = {
  needs: ["go"],
  keep: "keep.go",
  how: "a handler around the stub's",
  trap: "the model; `r.Body` is empty",
};

export const GO_STUBS: readonly Stub[] = [
  openapiGeneratorStub("go-server", "Go", {
    ...NET_HTTP,
    quick: false,
    // At its defaults it takes silence for a closed object, and refuses a delivery with a new member.
    options: ["--additional-properties=disallowAdditionalPropertiesIfNotPresent=false"],
    build: goStub("openapi_generator_go_server.go"),
  }),
  {
    name: "oapi-codegen std-http strict",
    version: GO_TOOLS["oapi-codegen"].split("@")[1] ?? "",
    from: "Go module proxy",
    languageName: "Go",
    document: "receiver 3.0",
    quick: true,
    ...NET_HTTP,
    obtain: () => goTool("oapi-codegen"),
    program: "oapi-codegen",
    prepare: (out) => mkdirSync(join(out, "contract")),
    args: (document, out) => [
      ...["-config", join(import.meta.dirname, "oapi-codegen.yaml")],
      ...["-o", join(out, "contract/contract.go"), document],
    ],
    build: goStub("oapi_codegen.go"),
  },
];
