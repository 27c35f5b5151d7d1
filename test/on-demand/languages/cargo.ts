/** What Cargo compiles, in one folder: the crates of others take minutes. With other settings it would compile anew. */

import { join } from "node:path";
import { root } from "../../support/repository.ts";

export const TARGET = join(root, ".cache/rust-target");
export const CARGO = {
  CARGO_TARGET_DIR: TARGET,
  CARGO_INCREMENTAL: "0",
  CARGO_PROFILE_DEV_DEBUG: "0",
  CARGO_NET_RETRY: "1",
};
