/** Server stubs of Rust. */

import { axumStub } from "./build/rust.ts";
import { openapiGeneratorStub, type Stub } from "./stub.ts";

export const RUST_STUBS: readonly Stub[] = [
  openapiGeneratorStub("rust-axum", "Rust", {
    quick: false,
    needs: ["cargo"],
    keep: "keep.rs",
    how: "a layer of axum",
    trap: "the model",
    build: axumStub,
  }),
];
