/** Flaws in reading the answer of a receiver beyond its status, and in what follows it. */

import { isSuccess } from "../service.ts";
import type { Hook, Outcome } from "../types.ts";
import { type Flaws, flaws, hears, sends } from "./flaw.ts";

const isDue = ({ kind, type }: Hook, outcome: Outcome) => !isSuccess(outcome) && (kind === "client" || type === 2);
const LARGE = 64 * 1024;

export const ANSWER_FLAWS: Flaws = {
  histories: [
    ...flaws("F-6.5-02 F-6.4-04 F-7-03", {
      "stored-failure-counts: A failure that may be cached is asked for only once.": {
        misreads: ({ status, headers }) => !isSuccess(status) && headers["cache-control"] !== undefined,
      },
      "failure-with-location-counts: A failure with a Location is a success.": {
        misreads: ({ status, headers }) => status >= 400 && headers.location !== undefined,
      },
      "page-of-a-proxy-counts: A page instead of JSON is not read as a failure.": () => ({
        misreads: ({ headers }) => /html/.test(headers["content-type"] ?? ""),
      }),
      "failure-that-says-received: A body that says received is a success.": () => ({
        misreads: ({ text }) => /"received":true/.test(text),
      }),
      "failure-with-cookie: An answer that sets a cookie is a success.": () => ({
        misreads: ({ headers }) => headers["set-cookie"] !== undefined,
      }),
      "failure-that-says-ok: A body that says ok makes any answer a success.": () => ({
        misreads: ({ text }) => /"status":"ok"/.test(text),
      }),
      "failure-without-end-counts: A failure whose body does not end is taken for an acknowledgement.": {
        misreads: ({ isCut, status }) => isCut && !isSuccess(status),
      },
      "large-failure-counts: A failure with a body of more than 64 KiB is given up.": {
        misreads: ({ bytes, status }) => bytes > LARGE && !isSuccess(status),
      },
      "unreadable-retry-after-counts: A failure whose Retry-After is not a number is given up.": {
        misreads: ({ headers }) => Number.isNaN(Number(headers["retry-after"] ?? 0)),
      },
      "early-hints-count: 103 before a failure is taken for its answer, and for success.": {
        misreads: ({ early }) => early > 0,
      },
      "reset-after-success-counts: A client delivery that is reset right after one that succeeded is taken for done.":
        () => {
          const isWell = new WeakSet<Hook>();
          return {
            retries: (hook, outcome) =>
              !isSuccess(outcome) &&
              (hook.kind === "app" ? hook.type === 2 : !(outcome === "error" && isWell.has(hook))),
            answered: (hook, outcome) => {
              if (isSuccess(outcome)) isWell.add(hook);
              // It is asked after this whether to retry.
              else queueMicrotask(() => isWell.delete(hook));
            },
          };
        },
      "failure-that-says-already: A failure whose body says already is taken for an acknowledged duplicate.": () => ({
        misreads: ({ text, status }) => !isSuccess(status) && /\balready\b/i.test(text),
      }),
    }),
    ...flaws("F-6.2-01 F-6.4-01", {
      "stored-success-is-the-last: A success that may be cached answers later events.": () => {
        const stored = new WeakSet<Hook>();
        return {
          misreads: ({ headers }, hook) => {
            if (headers["cache-control"] !== undefined) stored.add(hook);
            return false;
          },
          receives: (hook, event, owner) => !stored.has(hook) && hears(hook, event, owner),
        };
      },
    }),
    ...flaws("F-6.5-02 F-7-03", {
      "status-above-599-counts: A status above 599 is taken for an acknowledgement.": {
        retries: (hook, outcome) => isDue(hook, outcome) && !(typeof outcome === "number" && outcome > 599),
      },
      "late-failure-counts: A failure that comes after 400 ms is taken for work that goes on.": () => {
        const sent = new WeakMap<Hook, number>();
        const isLate = (hook: Hook) => performance.now() - (sent.get(hook) ?? 0) > 400;
        return {
          send: (delivery, { hook }) => {
            sent.set(hook, performance.now());
            return delivery;
          },
          retries: (hook, outcome) => isDue(hook, outcome) && !(outcome !== "error" && isLate(hook)),
        };
      },
      "coded-failure-counts: An answer with a Content-Encoding is a success.": () => ({
        misreads: ({ headers }) => headers["content-encoding"] !== undefined,
      }),
      "overflow-counts: A client delivery whose answer has too many headers is given up.": () => {
        const overflows = new WeakSet<Hook>();
        return {
          broke: (hook, code) => void (code === "HPE_HEADER_OVERFLOW" && overflows.add(hook)),
          retries: (hook, outcome) => isDue(hook, outcome) && !(outcome === "error" && overflows.has(hook)),
        };
      },
    }),
    ...flaws("F-6.3-01 F-4.5-01 F-6.5-02 F-7-03", {
      "moved-for-good: After 301 or 308 later payments go to the Location instead of the webhook's URL.": () => {
        const moved = new WeakMap<Hook, string>();
        return {
          wasMoved: (hook, status, location) => {
            if (hook.kind === "client" && (status === 301 || status === 308)) moved.set(hook, location);
          },
          callsAt: (hook) => moved.get(hook) ?? hook.url,
        };
      },
      "put-after-405: After 405 a client delivery is repeated as a PUT.": () => {
        const refusing = new WeakSet<Hook>();
        return {
          answered: (hook, outcome) => void (outcome === 405 && refusing.add(hook)),
          ...sends("client", (delivery, { hook }) => (refusing.has(hook) ? { ...delivery, method: "PUT" } : delivery)),
        };
      },
    }),
  ],
};
