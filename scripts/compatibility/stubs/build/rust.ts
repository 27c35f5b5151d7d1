import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CACHES, run } from "../../tools.ts";
import type { Stub } from "../stub.ts";
import { copyCode, writePackage } from "./packages.ts";

const MANIFEST = `[workspace]

[package]
name = "stub"
version = "0.0.0"
edition = "2024"

[dependencies]
async-trait = "0.1"
axum = "0.8"
axum-extra = { version = "0.12", features = ["cookie"] }
base64 = "0.22"
collections-contract = { path = "../package" }
headers = "0.4"
http = "1"
openapi = { path = "../generated" }
serde_json = "1"
tokio = { version = "1", features = ["macros", "net", "rt-multi-thread"] }
`;

/** A crate around the generated one. */
export const axumStub: Stub["build"] = async (folder, { keep }) => {
  await writePackage("rust", join(folder, "package"));
  const crate = join(folder, "receiver");
  mkdirSync(join(crate, "src"), { recursive: true });
  writeFileSync(join(crate, "Cargo.toml"), MANIFEST);
  for (const file of [keep, "main.rs"]) copyCode(file, join(crate, "src", file));
  const env = { CARGO_TARGET_DIR: CACHES.cargo };
  await run(["cargo", "build", "--quiet", "--manifest-path", join(crate, "Cargo.toml")], { env, seconds: 900 });
  return { command: [join(CACHES.cargo, "debug/stub")] };
};
