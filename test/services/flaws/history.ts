/** Flaws that show only in a history: after other payments, after failures, after switches, beside twins. */

import { EVENT, isSuccess, type Switches } from "../service.ts";
import type { Hook, Outcome, Payment } from "../types.ts";
import { type Flaw, flaw, flaws, hears } from "./flaw.ts";

const isDue = ({ confirmed, paidTo }: Payment) => confirmed && paidTo === "client";
const emitsIf = (fits: (payment: Payment) => boolean): Partial<Switches> => ({
  emits: (payment) => (fits(payment) ? [EVENT] : []),
});
const isRetried = ({ kind, type }: Hook, outcome: Outcome) => (kind === "client" || type === 2) && !isSuccess(outcome);

class Counter<K extends object> {
  readonly #counts = new WeakMap<K, number>();
  of(key: K): number {
    return this.#counts.get(key) ?? 0;
  }
  add(key: K): number {
    this.#counts.set(key, this.of(key) + 1);
    return this.of(key);
  }
}

export const PAYMENT_HISTORY_FLAWS: Flaw[] = [
  ...flaws("F-6.5-02 F-7-03", {
    "retry-of-the-newest: A retry has the payload of the newest payment that its webhook was sent.": () => {
      const newest = new WeakMap<Hook, unknown>();
      return {
        payload: (snapshot, { attempt, hook }) => {
          if (attempt === 1) newest.set(hook, snapshot);
          return newest.get(hook);
        },
      };
    },
    "overtaken-forgotten: A delivery that succeeds ends the retries of earlier ones at its webhook.": () => {
      const succeeded = new WeakMap<Hook, number>();
      return {
        answered: (hook, outcome) => {
          if (isSuccess(outcome)) succeeded.set(hook, performance.now());
        },
        // Time for the later one to succeed on a busy machine.
        pauseMs: () => 150,
        drops: (hook, failedAt) => (succeeded.get(hook) ?? 0) > failedAt,
      };
    },
    "retries-kept-by-number: A success ends the pending retries of the webhook of the other kind with its number.":
      () => {
        const key = new WeakMap<Hook, number>();
        const succeeded = new Map<string, number>();
        return {
          notes: (hook, hooks) => void key.set(hook, hooks.filter(({ kind }) => kind === hook.kind).length),
          created: (resource, hook) => ({ "@id": `/api/${hook.kind}_webhooks/${key.get(hook)}`, ...resource }),
          answered: (hook, outcome) =>
            void (isSuccess(outcome) && succeeded.set(`${hook.kind} ${key.get(hook)}`, performance.now())),
          pauseMs: () => 150,
          drops: (hook, failedAt) =>
            (succeeded.get(`${hook.kind === "app" ? "client" : "app"} ${key.get(hook)}`) ?? 0) > failedAt,
        };
      },
  }),
  ...flaws("F-3-03 F-6.2-01", {
    "agency-after-agency-delivered: A second payment to the agency in a row is delivered.": () => {
      let last = "";
      return emitsIf((payment) => {
        const isSecond = payment.confirmed && payment.paidTo === "agency" && last === "agency";
        last = payment.paidTo;
        return isDue(payment) || isSecond;
      });
    },
    "agency-after-ten-delivered: After ten payments a payment to the agency is delivered.": () => {
      let count = 0;
      return emitsIf((payment) => {
        if (isDue(payment)) count++;
        return isDue(payment) || (payment.confirmed && count >= 10);
      });
    },
  }),
  ...flaws("F-6.2-01 F-3-03", {
    "recorded-after-ten-delivered: After ten payments of a client one that is only recorded is delivered.": () => {
      let count = 0;
      return emitsIf((payment) => {
        if (isDue(payment)) count++;
        return isDue(payment) || (payment.paidTo === "client" && count >= 10);
      });
    },
  }),
  ...flaws("F-6.4-01 F-6.2-04 F-2.3-11 F-2.3-02", {
    "app-webhook-retired: An app webhook receives its first ten events, and nothing more.": () => {
      const heard = new Counter<Hook>();
      return {
        receives: (hook, event, owner) =>
          hears(hook, event, owner) && (hook.kind === "client" || heard.add(hook) <= 10),
      };
    },
  }),
  ...flaws("F-2.2-14 F-6.2-04 F-6.5-03", {
    "switched-off-after-deliveries-in-vain: A client webhook that received twice cannot be switched off.": () => {
      const received = new Counter<Hook>();
      return {
        answered: (hook) => void received.add(hook),
        receives: (hook, event, owner) =>
          hears({ ...hook, active: hook.active || (hook.kind === "client" && received.of(hook) >= 2) }, event, owner),
      };
    },
  }),
  ...flaws("F-6.2-01 F-6.4-01 F-3-03", {
    "all-silent-after-sixty-deliveries: After sixty deliveries nothing is sent any more.": () => {
      let count = 0;
      return {
        answered: () => void count++,
        receives: (hook, event, owner) => count < 60 && hears(hook, event, owner),
      };
    },
  }),
  flaw("fortieth-payment-lost", "F-6.2-01 F-6.2-04 F-3-03", "Each webhook misses its fortieth payment.", () => {
    const payments = new Counter<Hook>();
    return {
      receives: (hook, event, owner) => hears(hook, event, owner) && (hook.kind === "app" || payments.add(hook) !== 40),
    };
  }),
  flaw("app-seventh-event-lost", "F-6.4-01 F-2.3-11", "An app webhook receives six events and no more.", () => {
    const events = new Counter<Hook>();
    return {
      receives: (hook, event, owner) => hears(hook, event, owner) && (hook.kind === "client" || events.add(hook) <= 6),
    };
  }),
];

export const TWIN_FLAWS: Flaw[] = [
  ...flaws("F-2.2-02 F-6.1-04 F-6.2-01", {
    "same-name-in-capitals-replaces: A client webhook takes the place of one whose name differs in capitals.": () => ({
      replaces: ({ body: { name } }, hook) =>
        hook.body["name"] !== name && String(hook.body["name"]).toUpperCase() === String(name).toUpperCase(),
    }),
    "same-name-replaces: A client webhook with the name of another one takes its place.": () => ({
      replaces: (earlier, hook) =>
        hook.kind === "client" && earlier.kind === "client" && earlier.body["name"] === hook.body["name"],
    }),
  }),
  flaw(
    "same-name-hears-other-client",
    "F-2.2-01 F-6.2-04 F-6.2-01 F-3-03",
    "A client webhook also receives the payments of a client that has a webhook of the same name.",
    () => {
      const names = new Map<string, Set<unknown>>();
      return {
        notes: (hook) => {
          if (hook.kind === "client")
            names.set(hook.owner, (names.get(hook.owner) ?? new Set()).add(hook.body["name"]));
        },
        receives: (hook, event, owner) =>
          hears(hook, event, owner) ||
          (hook.kind === "client" &&
            hears({ ...hook, owner }, event, owner) &&
            names.get(owner)?.has(hook.body["name"]) === true),
      };
    },
  ),
  ...flaws("F-2.2-14 F-2.2-02 F-6.2-01", {
    "same-name-switched-off: Switching a webhook off switches off those of its name.": () => ({
      deactivates: (hook, told) => hook.body["name"] === told.body["name"],
    }),
  }),
];

export const FAILURE_HISTORY_FLAWS: Flaw[] = [
  ...flaws("F-6.5-02 F-7-03", {
    "creation-ends-retries: Each creation of a webhook ends the retries that are due at others.": () => {
      let createdAt = 0;
      return {
        notes: () => {
          createdAt = performance.now();
        },
        pauseMs: () => 400,
        drops: (_, failedAt) => createdAt > failedAt,
      };
    },
    "retry-budget-of-webhook: A client webhook is granted six retries in all.": () => {
      const retries = new Counter<Hook>();
      return {
        retries: (hook, outcome) => isRetried(hook, outcome) && (hook.kind === "app" || retries.add(hook) <= 6),
      };
    },
  }),
  ...flaws("F-6.2-01 F-6.4-01 F-2.2-02", {
    "breaker-of-all: After five failures in a row nothing is sent to anybody.": () => {
      let row = 0;
      return {
        answered: (_, outcome) => {
          row = isSuccess(outcome) ? 0 : row + 1;
        },
        receives: (hook, event, owner) => row < 5 && hears(hook, event, owner),
      };
    },
  }),
  ...flaws("F-6.2-01 F-6.4-01", {
    "worker-dies-of-transport-errors: After four transport errors nothing is sent any more.": () => {
      let errors = 0;
      return {
        answered: (_, outcome) => {
          if (outcome === "error") errors++;
        },
        receives: (hook, event, owner) => errors < 4 && hears(hook, event, owner),
      };
    },
  }),
  ...flaws("F-2.2-14 F-6.2-04 F-6.2-01", {
    "stays-off-after-failures: A webhook that failed three times is never sent anything again, switched on or not.":
      () => {
        const failures = new Counter<Hook>();
        return {
          answered: (hook, outcome) => {
            if (!isSuccess(outcome) && hook.kind === "client") failures.add(hook);
          },
          receives: (hook, event, owner) => failures.of(hook) < 3 && hears(hook, event, owner),
        };
      },
  }),
  ...flaws("F-6.5-02 F-6.4-04 F-7-03", {
    "redirect-target-counts: Redirections are followed, and the answer there counts as the receiver's.": () => ({
      follows: () => true,
      countsTarget: true,
    }),
    "slash-redirect-counts: A redirection to the same path with a slash is followed, and the answer there counts.": {
      follows: (path, location) => location === `${path}/`,
      countsTarget: true,
    },
  }),
  ...flaws("F-6.5-03 F-2.2-14", {
    "retried-while-inactive: A retry that is due is sent although the webhook was switched off.": () => ({
      keepsPending: () => true,
      pauseMs: () => 60,
    }),
    "resets-retried-while-inactive: A retry after a reset is sent although the webhook was switched off.": () => ({
      keepsPending: (_, outcome) => outcome === "error",
    }),
  }),
  ...flaws("F-6.4-03 F-6.4-01", {
    "app-1-off-after-410: With type 1, 410 switches the webhook off.": () => ({
      answered: (hook, outcome) => {
        if (hook.kind === "app" && hook.type === 1 && outcome === 410) hook.active = false;
      },
    }),
    "app-1-off-after-four-failures: With type 1, the fourth failure switches the webhook off.": () => {
      const failures = new Counter<Hook>();
      return {
        answered: (hook, outcome) => {
          const counts = hook.kind === "app" && hook.type === 1 && !isSuccess(outcome) && outcome !== "error";
          if (counts && failures.add(hook) === 4) hook.active = false;
        },
      };
    },
  }),
];

export const HISTORY_FLAWS: Flaw[] = [...PAYMENT_HISTORY_FLAWS, ...TWIN_FLAWS, ...FAILURE_HISTORY_FLAWS];
