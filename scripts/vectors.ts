/**
 * Makes `spec/vectors/signature.json`: byte-exact cases for verifiers in any language.
 *
 *     node scripts/vectors.ts            writes the file
 *     node scripts/vectors.ts --check    recomputes every case and compares
 *
 * Every digest comes from `openssl dgst` as a child process, none from our own code, which the vectors are there to
 * judge. Rests on F-6.3-05, F-6.3-06, F-6.3-07, F-6.3-08, F-2.2-12, U-18, U-19.
 */

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { changedBodies, genuineBodies } from "./vectors/bodies.ts";
import { BODY, type Bytes, type Draft, openssl, SECRET, sign } from "./vectors/delivery.ts";
import { headers } from "./vectors/headers.ts";
import { keys, lists, wrongKeys } from "./vectors/secrets.ts";

const FILE = new URL("../spec/vectors/signature.json", import.meta.url);

const base64 = (bytes: Bytes) => Buffer.from(bytes).toString("base64");

function computed({ id, about, body = BODY, secrets = [SECRET], header = sign(SECRET, body), result }: Draft) {
  const verdict = typeof result === "number" ? { ok: true, secretIndex: result } : { ok: false, code: result };
  return { id, about, body: base64(body), secrets: secrets.map(base64), header, ...verdict };
}

function make() {
  const drafts = [...genuineBodies(), ...changedBodies(), ...keys(), ...wrongKeys(), ...lists(), ...headers()];
  return {
    about:
      "Cases for verifiers of the delivery signature. Bodies and secrets are in base64; see README.md. Made by scripts/vectors.ts.",
    computedWith: "openssl dgst -sha256 -mac HMAC -macopt hexkey:<the bytes of the secret in hex> <file with the body>",
    openssl: openssl(["version"]).toString().trim(),
    cases: drafts.map(computed),
  };
}

if (spawnSync("openssl", ["version"]).error) {
  const check = process.argv.includes("--check");
  console.error(
    check
      ? "skipped: openssl is not installed, so the vectors were not recomputed"
      : "openssl is needed, but not installed",
  );
  process.exit(check ? 0 : 1);
}
const made = make();
if (process.argv.includes("--check")) {
  // Another version of openssl must come to the same digests, so its name alone may differ.
  const kept = JSON.parse(readFileSync(FILE, "utf8"));
  if (JSON.stringify({ ...kept, openssl: "" }) !== JSON.stringify({ ...made, openssl: "" })) {
    console.error("spec/vectors/signature.json is not what its script makes: run node scripts/vectors.ts");
    process.exit(1);
  }
  console.log(`${made.cases.length} signature vectors agree with ${made.openssl}`);
} else {
  writeFileSync(FILE, `${JSON.stringify(made, null, 2)}\n`);
  console.log(`${made.cases.length} cases written to spec/vectors/signature.json`);
}
