/** Flaws that one status, one character, one number or one moment shows. */

import { isSuccess, type Switches } from "../service.ts";
import type { Answered, Hook, Kind, Outcome } from "../types.ts";
import { type Flaw, flaw, hears, sends } from "./flaw.ts";

const isRetried = ({ kind, type }: Hook, outcome: Outcome) => (kind === "client" || type === 2) && !isSuccess(outcome);

const finalAfter = (kind: Kind, status: number) => (): Partial<Switches> => ({
  retries: (hook, outcome) => isRetried(hook, outcome) && !(hook.kind === kind && outcome === status),
});
const isUtf8 = ({ text }: Answered) => !Buffer.from(text, "latin1").toString("utf8").includes("\ufffd");
/** As `LIKE` of SQL reads the name: `_` is any character. */
const isLike = (name: unknown, event: string) =>
  typeof name === "string" &&
  name.length === event.length &&
  [...event].every((char, index) => char === "_" || char === name[index]);
const isOffAt = (url: string, of: Kind, hooks: readonly Hook[]) =>
  hooks.some((hook) => hook.kind === of && hook.url === url && !hook.active);
/** An inactive webhook of the one kind silences those of the other kind, or of its own, at its URL. */
const silencedBy = (off: Kind, silenced: Kind) => (): Partial<Switches> => ({
  receives: (hook, event, owner, hooks) =>
    hears(hook, event, owner) && !(hook.kind === silenced && isOffAt(hook.url, off, hooks)),
});

const STATUSES: Flaw[] = [
  flaw("status-412-final", "F-6.5-02 F-7-03", "A client delivery is not retried after 412.", finalAfter("client", 412)),
  flaw("app-2-status-451-final", "F-6.4-04 F-7-03", "Type 2 is not retried after 451.", finalAfter("app", 451)),
  flaw("app-1-asked-again-later", "F-6.4-03", "Type 1 is retried if the answer has Retry-After.", () => {
    const isAsked = new WeakMap<Hook, boolean>();
    return {
      misreads: ({ headers }, hook) => {
        isAsked.set(hook, headers["retry-after"] !== undefined);
        return false;
      },
      retries: (hook, outcome) => isRetried(hook, outcome) || (!isSuccess(outcome) && isAsked.get(hook) === true),
    };
  }),
  flaw(
    "put-after-405",
    "F-6.3-01 F-4.5-01 F-6.5-02 F-7-03",
    "After 405 a client delivery is repeated as a PUT.",
    () => {
      const refusing = new WeakSet<Hook>();
      return {
        answered: (hook, outcome) => void (outcome === 405 && refusing.add(hook)),
        ...sends("client", (delivery, { hook }) => (refusing.has(hook) ? { ...delivery, method: "PUT" } : delivery)),
      };
    },
  ),
  flaw("failure-that-says-ok", "F-6.5-02 F-6.4-04 F-7-03", "A body that says ok makes any answer a success.", () => ({
    misreads: ({ text }) => /"status":"ok"/.test(text),
  })),
  flaw(
    "worker-dies-of-bytes",
    "F-6.2-01 F-6.4-01 F-6.5-02 F-6.4-04 F-7-03",
    "After an answer that is not UTF-8 nothing is sent.",
    () => {
      let isDead = false;
      return {
        misreads: (answer) => {
          isDead ||= !isUtf8(answer);
          return isDead;
        },
        receives: (hook, event, owner) => !isDead && hears(hook, event, owner),
      };
    },
  ),
];

const MOMENTS: Flaw[] = [
  flaw(
    "payment-lost-while-retry-is-due",
    "F-6.2-01 F-6.2-04",
    "A payment is not delivered to a webhook for which a retry is due.",
    () => {
      const isDue = new WeakMap<Hook, boolean>();
      return {
        pauseMs: () => 120,
        answered: (hook, outcome, isLast) => void isDue.set(hook, !isSuccess(outcome) && !isLast),
        receives: (hook, event, owner) =>
          hears(hook, event, owner) && !(hook.kind === "client" && isDue.get(hook) === true),
      };
    },
  ),
  flaw("app-2-five-retries-in-all", "F-6.4-04 F-7-03", "An app webhook is granted five retries in all.", () => {
    const retries = new Map<Hook, number>();
    return {
      retries: (hook, outcome) => {
        if (!isRetried(hook, outcome) || hook.kind === "client") return isRetried(hook, outcome);
        retries.set(hook, (retries.get(hook) ?? 0) + 1);
        return (retries.get(hook) ?? 0) <= 5;
      },
    };
  }),
  flaw("token-type-of-the-third", "F-2.1-01 F-4.2-05", "From the third exchange on token_type is MAC.", () => {
    let count = 0;
    return { tokenAnswer: (tokens) => (++count > 2 ? { ...tokens, token_type: "MAC" } : tokens) };
  }),
  flaw(
    "inactive-wakes-after-many-deliveries",
    "F-6.5-03 F-2.2-14 F-6.2-04",
    "A client webhook that is switched off is active again after a hundred deliveries to others.",
    () => {
      let count = 0;
      const since = new WeakMap<Hook, number>();
      return {
        answered: () => void count++,
        receives: (hook, event, owner) => {
          const isOff = hook.kind === "client" && !hook.active;
          if (isOff && !since.has(hook)) since.set(hook, count);
          const isAwake = isOff && count - (since.get(hook) ?? count) > 100;
          return hears({ ...hook, active: hook.active || isAwake }, event, owner);
        },
      };
    },
  ),
  flaw("token-good-for-a-hundred-requests", "F-2.1-02 F-8-03 F-5-03", "A token is good for 100 requests.", () => ({
    tokenUses: 100,
  })),
];

const NAMES_AND_NUMBERS: Flaw[] = [
  flaw("underscore-is-any-character", "F-6.2-04 F-6.5-03", "Names are compared with LIKE.", () => ({
    receives: (hook, event, owner) =>
      hook.active && hook.owner === owner && hook.events.some((name) => isLike(name, event)),
  })),
  flaw("events-cut-at-255", "F-6.2-04 F-6.2-01", "The events of a client webhook are kept in 255 characters.", () => ({
    adopts: (hook) =>
      hook.kind === "client" ? { ...hook, events: hook.events.join(",").slice(0, 255).split(",") } : hook,
  })),
  flaw("path-parameters-lost", "F-6.3-01 F-4.5-01", "What follows a semicolon in the path of a URL is lost.", () =>
    sends("client", (delivery) => ({ ...delivery, path: delivery.path.replace(/;[^?/]*/g, "") })),
  ),
  flaw("empty-values-lost", "F-6.4-01 F-4.5-01", "Members of a query without a value are lost.", () =>
    sends("app", (delivery) => ({ ...delivery, path: delivery.path.replace(/&[^&=]+=(?=&|$)/g, "") })),
  ),
  flaw(
    "app-number-silences-client",
    "F-6.2-04 F-6.2-01",
    "An inactive app webhook silences the client webhook of its number.",
    () => ({
      receives: (hook, event, owner, hooks) => {
        const numbered = (kind: Kind) => hooks.filter((one) => one.kind === kind);
        const twin = numbered("app")[numbered("client").indexOf(hook)];
        return hears(hook, event, owner) && twin?.active !== false;
      },
    }),
  ),
  flaw(
    "client-off-silences-app-at-its-url",
    "F-6.4-01 F-2.3-11",
    "Switching a client webhook off silences app webhooks at its URL.",
    silencedBy("client", "app"),
  ),
  flaw(
    "app-off-silences-client-at-its-url",
    "F-6.2-01 F-6.2-04",
    "An inactive app webhook silences client webhooks at its URL.",
    silencedBy("app", "client"),
  ),
  flaw(
    "app-silences-client-at-its-url",
    "F-6.2-01 F-6.2-04",
    "An app webhook silences client webhooks at its URL.",
    () => ({
      receives: (hook, event, owner, hooks) =>
        hears(hook, event, owner) &&
        !(hook.kind === "client" && hooks.some(({ kind, url }) => kind === "app" && url === hook.url)),
    }),
  ),
  flaw(
    "app-off-silences-app-at-its-url",
    "F-6.4-01 F-2.3-11 F-2.3-02",
    "An inactive app webhook silences active ones at its URL.",
    silencedBy("app", "app"),
  ),
  flaw("list-one-for-each-url", "F-4.4-01 F-2.3-02", "The list shows one webhook for each URL.", () => ({
    list: (items) => [...new Map(items.map((one) => [(one as { webhookUrl: string }).webhookUrl, one])).values()],
  })),
];

export const RARE_FLAWS: Flaw[] = [...STATUSES, ...MOMENTS, ...NAMES_AND_NUMBERS];
