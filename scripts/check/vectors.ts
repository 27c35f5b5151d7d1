import { createHmac } from "node:crypto";
import type { Finding } from "./finding.ts";
import { fits, misfits, SIGNATURE_CASE, URL_CASE } from "./forms.ts";
import type { Inputs } from "./inputs.ts";
import { finding } from "./rules.ts";
import { at, type Json, type Source } from "./source.ts";

/**
 * Checks that the vectors have the form that runners in all languages rely on, and agree with the documents. What
 * `json.json` and `receiver.json` expect is checked by the library's own tests, which receive each.
 */
export function checkVectors(inputs: Inputs): Finding[] {
  return inputs.vectors.flatMap((source) => {
    if (source.file.endsWith("/signature.json")) return [...signatureVectors(source, inputs)];
    if (source.file.endsWith("/webhook-urls.json")) return [...urlVectors(source)];
    return source.file.endsWith("/json.json") ? [] : [...unknownRests(source, inputs)];
  });
}

/** What a case rests on is a fact or a gap. */
function* unknownRests(source: Source, { facts, gaps }: Inputs): Iterable<Finding> {
  const known = { ...facts.data.facts, ...gaps.data.gaps };
  for (const [i, { id, rests = [] }] of (source.data.cases ?? ([] as Json[])).entries())
    for (const one of rests)
      if (!Object.hasOwn(known, one)) yield finding(source, ["cases", i, "rests"], "vector-rests", { id, rests: one });
}

function* signatureVectors(source: Source, { asyncapi }: Inputs): Iterable<Finding> {
  const scheme = at(asyncapi.data, ["components", "securitySchemes", "clientWebhookSignature", "x-signature"]);
  const cases: Json = source.data.cases;
  if (!Array.isArray(cases)) return yield finding(source, [], "vector-form cases", { list: "cases" });
  const ids = cases.map((one) => one?.id);
  for (const [i, one] of cases.entries()) {
    const wrong = misfits(source, ["cases", i], "vector-form", SIGNATURE_CASE, one);
    yield* wrong;
    if (ids.indexOf(one?.id) !== i) yield finding(source, ["cases", i, "id"], "vector-form id", one);
    if (wrong.length === 0) yield* wrongVerdict(source, i, one, scheme);
  }
}

/** Checks the verdict of a case against the scheme of the documents. */
function* wrongVerdict(source: Source, i: number, one: Json, scheme: Json): Iterable<Finding> {
  const digests = one.secrets.map((secret: string) => scheme.prefix + signatureFor(scheme, one.body, secret));
  const found = digests.indexOf(one.header?.startsWith(scheme.prefix) ? one.header.toLowerCase() : undefined);
  const right = found >= 0 && !one.secrets.includes("");
  if (one.ok !== right) yield finding(source, ["cases", i, "ok"], "vector-verdict ok", { ...one, right });
  else if (one.ok && one.secretIndex !== found)
    yield finding(source, ["cases", i, "secretIndex"], "vector-verdict secret", { ...one, found });
}

function signatureFor({ algorithm, encoding }: Json, body: string, secret: string): string {
  const hmac = createHmac(algorithm.replace(/^hmac-/, ""), Buffer.from(secret, "base64"));
  return hmac.update(Buffer.from(body, "base64")).digest(encoding);
}

function* urlVectors(source: Source): Iterable<Finding> {
  for (const list of ["cases", "addresses"]) {
    const rows: Json = source.data[list];
    if (!Array.isArray(rows)) yield finding(source, [list], "vector-form cases", { list });
    else
      for (const [i, row] of rows.entries())
        if (!fits(URL_CASE, row)) yield finding(source, [list, i], "vector-form url");
  }
}
