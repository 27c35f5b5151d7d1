import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { announceSkip } from "../../scripts/on-demand.ts";

/**
 * The Chromium of this machine: `CHROMIUM`, or one on the PATH. Undefined where there is none; the tests are then
 * skipped with `SKIP`.
 */
export const CHROMIUM =
  process.env.CHROMIUM ??
  (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => ["chromium", "chromium-browser", "google-chrome"].map((name) => join(folder, name)))
    .find(existsSync);

/** Behind the name of a test that needs it. */
export const SKIP = CHROMIUM ? "" : announceSkip("Chromium", "none found; apt-get install chromium, or CHROMIUM=path");

/** Quiet: it asks no other host for anything of its own. */
export function launchChromium(): Promise<Browser> {
  const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
  const offline = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath: CHROMIUM ?? "", args: [...quiet, ...offline] });
}
