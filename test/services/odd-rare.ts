/** Legal services that are odd where the flaws of `flaws/rare.ts` are. `gap` is what leaves the choice. */

import { EVENT, isSuccess, type Switches } from "./service.ts";
import type { Hook, Json } from "./types.ts";
import type { Variant } from "./variants.ts";

const eventsOf = ({ events }: Json): unknown[] => (Array.isArray(events) ? events : []);
const corrected = (name: unknown) => (typeof name === "string" ? name.replaceAll("-", "_") : name);

export const RARE_VARIANTS: Variant[] = [
  {
    id: "client-with-many-events-refused",
    gap: "U-08",
    about: "A client webhook with more than ten events is refused.",
    switches: { refuses: ({ kind, body }) => kind === "client" && eventsOf(body).length > 10 },
  },
  {
    id: "hyphens-corrected-and-shown",
    gap: "U-09",
    about: "Hyphens in the names of events become underscores, and are shown so.",
    switches: {
      adopts: (hook) => ({ ...hook, events: hook.events.map(corrected) }),
      created: (resource) => ({ ...resource, events: eventsOf(resource).map(corrected) }),
      listed: (resource) => ({ ...resource, events: eventsOf(resource).map(corrected) }),
    },
  },
  {
    id: "token-type-in-any-case",
    gap: "U-17",
    about: "token_type is Bearer and bearer in turn.",
    get switches() {
      let count = 0;
      return { tokenAnswer: (tokens: Json) => ({ ...tokens, token_type: ++count % 2 === 0 ? "bearer" : "Bearer" }) };
    },
  },
  {
    id: "off-after-third-delivery-in-vain",
    gap: "U-25",
    about: "The third delivery that fails to the end switches a webhook off, unless the status is ignored.",
    get switches() {
      const failures = new Map<Hook, number>();
      return {
        answered: (hook: Hook, outcome: number | "error", isLast: boolean) => {
          if (isSuccess(outcome) || !isLast || (hook.kind === "app" && hook.type === 1)) return;
          failures.set(hook, (failures.get(hook) ?? 0) + 1);
          if ((failures.get(hook) ?? 0) >= 3) hook.active = false;
        },
      };
    },
  },
  {
    id: "paused-after-last-attempt",
    gap: "N-3-01",
    about:
      "The last attempt in vain switches a client webhook off for 400 ms; later payments meanwhile are not for it.",
    switches: {
      answered: (hook, outcome, isLast) => {
        if (isSuccess(outcome) || !isLast || hook.kind === "app") return;
        hook.active = false;
        setTimeout(() => {
          hook.active = true;
        }, 400);
      },
    },
  },
  {
    id: "sends-by-fetch",
    gap: "U-28",
    about:
      "The HTTP client takes 407 for a transport error, which type 2 does not retry, and repeats after 421 and 417.",
    switches: {
      retries: ({ kind, type }, outcome) =>
        [408, 417, 421].includes(Number(outcome)) ||
        (!isSuccess(outcome) && (kind === "client" || (type === 2 && outcome !== 407 && outcome !== "error"))),
    },
  },
  {
    id: "same-app-webhook-given-out-again",
    gap: "U-39",
    about: "An app webhook with the App, URL and events of another one is that one, with the new state.",
    switches: {
      reuses: (earlier, hook) => {
        const isSame =
          hook.kind === "app" &&
          earlier.kind === "app" &&
          earlier.owner === hook.owner &&
          earlier.url === hook.url &&
          `${earlier.events}` === `${hook.events}`;
        if (isSame) earlier.active = hook.active;
        return isSame;
      },
    },
  },
  {
    id: "slows-down-by-403",
    gap: "N-8-01",
    about: "More than 60 lists in a second with one token are answered 403.",
    get switches(): Partial<Switches> {
      const asked = new Map<string | undefined, number[]>();
      return {
        respond: (res, status, headers, body) => {
          const { method, headers: of } = res.req;
          if (method !== "GET") return void res.writeHead(status, headers).end(body);
          const times = [...(asked.get(of.authorization) ?? []).filter((at) => at > Date.now() - 1000), Date.now()];
          asked.set(of.authorization, times);
          if (times.length > 60) res.writeHead(403, headers).end();
          else res.writeHead(status, headers).end(body);
        },
      };
    },
  },
  {
    id: "known-event-alone",
    gap: "U-09",
    about: "Lists of several events are refused, and so are URLs that a webhook of the owner has.",
    switches: {
      refuses: ({ body, hooks }) => {
        const url = body["url"] ?? body["webhookUrl"];
        const owner = body["client"] ?? body["app"];
        const isTaken = hooks.some((hook) => hook.url === url && hook.owner === owner);
        return isTaken || eventsOf(body).some((name) => name !== EVENT);
      },
    },
  },
];
