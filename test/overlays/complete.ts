/** Facts of a team that knows every answer: each member of the form, and the rest by settings and in words. */

import { parse } from "yaml";
import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { DEFAULT_PROFILE } from "../../generated/profile.ts";
import { applyOverlays } from "../../src/overlays/apply.ts";
import type { Json } from "../support/json.ts";
import { read } from "../support/repository.ts";

export const FILE = "acme.deployment.yaml";

/** The members of the form that answer a gap each. */
const members = (): Json => ({
  ...parse(read(`spec/deployment/${FILE}`)),
  amount: { unit: "cents", currency: "EUR" },
  deliveries: {
    ...{ maxAttempts: 3, backoff: [60, 3600], timeoutSeconds: 10, ordering: "webhook", redirects: false },
    ...{ afterLastAttempt: "deactivate", pendingOnDeactivation: "drop" },
  },
  secret: { format: "base64url", bytes: 24, prefix: "whsec_" },
  clientWebhookItem: { path: "/api/client_webhooks/{id}", list: "get", read: "get", update: "patch", delete: "delete" },
  appWebhookItem: { path: "/api/app_webhooks/{id}", update: "put", delete: "delete" },
});

/** Every answer: nothing is left open. */
export function completeFacts(): Json {
  const own = members();
  const left = ({ settings, closed }: { settings: object; closed: readonly string[] }) => ({
    settings: Object.entries(DEFAULT_PROFILE).filter(([key]) => !(key in settings)),
    gaps: Object.keys(ASSUMPTIONS).filter((gap) => !closed.includes(gap)),
  });
  const apply = (data: Json) => applyOverlays([{ file: FILE, data }]).deployment;
  const withSettings = { ...own, settings: { ...own.settings, ...Object.fromEntries(left(apply(own)).settings) } };
  const { gaps } = left(apply(withSettings));
  return { ...withSettings, answers: Object.fromEntries(gaps.map((gap) => [gap, `Acme's answer to ${gap}.`])) };
}
