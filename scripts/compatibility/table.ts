/** The generators of the comparison, in the order of the page. */

import type { Generator } from "./generator.ts";
import { GO_GENERATORS, JVM_GENERATORS, RUST_GENERATORS } from "./generators/compiled.ts";
import { CPP_GENERATORS } from "./generators/cpp.ts";
import { CSHARP_GENERATORS } from "./generators/csharp.ts";
import { MODEL_GENERATORS } from "./generators/models.ts";
import { PYTHON_GENERATORS, PYTHON_MODELS } from "./generators/python.ts";
import { SCRIPTING_GENERATORS } from "./generators/scripting.ts";
import { TYPESCRIPT_GENERATORS } from "./generators/typescript.ts";
import { ZOD_GENERATORS } from "./generators/zod.ts";

export const GENERATORS: readonly Generator[] = [
  ...TYPESCRIPT_GENERATORS,
  ...PYTHON_GENERATORS,
  ...GO_GENERATORS,
  ...JVM_GENERATORS,
  ...RUST_GENERATORS,
  ...CSHARP_GENERATORS,
  ...CPP_GENERATORS,
  ...SCRIPTING_GENERATORS,
  ...ZOD_GENERATORS,
  ...PYTHON_MODELS,
  ...MODEL_GENERATORS,
];
