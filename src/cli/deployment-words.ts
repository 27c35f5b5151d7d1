/** What a deployment states, in words for commands: the values that answer a gap, and what its header is called. */

import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import { DEFAULT_PROFILE, PROFILE_KEYS, type Profile } from "../../generated/profile.ts";
import type { Deployment } from "../overlays/deployment.ts";
import { typedKeys } from "../values/names.ts";

/** Returns what a deployment states about a gap, open or closed; undefined if that is nothing. */
export function findAnswer(gap: string, deployment: Deployment): string | undefined {
  const { answers = {}, closed } = deployment;
  if (Object.hasOwn(answers, gap)) return answers[gap];
  const values = statedRows(deployment).filter(([id]) => id === gap);
  const texts = values.map(([, name, value]) => `${name} = ${JSON.stringify(value)}`);
  if (texts.length > 0) return texts.join("; ");
  return closed.includes(gap) ? "answered in its documents" : undefined;
}

/** A gap that a deployment answers in part: the names of what it states of it, and of what it leaves open. */
export interface Half {
  readonly gap: string;
  readonly stated: readonly string[];
  readonly open: readonly string[];
}

/** Returns the gaps that a deployment states in part, in their order: some of their values, or all in words alone. */
export function findHalves(deployment: Deployment): Half[] {
  const { answers = {}, closed } = deployment;
  const words = Object.keys(answers).map((gap): Row => [gap, "words", answers[gap]]);
  return Object.keys(ASSUMPTIONS).flatMap((gap) => {
    if (closed.includes(gap) && !(gap in answers)) return [];
    const [stated, open] = [[...words, ...statedRows(deployment)], openRows(deployment)].map((rows) =>
      rows.filter(([id]) => id === gap).map(([, name]) => name),
    );
    return stated?.length && open?.length ? [{ gap, stated, open }] : [];
  });
}

type Row = [gap: string, name: string, value: unknown];

const ownRows = ({ signature, baseUrl, authUrl, authorizationUrl }: Deployment): Row[] => [
  ["A-07", "header", signature.header === SIGNATURE_HEADER ? null : signature.header],
  ["U-11", "base_url", baseUrl],
  ["U-11", "auth_url", authUrl],
  ["N-4.1-01", "authorizationUrl", authorizationUrl],
  ["A-12", "authorizationUrl", authorizationUrl],
];
const settingRows = (settings: Readonly<Partial<Profile>>): Row[] =>
  typedKeys(settings).map((key) => [PROFILE_KEYS[key].gap, key, settings[key]]);

const statedRows = (of: Deployment): Row[] => [
  ...ownRows(of).filter(([, , value]) => value !== null),
  ...settingRows(of.settings),
];
const openRows = (of: Deployment): Row[] => [
  ...ownRows(of).filter(([, , value]) => value === null),
  ...settingRows(DEFAULT_PROFILE).filter(([, key]) => !(key in of.settings)),
];

/** Returns the sentence for texts that name the header neutrally; undefined for others. */
export function headerNote(texts: readonly string[], { signature }: Deployment): string | undefined {
  const isNamed = signature.header !== SIGNATURE_HEADER && texts.some((text) => text.includes(SIGNATURE_HEADER));
  return isNamed ? `${SIGNATURE_HEADER} is called ${signature.header}` : undefined;
}
