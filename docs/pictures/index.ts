import { deliveryLife } from "./delivery.ts";
import { oauthFlow } from "./oauth-flow.ts";
import { twoSystems } from "./two-systems.ts";
import { whoTalks } from "./who-talks.ts";

/** Every picture of the guides: file name -> SVG. The files beside this one are made from it by `npm run docs`. */
export const PICTURES: Readonly<Record<string, () => string>> = {
  "delivery.svg": deliveryLife,
  "oauth-flow.svg": oauthFlow,
  "two-systems.svg": twoSystems,
  "who-talks.svg": whoTalks,
};
