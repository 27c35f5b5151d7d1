import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";

/** `generated/workflow.ts`: the onboarding workflow of spec/workflows, from which that of a deployment is made. */
export const renderWorkflow = (workflow: Json): string =>
  `${tsBanner}
/** From an authorization code to registered webhooks, in Arazzo. */
export const ONBOARDING = ${JSON.stringify(workflow)} as const;
`;
