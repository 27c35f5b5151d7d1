/** What a deployment states, in words for `explain`: the values that answer a gap, and what its header is called. */

import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import { PROFILE_KEYS, type Profile } from "../../generated/profile.ts";
import type { Deployment } from "../overlays/deployment.ts";

/** Returns what a deployment states about a gap, open or closed; undefined if that is nothing. */
export function answerOf(gap: string, deployment: Deployment): string | undefined {
  const { answers = {}, closed } = deployment;
  if (Object.hasOwn(answers, gap)) return answers[gap];
  const values = valuesOf(deployment).filter(([id]) => id === gap);
  const texts = values.map(([, name, value]) => `${name} = ${JSON.stringify(value)}`);
  if (texts.length > 0) return texts.join("; ");
  return closed.includes(gap) ? "answered in its documents" : undefined;
}

function valuesOf({ signature, baseUrl, authUrl, authorizationUrl, settings }: Deployment) {
  const rows: [gap: string, name: string, value: unknown][] = [
    ["A-07", "header", signature.header === SIGNATURE_HEADER ? null : signature.header],
    ["U-11", "base_url", baseUrl],
    ["U-11", "auth_url", authUrl],
    ["N-4.1-01", "authorizationUrl", authorizationUrl],
    ["A-12", "authorizationUrl", authorizationUrl],
  ];
  const stated = rows.filter(([, , value]) => value !== null);
  for (const [key, value] of Object.entries(settings))
    stated.push([PROFILE_KEYS[key as keyof Profile].gap, key, value]);
  return stated;
}

/** Returns the sentence for texts that name the header neutrally; undefined for others. */
export function headerNote(texts: readonly string[], { signature }: Deployment): string | undefined {
  const isNamed = signature.header !== SIGNATURE_HEADER && texts.some((text) => text.includes(SIGNATURE_HEADER));
  return isNamed ? `${SIGNATURE_HEADER} is called ${signature.header}` : undefined;
}
