import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CACHES, run } from "../tools.ts";
import { copyProbe, type Language } from "./language.ts";

/**
 * A crate around the generated one. Without TLS: the probe speaks to 127.0.0.1 only, and no system library is needed.
 */
export const RUST: Language = {
  needs: ["cargo"],
  async build(folder, probe) {
    const generated = join(folder, "generated");
    const crate = join(folder, "probe");
    mkdirSync(join(crate, "src"), { recursive: true });
    const isCrate = existsSync(join(generated, "Cargo.toml"));
    writeFileSync(join(crate, "Cargo.toml"), MANIFEST + (isCrate ? CRATE : MODELS));
    copyProbe(probe, join(crate, "src/main.rs"));
    if (!isCrate) copyGenerated(generated, crate);
    const env = { CARGO_TARGET_DIR: CACHES.cargo };
    await run(["cargo", "build", "--quiet", "--manifest-path", join(crate, "Cargo.toml")], { env, seconds: 900 });
    return { command: [join(CACHES.cargo, "debug/probe")] };
  },
};

function copyGenerated(generated: string, crate: string): void {
  const file = "PaymentSnapshot.rs";
  writeFileSync(join(crate, "src", file), readFileSync(join(generated, file)));
}

const MANIFEST = `[workspace]

[package]
name = "probe"
version = "0.0.0"
edition = "2021"

[dependencies]
serde = { version = "1", features = ["derive"] }
serde_json = "1"
`;
const MODELS = `chrono = { version = "0.4", features = ["serde"] }\n`;
const CRATE = `openapi = { path = "../generated", default-features = false }\ntokio = { version = "1", features = ["macros", "rt"] }\nreqwest = { version = "0.13", default-features = false }\n`;
