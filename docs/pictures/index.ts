import { deliveryLife } from "./delivery.ts";
import { oauthFlow } from "./oauth-flow.ts";
import { rooms } from "./rooms.ts";
import { twoSystems } from "./two-systems.ts";
import { whoTalks } from "./who-talks.ts";

/** Every picture of the guides, by file name. `npm run docs` writes the SVG files in this folder. */
export const PICTURES: Readonly<Record<string, () => string>> = {
  "delivery.svg": deliveryLife,
  "oauth-flow.svg": oauthFlow,
  "rooms.svg": rooms,
  "two-systems.svg": twoSystems,
  "who-talks.svg": whoTalks,
};
