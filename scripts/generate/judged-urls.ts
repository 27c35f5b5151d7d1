import type { Source } from "../check/source.ts";
import { tsBanner } from "./banner.ts";

interface UrlCase {
  readonly url: string;
  readonly rests: string;
  readonly kind: string;
}

/** So that a run of the judge, which takes one of each kind, stays short. */
const MOST_KINDS = 90;

/**
 * `generated/judged-urls.ts`: the URLs of the vectors that rest on facts alone, by kind: of these the judge may accuse.
 *
 * @throws Error if a vector has no kind, or no fact or gap that it rests on, or if there are too many kinds
 */
export function renderJudgedUrls(vectors: readonly Source[]): string {
  const cases: UrlCase[] = vectors.find(({ file }) => file.endsWith("/webhook-urls.json"))?.data.cases ?? [];
  const bare = cases.find(({ rests, kind }) => !/^(?:F|U|A|N)-[\d.-]+$/.test(rests) || !/^\w+\.[\w-]+$/.test(kind));
  if (bare) throw new Error(`spec/vectors/webhook-urls.json: ${JSON.stringify(bare.url)} needs "rests" and "kind"`);
  const kinds = Map.groupBy(cases, ({ kind }) => kind);
  if (kinds.size > MOST_KINDS) throw new Error(`spec/vectors/webhook-urls.json has more than ${MOST_KINDS} kinds`);
  const judged = [...kinds]
    .map(([kind, of]) => [kind, of.filter(({ rests }) => rests.startsWith("F-")).map(({ url }) => url)] as const)
    .filter(([, urls]) => urls.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const table = JSON.stringify(Object.fromEntries(judged), null, 2);
  return `${tsBanner}
/** URLs that the stated facts allow (\`legal\`) or forbid (all others), by rule and kind. */
export const JUDGED_URLS: Readonly<Record<string, readonly string[]>> = ${table};
`;
}
