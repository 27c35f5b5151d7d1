/**
 * Makes all but `webhook-urls.json` in `spec/vectors/`: byte-exact cases for verifiers and
 * receivers in any language.
 *
 *     node scripts/vectors.ts            writes the files
 *     node scripts/vectors.ts --check    recomputes every case and compares
 *
 * Every digest comes from `openssl dgst` as a child process, none from our own code, which the vectors are there to
 * judge. Rests on F-6.3-05, F-6.3-06, F-6.3-07, F-6.3-08, F-2.2-12, U-18, U-19.
 */

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { bodies } from "./vectors/bodies.ts";
import { clientVectors } from "./vectors/client.ts";
import { BODY, type Bytes, type Draft, openssl, SECRET, sign } from "./vectors/delivery.ts";
import { headers } from "./vectors/headers.ts";
import { jsonVectors } from "./vectors/json.ts";
import { receiverVectors } from "./vectors/receiver.ts";
import { keys, lists } from "./vectors/secrets.ts";

const FILES = {
  "spec/vectors/signature.json": signatureVectors,
  "spec/vectors/client.json": clientVectors,
  "spec/vectors/json.json": jsonVectors,
  "spec/vectors/receiver.json": receiverVectors,
};

const base64 = (bytes: Bytes) => Buffer.from(bytes).toString("base64");

function makeSignatureCase({ id, about, body = BODY, secrets = [SECRET], header = sign(SECRET, body), result }: Draft) {
  const verdict = typeof result === "number" ? { ok: true, secretIndex: result } : { ok: false, code: result };
  return { id, about, body: base64(body), secrets: secrets.map(base64), header, ...verdict };
}

function signatureVectors(): object {
  const drafts = [...bodies(), ...keys(), ...lists(), ...headers()];
  return {
    about: "Cases for verifiers of the delivery signature. Bodies and secrets are in base64; see README.md.",
    computedWith: "openssl dgst -sha256 -mac HMAC -macopt hexkey:<the bytes of the secret in hex> <file with the body>",
    openssl: openssl(["version"]).toString().trim(),
    cases: drafts.map(makeSignatureCase),
  };
}

/** One case a line where cases have members of their own. */
function writeText(made: object): string {
  const cases: object[] = "cases" in made ? (made.cases as object[]) : [];
  if (!cases.some((one) => "needs" in one)) return `${JSON.stringify(made, null, 2)}\n`;
  const head = JSON.stringify({ ...made, cases: undefined }, null, 2).slice(0, -2);
  return `${head},\n  "cases": [\n    ${cases.map((one) => JSON.stringify(one)).join(",\n    ")}\n  ]\n}\n`;
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
for (const [file, make] of Object.entries(FILES)) {
  const path = new URL(`../${file}`, import.meta.url);
  const made = make();
  if (!process.argv.includes("--check")) {
    writeFileSync(path, writeText(made));
    console.log(`${file} is written`);
  } else {
    // Another version of openssl must come to the same digests, so its name alone may differ.
    const kept = JSON.parse(readFileSync(path, "utf8"));
    if (JSON.stringify({ ...kept, openssl: "" }) !== JSON.stringify({ ...made, openssl: "" })) {
      console.error(`${file} is not what its script makes: run node scripts/vectors.ts`);
      process.exit(1);
    }
    console.log(`${file} agrees with openssl`);
  }
}
