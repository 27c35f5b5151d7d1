import { deliveryLife } from "./delivery.ts";
import { factsBySection } from "./facts.ts";
import { oauthFlow } from "./oauth-flow.ts";
import { retryTimes } from "./retry-times.ts";
import { rooms } from "./rooms.ts";
import { drawSpeed } from "./speed.ts";
import { twoSystems } from "./two-systems.ts";
import { whoTalks } from "./who-talks.ts";

/** What a deployment states that pictures show. */
export interface Shown {
  readonly title: string;
  /** The name of the signature header. */
  readonly header: string;
  readonly maxAttempts?: number;
  /** Pauses between attempts, in seconds. */
  readonly pauses?: readonly number[];
}

/** Returns the pictures that look different for a deployment, by file name. */
export function drawPictures(shown: Shown): Map<string, string> {
  const { title, header, maxAttempts, pauses } = shown;
  const retried = maxAttempts && pauses && [`${maxAttempts} attempts`, "in all"];
  return new Map([
    ["delivery.svg", deliveryLife(header, retried || undefined)],
    ["two-systems.svg", twoSystems(header)],
    ...(pauses ? [["retry-times.svg", retryTimes({ title, pauses })] as const] : []),
  ]);
}

/** Every picture of the guides, by file name. `npm run docs` writes the SVG files in this folder. */
export const PICTURES: Readonly<Record<string, () => string>> = {
  "delivery.svg": deliveryLife,
  "facts.svg": factsBySection,
  "oauth-flow.svg": oauthFlow,
  "retry-times.svg": retryTimes,
  "rooms.svg": rooms,
  "speed.svg": drawSpeed,
  "two-systems.svg": twoSystems,
  "who-talks.svg": whoTalks,
};
