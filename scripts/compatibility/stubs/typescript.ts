/** Server stubs of TypeScript. */

import { nestStub } from "./build/nest.ts";
import { openapiGeneratorStub, type Stub } from "./stub.ts";

export const TYPESCRIPT_STUBS: readonly Stub[] = [
  openapiGeneratorStub("typescript-nestjs-server", "TypeScript", {
    quick: false,
    needs: [],
    keep: "keep.nest.ts.txt",
    how: "`rawBody: true`, and a guard",
    trap: "the model",
    build: nestStub,
  }),
];
