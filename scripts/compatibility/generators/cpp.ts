/** Generators of C++. */

import { type Generator, openapiGenerator } from "../generator.ts";
import { CPP } from "../languages/cpp.ts";

export const CPP_GENERATORS: readonly Generator[] = [
  openapiGenerator("cpp-restsdk", "C++", CPP, {
    quick: false,
    probe: "openapi-generator.cpp",
    // Each document takes minutes to compile.
    artefacts: ["codegen 3.0"],
    tokenUrl: "a second `ApiConfiguration` with `setBaseUrl`",
  }),
];
