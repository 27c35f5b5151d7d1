/** Flaws of retrying client deliveries. */

import { isSuccess, type Switches } from "../service.ts";
import type { Hook, Json, Kind, Outcome } from "../types.ts";
import {
  type Flaws,
  flaw,
  flaws,
  hears,
  hundred,
  isRetried,
  OTHER_CLIENT,
  sends,
  sendsTo,
  sendsTyped,
  withHeader,
  withoutHeader,
} from "./flaw.ts";

/** Client deliveries are retried after these outcomes only, app deliveries as they should. */
const retriesAfter = (isRetried: (outcome: Outcome) => boolean): Partial<Switches> => ({
  retries: (hook, outcome) => !isSuccess(outcome) && (hook.kind === "client" ? isRetried(outcome) : hook.type === 2),
});
function staleSignature(): Partial<Switches> {
  const first = new WeakMap<Hook, Map<unknown, string>>();
  return sends("client", (delivery, { hook, attempt, payload }) => {
    const signatures = first.get(hook) ?? new Map();
    first.set(hook, signatures);
    const { id } = payload as Json;
    if (attempt === 1) signatures.set(id, delivery.headers["X-Service-Signature"]);
    return withHeader("X-Service-Signature", signatures.get(id))(delivery);
  });
}
const finalFor = (...codes: number[]): Partial<Switches> => ({
  retries: ({ kind, type }, outcome) =>
    (kind === "client" || type === 2) && !isSuccess(outcome) && !(kind === "client" && codes.includes(Number(outcome))),
});
export const isOfRetriedKind = ({ kind, type }: Hook) => kind === "client" || type === 2;
/** Webhooks that once answered 2xx. */
export const content = new WeakSet<Hook>();
export const notes = (hook: Hook, outcome: number | "error") => void (isSuccess(outcome) && content.add(hook));
/** Webhooks that failed, and those of them that answered 2xx since. */
export const failed = new WeakSet<Hook>();
export const mended = new WeakSet<Hook>();
export const notesBoth = (hook: Hook, outcome: number | "error") =>
  void (isSuccess(outcome) ? failed.has(hook) && mended.add(hook) : failed.add(hook));
export const finalAfter = (kind: Kind, status: number) => (): Partial<Switches> => ({
  retries: (hook, outcome) => isRetried(hook, outcome) && !(hook.kind === kind && outcome === status),
});
/** Retries of webhooks of a kind end when something happens that is none of their business. */
export const endsRetries = (kind: Kind = "client") => {
  let at = 0;
  return {
    now: () => {
      at = performance.now();
    },
    switches: {
      pauseMs: () => 120,
      drops: (hook: Hook, failedAt: number) => hook.kind === kind && at > failedAt,
    },
  };
};

export const CLIENT_RETRY_FLAWS: Flaws = {
  look: [
    ...flaws("F-7-03 F-6.5-02", {
      "never-retried: Client deliveries are never retried.": retriesAfter(() => false),
    }),
    ...flaws("F-6.5-02 F-7-03", {
      "retried-after-5xx-only: Client deliveries are retried after 5xx only.": retriesAfter(
        (outcome) => hundred(outcome) === 5,
      ),
      "not-retried-after-500: 500 is final; the rest of 5xx is retried.": retriesAfter((outcome) => outcome !== 500),
      "not-retried-after-404: 404 is final.": retriesAfter((outcome) => outcome !== 404),
      "not-retried-after-4xx: Every 4xx is final.": retriesAfter((outcome) => hundred(outcome) !== 4),
      "not-retried-after-3xx: A redirection counts as success.": retriesAfter((outcome) => hundred(outcome) !== 3),
      "not-retried-after-transport-error: A connection that breaks is not retried.": retriesAfter(
        (outcome) => outcome !== "error",
      ),
    }),
    flaw(
      "retried-after-transport-errors-only",
      "F-6.5-02 F-7-03",
      "Client deliveries are retried after transport errors, and after no answer.",
      retriesAfter((outcome) => outcome === "error"),
    ),
    ...flaws("F-5-09 F-6.3-03 F-6.3-05", {
      "retry-unsigned: Retries have no signature header.": sends("client", withoutHeader("X-Service-Signature"), 2),
    }),
    ...flaws("F-6.3-05", {
      "retry-with-stale-signature: The body counts the attempts, and every attempt has the signature of the first.": {
        payload: (snapshot, { attempt }) => ({ ...snapshot, attempt }),
        ...staleSignature(),
      },
    }),
    ...flaws("F-6.3-04 F-2.4-10 F-6.3-05", {
      "retry-without-body: Retries have an empty body.": sends("client", () => ({ body: Buffer.alloc(0) }), 2),
    }),
    ...flaws("F-6.3-01 F-4.5-01 F-1-04 F-6.5-02", {
      "retry-by-get: Retries are GET requests.": sends("client", () => ({ method: "GET", body: Buffer.alloc(0) }), 2),
    }),
    flaw("retry-without-event", "F-2.4-01 F-6.3-04 F-2.4-10", "Retries have no @event, and are rightly signed.", {
      payload: ({ "@event": event, ...rest }, { attempt }) => (attempt > 1 ? rest : { "@event": event, ...rest }),
    }),
    ...flaws("F-6.3-02", {
      "retry-as-text: Retries have the Content-Type text/plain.": sendsTyped("text/plain", 2),
    }),
    ...flaws("F-6.3-01 F-4.5-01 F-6.5-02", {
      "retry-to-root: Retries go to the root of the host instead of the URL.": sends(
        "client",
        () => ({ path: "/" }),
        2,
      ),
    }),
  ],
  judge: [
    flaw("not-retried-at-http", "F-6.5-02 F-7-03", "The worker of retries connects to https URLs only.", {
      retries: (hook, outcome) => isRetried(hook, outcome) && !(hook.kind === "client" && /^http:/.test(hook.url)),
    }),
    ...[401, 403, 409, 422, 429, 301, 304, 307, 308, 501, 502, 504].map((code) =>
      flaw(`not-retried-after-${code}`, "F-6.5-02 F-7-03", `For client deliveries, ${code} is final.`, finalFor(code)),
    ),
    ...flaws("F-6.5-02 F-7-03", {
      "never-retried-after-success: Who once answered 2xx is not sent anything again.": {
        answered: notes,
        retries: (hook, outcome) =>
          !isSuccess(outcome) && isOfRetriedKind(hook) && !(hook.kind === "client" && content.has(hook)),
      },
      "never-retried-after-mend: Who failed and then answered 2xx is retried no more.": {
        answered: notesBoth,
        retries: (hook, outcome) =>
          !isSuccess(outcome) && isOfRetriedKind(hook) && !(hook.kind === "client" && mended.has(hook)),
      },
      "retry-budget-of-host: A host is granted fifty retries in all.": () => {
        const retries = new Map<string, number>();
        return {
          retries: (hook, outcome) => {
            const { host } = new URL(hook.url);
            if (!isRetried(hook, outcome)) return false;
            retries.set(host, (retries.get(host) ?? 0) + 1);
            return (retries.get(host) ?? 0) <= 50;
          },
        };
      },
      "retry-budget-of-case-file: A case file is granted ten retries at all webhooks.": () => {
        const [caseFiles, retries] = [new WeakMap<Hook, number>(), new Map<number | undefined, number>()];
        return {
          payload: (snapshot, { hook, payment }) => {
            caseFiles.set(hook, payment.caseFile);
            return snapshot;
          },
          retries: (hook, outcome) => {
            if (!isRetried(hook, outcome) || hook.kind === "app") return isRetried(hook, outcome);
            const caseFile = caseFiles.get(hook);
            retries.set(caseFile, (retries.get(caseFile) ?? 0) + 1);
            return (retries.get(caseFile) ?? 0) <= 10;
          },
        };
      },
      "not-retried-for-other-client: Deliveries of the second client are not retried.": {
        retries: (hook, outcome) => !isSuccess(outcome) && isOfRetriedKind(hook) && hook.owner !== OTHER_CLIENT,
      },
      "resets-not-retried-for-other-client: What failed in transport is not retried for the second client.": {
        retries: (hook, outcome) =>
          !isSuccess(outcome) && isOfRetriedKind(hook) && !(outcome === "error" && hook.owner === OTHER_CLIENT),
      },
    }),
    flaw(
      "reason-phrase-counts",
      "F-6.5-02 F-6.4-04 F-7-03",
      "Whether a delivery went well is read from the reason phrase, where the status is not 2xx.",
      { misreads: ({ phrase }) => /^(?:ok|accepted|created|no content)$/i.test(phrase) },
    ),
    ...(["host", "pathname"] as const).map((lane) =>
      flaw(
        `waiting-dropped-with-${lane}`,
        "F-6.2-01 F-6.2-04 F-2.2-02",
        `Deliveries to one ${lane} wait for each other, and those that wait when the retries of one end are dropped.`,
        () => {
          const [emitted, ended] = [new Map<string, number>(), new Map<string, number>()];
          const laneOf = ({ url }: Hook) => new URL(url)[lane];
          return {
            laneOf,
            receives: (hook, event, owner) => {
              emitted.set(laneOf(hook), performance.now());
              return hears(hook, event, owner);
            },
            answered: (hook, outcome, isLast) => {
              if (isLast && !isSuccess(outcome)) ended.set(laneOf(hook), performance.now());
            },
            // The rest of the world acknowledges.
            callsAt: (hook) =>
              (ended.get(laneOf(hook)) ?? 0) > (emitted.get(laneOf(hook)) ?? 0) ? "https://www.example.com/" : hook.url,
          };
        },
      ),
    ),
  ],
  histories: [
    ...flaws("F-6.3-01 F-4.5-01", {
      "retry-without-query: Retries of client deliveries lose the query of the URL.": sendsTo(
        (path) => path.split("?")[0] ?? "/",
        "client",
        2,
      ),
    }),
    ...flaws("F-6.5-02 F-7-03", {
      "status-412-final: A client delivery is not retried after 412.": finalAfter("client", 412),
      "refused-creation-ends-retries: A creation that is refused ends client retries.": () => {
        const { now, switches } = endsRetries();
        // The refusal is that of the rules; this is only told of it.
        return {
          ...switches,
          urlHole: () => {
            now();
            return false;
          },
        };
      },
      "switch-ends-retries-of-others: Switching a webhook off ends retries of others.": () => {
        const { now, switches } = endsRetries();
        return {
          ...switches,
          deactivates: (hook, told) => {
            now();
            return hook === told;
          },
        };
      },
      "app-event-ends-retries: An event for an App ends client retries.": () => {
        const { now, switches } = endsRetries();
        return {
          ...switches,
          receives: (hook, event, owner) => {
            if (hook.kind === "app") now();
            return hears(hook, event, owner);
          },
        };
      },
    }),
    flaw(
      "later-retries-unchecked",
      "F-6.5-03 F-2.2-14",
      "Whether a webhook is active is looked up before the first retry, and not before the others.",
      () => ({ keepsPending: (attempt) => attempt > 1, pauseMs: () => 60 }),
    ),
    flaw(
      "gone-is-final-yet-on",
      "F-6.5-02 F-7-03",
      "After 410 a client delivery is not retried, and the next payment is delivered nevertheless.",
      {
        retries: (hook, outcome) => isRetried(hook, outcome) && !(hook.kind === "client" && outcome === 410),
      },
    ),
  ],
};
