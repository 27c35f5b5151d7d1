import { deliveryLife } from "./delivery.ts";
import { factsBySection } from "./facts.ts";
import { oauthFlow } from "./oauth-flow.ts";
import { retryTimes } from "./retry-times.ts";
import { rooms } from "./rooms.ts";
import { speed } from "./speed.ts";
import { twoSystems } from "./two-systems.ts";
import { whoTalks } from "./who-talks.ts";

/** Every picture of the guides, by file name. `npm run docs` writes the SVG files in this folder. */
export const PICTURES: Readonly<Record<string, () => string>> = {
  "delivery.svg": deliveryLife,
  "facts.svg": factsBySection,
  "oauth-flow.svg": oauthFlow,
  "retry-times.svg": retryTimes,
  "rooms.svg": rooms,
  "speed.svg": speed,
  "two-systems.svg": twoSystems,
  "who-talks.svg": whoTalks,
};
