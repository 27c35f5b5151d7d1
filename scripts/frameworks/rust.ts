/** Frameworks of Rust, each a crate of its own. */

import type { Framework, Setup } from "./framework.ts";

const TARGET = "<cache>/rust-target";

export const RUST_SETUP: Setup = {
  toolchain: [["cargo", "--version"]],
  env: {
    CARGO_TARGET_DIR: TARGET,
    CARGO_INCREMENTAL: "0",
    CARGO_PROFILE_DEV_DEBUG: "0",
    CARGO_NET_RETRY: "1",
  },
};

/** `feature`: of the package. `crates`: what the recipe needs besides, as lines of Cargo.toml. */
function rust(id: string, crate: string, version: string, feature: string, crates = ""): Framework {
  const manifest = `[package]
name = "payments-${id}"
edition = "2024"

[dependencies]
${crate} = { version = "=${version}", default-features = false }
collections-contract = { path = "<package>", features = ["${feature}", "postgres"] }
postgres = { version = "0.19", default-features = false }
${crates}
`;
  return {
    id,
    name: crate,
    language: "rust",
    file: `${id}.rs`,
    place: "src/main.rs",
    database: "PostgreSQL",
    needs: [["echo", version]],
    files: { "Cargo.toml": manifest },
    build: [
      ["cargo", "build", "--quiet"],
      ["cp", `${TARGET}/debug/payments-${id}`, "receiver"],
    ],
    start: ["./receiver"],
  };
}

const TOKIO = 'tokio = { version = "1", features = ["macros", "net", "rt-multi-thread", "signal", "sync"] }';

const AXUM = rust("axum", "axum", "0.8.9", "axum", TOKIO);

export const RUST: readonly Framework[] = [
  { ...AXUM, isShort: true },
  {
    ...rust("actix", "actix-web", "4.18.1", "tokio"),
    moreLines: "More than twenty lines: fourteen lead from a request to the package, as it does itself for axum.",
  },
  {
    ...AXUM,
    id: "rust-outbox",
    name: "a table as a queue, axum",
    file: "outbox.rs",
    isQueue: true,
    moreLines: "More than twenty lines: half of them are the worker.",
  },
];
