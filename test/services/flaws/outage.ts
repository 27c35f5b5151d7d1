/** Services that fall silent: nothing is delivered to anybody, so comparing webhooks does not show it. */

import { isSuccess, type Switches } from "../service.ts";
import type { Answered, Hook } from "../types.ts";
import { type Flaw, type Flaws, flaw, flaws, hears } from "./flaw.ts";

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
const isUtf8 = ({ text }: Answered) => !Buffer.from(text, "latin1").toString("utf8").includes("\ufffd");
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
/** A worker that something ends: nothing is sent to anybody any more. */
const worker = (
  id: string,
  facts: string,
  about: string,
  die: (ends: (isEnd: boolean) => boolean) => Partial<Switches>,
) =>
  flaw(id, facts, about, () => {
    let isDead = false;
    return {
      ...die((isEnd) => (isDead ||= isEnd)),
      receives: (hook, event, owner) => !isDead && hears(hook, event, owner),
    };
  });
/** It dies of one kind of answer. */
const dies = (id: string, what: string, isDeadly: (answer: Answered) => boolean): Flaw =>
  worker(id, "F-6.2-01 F-6.4-01 F-6.5-02 F-6.4-04 F-7-03", `After ${what} nothing is sent.`, (ends) => ({
    misreads: (answer) => ends(isDeadly(answer)),
  }));
/** The same, after the answer was read and its delivery is retried: only later payments show it. */
const diesLater = (id: string, what: string, isDeadly: (answer: Answered) => boolean): Flaw =>
  worker(id, "F-6.2-01 F-6.4-01", `After ${what} no later event is sent.`, (ends) => ({
    misreads: (answer) => {
      ends(isDeadly(answer));
      return false;
    },
  }));
/** What an attempt holds until it is over is not given back: after eight of them nothing is delivered. */
const exhausted = (id: string, facts: string, what: string, by: string, kind?: Hook["kind"]): Flaw =>
  flaw(id, facts, `${what} keeps one of eight workers for ever; without them nothing is delivered.`, () => {
    let workers = 8;
    const isOf = (hook: Hook) => kind === undefined || hook.kind === kind;
    return {
      attemptTimeoutMs: 300,
      // Answers are read to their end.
      misreads: () => false,
      broke: (hook, code) => void (isOf(hook) && code === by && workers--),
      receives: (hook, event, owner) => hears(hook, event, owner) && (workers > 0 || !isOf(hook)),
    };
  });
const afterRefusals = (id: string, kind: Hook["kind"], facts: string): Flaw =>
  flaw(id, facts, "After a refused connection nothing is sent any more.", () => {
    let isDead = false;
    return {
      broke: (hook, code) => {
        isDead ||= hook.kind === kind && code === "ECONNREFUSED";
      },
      receives: (hook, event, owner) => hears(hook, event, owner) && !(hook.kind === kind && isDead),
    };
  });

export const OUTAGE_FLAWS: Flaws = {
  judge: [
    ...flaws("F-6.2-01 F-6.2-04 F-2.2-02 F-6.1-04", {
      "many-webhooks-none-served: A payment that more than a dozen webhooks are due for is delivered to none of them.":
        {
          chooses: (hooks) => (hooks.some(isClient) && hooks.length > 12 ? [] : hooks),
        },
    }),
    flaw(
      "many-app-webhooks-none-served",
      "F-6.4-01 F-2.3-02 F-6.1-04",
      "An event that more than a dozen webhooks of an App are due for is delivered to none of them.",
      {
        chooses: (hooks) => (hooks.some(isClient) || hooks.length <= 12 ? hooks : []),
      },
    ),
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
    diesLater("worker-dies-of-phrase", "a failure whose reason phrase is OK", ({ status, phrase }) => {
      return status >= 400 && phrase === "OK";
    }),
    diesLater("worker-dies-of-redirect", "a redirection with a Location", ({ headers }) => {
      return headers.location !== undefined;
    }),
    flaw(
      "slow-success-is-the-last",
      "F-6.2-01 F-6.2-04 F-6.4-01",
      "Who answers 2xx after 300 ms hears no more.",
      () => {
        const since = new WeakMap<Hook, number>();
        const slow = new WeakSet<Hook>();
        return {
          receives: (hook, event, owner) => hears(hook, event, owner) && !slow.has(hook),
          send: (delivery, { hook }) => {
            since.set(hook, performance.now());
            return delivery;
          },
          answered: (hook, outcome) => {
            if (isSuccess(outcome) && performance.now() - (since.get(hook) ?? 0) > 300) slow.add(hook);
          },
        };
      },
    ),
    diesLater("worker-dies-of-early-hint", "an informational answer", ({ early }) => early > 0),
    diesLater("worker-dies-of-206", "the answer 206", ({ status }) => status === 206),
    diesLater("worker-dies-of-coded-success", "a 200 with a Content-Encoding", ({ status, headers }) => {
      return status === 200 && headers["content-encoding"] !== undefined;
    }),
    diesLater("worker-dies-of-broken-json", "an answer that says it is JSON and is not", ({ headers, text }) => {
      return /json/.test(headers["content-type"] ?? "") && !isJson(text);
    }),
    diesLater("worker-dies-of-451", "the answer 451", ({ status }) => status === 451),
    worker(
      "worker-dies-of-garbage",
      "F-6.2-01 F-6.4-01",
      "After bytes that are not HTTP no later event is sent.",
      (ends) => ({
        broke: (_, code) => void ends(code?.startsWith("HPE_") === true),
      }),
    ),
  ],
  histories: [
    flaw("sender-ends-at-reset", "F-6.2-01 F-6.4-01", "Three connections that are reset end all three senders.", () => {
      let senders = 3;
      return {
        broke: (_, code) => void (code === "ECONNRESET" && senders--),
        receives: (hook, event, owner) => senders > 0 && hears(hook, event, owner),
      };
    }),
    dies("worker-dies-of-bytes", "an answer that is not UTF-8", (answer) => !isUtf8(answer)),
    dies("worker-dies-of-terse-answer", "an answer without a reason phrase", ({ phrase }) => phrase === ""),
    exhausted("worker-ends-at-time-out", "F-6.2-01 F-6.2-04", "Each attempt that gets no answer", "ETIMEDOUT"),
    exhausted("slots-held-by-endless-answers", "F-6.2-01 F-6.4-01", "An answer whose body never ends", "unended"),
    exhausted(
      "app-worker-ends-at-time-out",
      "F-6.4-01 F-2.3-11",
      "Each app delivery without an answer",
      "ETIMEDOUT",
      "app",
    ),
    afterRefusals("client-worker-dies-of-refusal", "client", "F-6.2-01 F-6.2-04 F-6.1-04"),
    afterRefusals("app-worker-dies-of-refusal", "app", "F-6.4-01 F-2.3-11 F-6.1-04"),
  ],
};
