/** Services that fall silent: nothing comes to anybody, so nothing that is compared between webhooks shows it. */

import type { Hook } from "../types.ts";
import { type Flaw, flaw, hears } from "./flaw.ts";

const isClient = ({ kind }: Hook) => kind === "client";

/** After so many deliveries to webhooks of one sort, nothing comes to them any more. */
const after = (id: string, facts: string, about: string, deliveries: number, of: (hook: Hook) => boolean): Flaw =>
  flaw(id, facts, about, () => {
    let count = 0;
    return {
      answered: (hook) => void (of(hook) && count++),
      receives: (hook, event, owner) => hears(hook, event, owner) && !(of(hook) && count >= deliveries),
    };
  });

export const OUTAGE_FLAWS: Flaw[] = [
  {
    id: "many-webhooks-none-served",
    fact: "F-6.2-01",
    same: ["F-6.2-04", "F-2.2-02", "F-6.1-04"],
    about: "A payment that more than a dozen webhooks are due for is delivered to none of them.",
    switches: {
      chooses: (hooks) => (hooks.some(isClient) && hooks.length > 12 ? [] : hooks),
    },
  },
  {
    id: "many-app-webhooks-none-served",
    fact: "F-6.4-01",
    same: ["F-2.3-02", "F-6.1-04"],
    about: "An event that more than a dozen webhooks of an App are due for is delivered to none of them.",
    switches: {
      chooses: (hooks) => (hooks.some(isClient) || hooks.length <= 12 ? hooks : []),
    },
  },
  after(
    "clients-silent-after-120",
    "F-6.2-01 F-3-03 F-6.2-04",
    "120 client deliveries are made, and no more.",
    120,
    isClient,
  ),
  after(
    "apps-silent-after-150",
    "F-6.4-01 F-2.3-11",
    "150 app deliveries are made, and no more.",
    150,
    (hook) => !isClient(hook),
  ),
];
