import { createHmac } from "node:crypto";
import type { Finding } from "./finding.ts";
import type { Inputs } from "./inputs.ts";
import { at, finding, type Json, type Source } from "./source.ts";

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Checks that the vectors have the form that runners in all languages rely on, and agree with the documents. What
 * `json.json` and `receiver.json` expect is checked by the library's own tests, which receive each.
 */
export function checkVectors(inputs: Inputs): Finding[] {
  return inputs.vectors.flatMap((source) => {
    if (source.file.endsWith("/signature.json")) return signatureVectors(source, inputs);
    if (source.file.endsWith("/webhook-urls.json")) return urlVectors(source);
    return source.file.endsWith("/json.json") ? [] : restsOf(source, inputs);
  });
}

/** What a case rests on is a fact or a gap. */
function restsOf(source: Source, { facts, gaps }: Inputs): Finding[] {
  const cases: Json[] = source.data?.cases ?? [];
  const known = { ...facts.data?.facts, ...gaps.data?.gaps };
  return cases.flatMap((one, i) =>
    (one.rests ?? [])
      .filter((id: string) => !Object.hasOwn(known, id))
      .map((id: string) =>
        finding(
          source,
          ["cases", i, "rests"],
          "vector-rests",
          `${one.id} rests on ${id}, which does not exist.`,
          "Name a fact or a gap.",
        ),
      ),
  );
}

function signatureVectors(source: Source, { asyncapi }: Inputs): Finding[] {
  const scheme = at(asyncapi.data, ["components", "securitySchemes", "clientWebhookSignature", "x-signature"]);
  const findings: Finding[] = [];
  const ids = new Set<string>();
  const cases: Json = source.data?.cases;
  if (!Array.isArray(cases))
    return [finding(source, [], "vector-form", "`cases` is not a list.", "Run node scripts/vectors.ts.")];
  for (const [i, vector] of cases.entries()) {
    const add = (key: string, rule: string, message: string) =>
      findings.push(
        finding(
          source,
          ["cases", i, key],
          rule,
          `${vector?.id ?? `case ${i}`}: ${message}`,
          "Mend the case in scripts/vectors/, then run node scripts/vectors.ts.",
        ),
      );
    if (typeof vector?.id !== "string" || ids.has(vector.id))
      add("id", "vector-form", "the id is missing or used twice.");
    ids.add(vector?.id);
    if (typeof vector?.body !== "string" || !BASE64.test(vector.body))
      add("body", "vector-form", "the body is not base64.");
    else if (
      !Array.isArray(vector?.secrets) ||
      vector.secrets.some((secret: Json) => typeof secret !== "string" || !BASE64.test(secret))
    )
      add("secrets", "vector-form", "the secrets are not base64.");
    else if (typeof vector.header !== "string" && vector.header !== null)
      add("header", "vector-form", "the header is neither text nor null.");
    else if (vector.ok !== true && typeof vector.code !== "string")
      add("ok", "vector-form", "a refusal needs its code.");
    else {
      const digests = vector.secrets.map((secret: string) => {
        const key = Buffer.from(secret, "base64");
        return (
          scheme.prefix +
          createHmac(scheme.algorithm.replace(/^hmac-/, ""), key)
            .update(Buffer.from(vector.body, "base64"))
            .digest(scheme.encoding)
        );
      });
      const found = digests.indexOf(vector.header?.startsWith(scheme.prefix) ? vector.header.toLowerCase() : undefined);
      const right = found >= 0 && vector.secrets.every((secret: string) => secret !== "");
      if (vector.ok !== right)
        add("ok", "vector-verdict", `the verdict is ${vector.ok}, and by x-signature it is ${right}.`);
      else if (vector.ok === true && vector.secretIndex !== found)
        add("secretIndex", "vector-verdict", `the secret that matches is number ${found}.`);
    }
  }
  return findings;
}

function urlVectors(source: Source): Finding[] {
  const findings: Finding[] = [];
  for (const list of ["cases", "addresses"]) {
    const rows: Json = source.data?.[list];
    if (!Array.isArray(rows)) {
      findings.push(finding(source, [list], "vector-form", `\`${list}\` is not a list.`, "Restore the list."));
      continue;
    }
    for (const [i, row] of rows.entries()) {
      const input = row?.url ?? row?.ip;
      if (
        typeof input !== "string" ||
        typeof row.ok !== "boolean" ||
        (!row.ok && row.code !== undefined && typeof row.code !== "string")
      ) {
        findings.push(
          finding(source, [list, i], "vector-form", "A case is {url or ip, ok, code when refused}.", "Mend the case."),
        );
      }
    }
  }
  return findings;
}
