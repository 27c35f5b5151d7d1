/** The language of stories: what each is, and short names for its steps. */

import { told } from "../../../check.ts";
import { HELD_MS, type Reply } from "../../../wire/reply.ts";
import { EVENT, type Kind } from "../../webhook.ts";
import { type Creation, creation, type Step } from "./steps.ts";

export const HISTORY = "history";
export const LATER = "later events";
export const WALK = "walk";

/** What a rule is about: see `due/rules.ts`. */
export type RuleName = "hears" | "silent" | "retries" | "ignores" | "signs";

export interface StoryOptions {
  /** The group of a story of few steps, which is judged without `settle` of the driver, too. Default: histories. */
  readonly group?: string;
  /** The rule that it is about; where another one is violated, that is the finding of other checks. Default: all. */
  readonly rule?: RuleName;
  /** What the driver must be able to do. */
  readonly needs?: "setClientWebhookActive";
  /** Its creations may be refused: then there is nothing to see. */
  readonly mayRefuse?: boolean;
  /** It is performed alone, and a history before any webhook of its group is created. */
  readonly isFirst?: boolean;
  /** What follows where the driver has a quick `settle`: without it, each pause takes two of the longest gaps. */
  readonly settled?: readonly Step[];
  /** It has a hundred creations, for which a service must answer quickly, or many at once. */
  readonly isWide?: boolean;
  /** What follows at a service that gives up an attempt within a second, as its driver says. */
  readonly unanswered?: readonly Step[];
}

/** A walk that is written down, and the check that performs it. */
export interface Script extends ReturnType<typeof told>, StoryOptions {
  /** Whose deliveries it is about, as its id says. */
  readonly kind: Kind;
  readonly group: string;
  readonly steps: readonly Step[];
}

/** Reads a story in words (see `told`), and then in steps: in lists of any length, one after the other. */
export const storyWith =
  (options: StoryOptions) =>
  (...text: Parameters<typeof told>) =>
  (...steps: readonly (readonly Step[])[]): Script => {
    const words = told(...text);
    const kind = /^app|\.app[.-]/.test(words.id) ? "app" : "client";
    return { ...words, kind, group: HISTORY, ...options, steps: steps.flat() };
  };
export const story = storyWith({});

/** Whether it has few steps, so that it is judged without `settle` of the driver, too. */
export const isShort = ({ group }: Pick<Script, "group">): boolean => group !== HISTORY && group !== WALK;

/** Repeats steps. */
export const repeated = <T>(times: number, ...all: readonly T[]): T[] => Array(times).fill(all).flat();

/** App webhooks of either type. */
export const [APP, FORGETS] = [{ kind: "app" }, { kind: "app", type: 1 }] as const;
/** Creates the webhook of a slot. */
export const create = (slot: number, change: Partial<Creation> = {}): Step => ({
  do: "create",
  ...creation(slot, change),
});
/** A client webhook that no earlier one may replace. */
export const anew = (slot: number, owner: 0 | 1 = 0): Step => create(slot, { owner, isNew: true });
const payment = (owner: 0 | 1, paidTo: "client" | "agency", confirmed: boolean, times = 1): Step => ({
  ...{ do: "pay", owner, paidTo, confirmed, times },
});
/** Confirms payments to a client. */
export const pay = (times = 1, owner: 0 | 1 = 0): Step => payment(owner, "client", true, times);
/** Records a payment to the agency, confirmed by default: no webhook is due. */
export const toAgency = (confirmed = true, owner: 0 | 1 = 0): Step => payment(owner, "agency", confirmed);
/** Records a payment to a client without a confirmation. */
export const record = (owner: 0 | 1 = 0): Step => payment(owner, "client", false);
/** Takes several lists of steps at the same time. */
export const atOnce = (...all: readonly (readonly Step[])[]): Step => ({ do: "beside", all });
/** Lets the receiver of a slot answer like this from now on. */
export const reply = (slot: number, to: Reply): Step => ({ do: "reply", slot, reply: to });
/** Lets the receiver of a slot answer the next attempt like this. */
export const once = (slot: number, to: Reply): Step => ({ do: "once", slot, reply: to });
/** Switches the webhook of a slot on. */
export const on = (slot: number): Step => ({ do: "switch", slot, active: true });
/** Switches the webhook of a slot off. */
export const off = (slot: number): Step => ({ do: "switch", slot, active: false });
export const heard = (slot: number, times = 1): Step => ({ do: "heard", slot, times });
export const pause = (ms: number): Step => ({ do: "pause", ms });
export const answered = (slot: number): Step => ({ do: "answered", slot, times: 1 });
/** Dispatches an app event. */
export const dispatch = (owner: 0 | 1 = 0): Step => ({ do: "dispatch", owner });
/** Asks for the list of app webhooks. */
export const list = (owner: 0 | 1 = 0): Step => ({ do: "list", owner });
export const settle: Step = { do: "settle" };

export const REDIRECT = { status: 302, headers: { Location: "/elsewhere" } } satisfies Reply;
/** Where a webhook "moved" must not matter: its URL is the registered one. */
export const MOVED: Reply = { status: 301, headers: { Location: "/moved" } };
export const SLOW: Reply = { status: 503, afterMs: 150 };
/** Until the next wait, so that something may be done meanwhile. */
export const HELD: Reply = { status: 503, afterMs: HELD_MS, isHeld: true };
export const ENDLESS: Reply = { status: 500, isEndless: true };
/** The body of a failure says nothing of the delivery: neither that it went well, nor in which encoding it says so. */
export const SAYS_OK: Reply = {
  status: 500,
  headers: { "Content-Type": "application/json" },
  body: Buffer.from('{"status":"ok","success":true,"received":true,"message":"Already accepted","code":200}'),
};
export const SAYS_BYTES = { status: 502, body: Buffer.from("Zur\u00fcck", "latin1") } satisfies Reply;
/** Ways to fail that take time, or after which a service may deliver no more. The rest of them: see `ways.ts`. */
export const WAYS: readonly Reply[] = ["silence", { ...SLOW, afterMs: 450 }, 410, ENDLESS];
/** Events while every connection is refused. Of an App several happen at the same moment, because they have no id. */
export function refuse(kind: Kind, times: number, owner: 0 | 1 = 0): Step {
  const names = times > 1 ? { names: repeated(times, EVENT) } : {};
  return { do: "refuse", all: kind === "client" ? repeated(times, pay(1, owner)) : [{ ...dispatch(owner), ...names }] };
}
