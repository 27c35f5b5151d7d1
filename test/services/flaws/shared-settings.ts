/** A setting that all webhooks of one owner have in common: that of the webhook that was registered first, or last. */

import type { Hook, Kind } from "../types.ts";
import { type Flaw, type Flaws, flaw } from "./flaw.ts";

type Setting = "type" | "events" | "url" | "active" | "secret";
const sharedBy = (kind: Kind, hook: Hook, hooks: readonly Hook[]) =>
  hook.kind === kind ? hooks.filter((other) => other.kind === kind && other.owner === hook.owner) : [];

const ofFirst = (kind: Kind, setting: Setting, facts: string): Flaw =>
  flaw(
    `${kind}-${setting}-of-first-registered`,
    facts,
    `The ${setting} of the first webhook of an owner is that of all.`,
    {
      adopts: (hook, hooks) => {
        const [first = hook] = sharedBy(kind, hook, hooks);
        return { ...hook, [setting]: first[setting] };
      },
    },
  );
const ofLast = (kind: Kind, setting: Setting, facts: string): Flaw =>
  flaw(
    `${kind}-${setting}-of-last-registered`,
    facts,
    `The ${setting} of the last webhook of an owner is that of all.`,
    {
      adopts: (hook, hooks) => {
        for (const other of sharedBy(kind, hook, hooks)) Object.assign(other, { [setting]: hook[setting] });
        return hook;
      },
    },
  );
const either = (...of: Parameters<typeof ofFirst>) => [ofFirst(...of), ofLast(...of)];

export const SHARED_SETTING_FLAWS: Flaws = {
  judge: [
    ofLast("app", "type", "F-6.4-03 F-2.3-08"),
    ...either("app", "events", "F-2.3-06 F-6.4-01 F-6.2-04"),
    ...either("app", "url", "F-2.3-02 F-6.4-01 F-6.1-04"),
    ...either("app", "active", "F-2.3-11 F-6.4-01 F-6.5-03"),
    ofLast("client", "events", "F-2.2-02 F-6.2-01 F-6.2-04"),
    ofLast("client", "url", "F-2.2-02 F-6.2-01 F-6.3-01"),
    ofLast("client", "secret", "F-2.2-12 F-2.2-02 F-6.3-05"),
  ],
};
