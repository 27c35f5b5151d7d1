/** Random walks: the same numbers give the same steps. */

import type { Reply } from "../../../wire/listener.ts";
import { dispatch, off, on, pause, pay, REDIRECT, refuse, reply, SAYS_BYTES, SAYS_OK, settle } from "./script.ts";
import { type Creation, creation, type Step } from "./steps.ts";

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

const FAILURES: readonly Reply[] = [
  ...[500, 503, 404, 400, 401, 429, 302, "reset" as const, "hangup" as const, "garbage" as const],
  ...[REDIRECT, { status: 308, headers: { Location: "/moved" } }, { status: 500, afterMs: 120 }],
  ...[
    { status: 503, headers: { "Retry-After": "soon" } },
    { status: 503, isHinted: true },
  ],
  ...[{ status: 502, length: 256 * 1024 }, SAYS_OK, SAYS_BYTES],
];
const REPLIES: readonly Reply[] = [200, 200, 204, 202, ...FAILURES];

/** What a drawn walk has so far, so that its steps refer to webhooks that exist. */
interface Drawn {
  /** The other App is in the place of the first one. */
  readonly isOfOther: boolean;
  readonly slots: Creation[];
  /** Client webhooks that are switched off. */
  readonly off: Set<number>;
  /** Connections were refused already: once in a walk, because it takes long. */
  hasRefused: boolean;
}

/** How often nothing happens for a time before the next step, and for how long: from 1 to 8 seconds. */
const PAUSES = { share: 0.04, leastMs: 1000, spanMs: 7000 };

/** The first owner three times of four; `isSwapped`: the other one. */
const drawOwner = (random: Random, isSwapped = false): 0 | 1 => (random() < 0.75 === isSwapped ? 1 : 0);

function draw(random: Random, drawn: Drawn): Step[] {
  const { slots, off: inactive } = drawn;
  const clients = slots.filter(({ kind }) => kind === "client");
  const owner = drawOwner(random);
  const dice = random();
  if (slots.length < 2 || (slots.length < 9 && dice < 0.2)) return [drawCreation(random, drawn)];
  if (dice < 0.5) {
    const confirmed = random() < 0.85;
    const paidTo = random() < 0.8 ? "client" : "agency";
    const times = confirmed ? pick(random, [1, 1, 2, 3]) : 1;
    return [{ do: "pay", owner, paidTo, confirmed, times }];
  }
  if (dice < 0.6) return [settle, dispatch(drawOwner(random, drawn.isOfOther)), settle];
  if (dice < 0.72) return [reply(pick(random, slots).slot, pick(random, REPLIES))];
  if (dice < 0.84 && clients.length > 0) {
    const { slot } = pick(random, clients);
    const active = inactive.has(slot);
    if (active) inactive.delete(slot);
    else inactive.add(slot);
    // What a retry that is held does when its webhook is switched on again is open (U-26).
    return active ? [settle, on(slot)] : [off(slot)];
  }
  return dice > 0.94 && !drawn.hasRefused ? drawRefusal(random, drawn) : [settle];
}

const event = (kind: Creation["kind"], owner: Creation["owner"]): Step =>
  kind === "client" ? pay(1, owner) : dispatch(owner);

/**
 * Connections are refused to a webhook that was heard before. What fails unseen may switch it off (U-25), so the next
 * event is for it once it is switched on again, and for a new one.
 */
function drawRefusal(random: Random, drawn: Drawn): Step[] {
  drawn.hasRefused = true;
  const { kind, owner } = pick(random, drawn.slots);
  const create = (): Step => {
    const made = creation(drawn.slots.length, { kind, owner, type: random() < 0.5 ? 2 : 1 });
    drawn.slots.push(made);
    return { do: "create", ...made };
  };
  const { length: slot } = drawn.slots;
  return [
    ...[settle, create(), event(kind, owner), settle],
    refuse(kind, pick(random, [1, 1, 2]), owner),
    ...(kind === "client" ? [on(slot)] : []),
    ...[create(), event(kind, owner), settle],
  ];
}

function drawCreation(random: Random, { slots, isOfOther }: Drawn): Step {
  const kind = random() < 0.65 ? "client" : "app";
  const same = slots.filter((one) => one.kind === kind && one.events !== "others");
  const shared = same.length > 0 && random() < 0.15 ? pick(random, same) : undefined;
  const made = creation(slots.length, {
    kind,
    owner: shared?.owner ?? drawOwner(random, kind === "app" && isOfOther),
    events: shared ? "event" : pick(random, ["event", "event", "event", "among", "others"] as const),
    type: random() < 0.6 ? 2 : 1,
    active: shared ? true : random() < 0.8,
    reply: random() < 0.7 ? 200 : pick(random, FAILURES),
    ...(shared && random() < 0.5 ? { url: shared.slot } : {}),
    ...(shared && kind === "client" ? { name: shared.slot } : {}),
  });
  slots.push(made);
  return { do: "create", ...made };
}

/**
 * A pause, and what happens then: what breaks while nothing happens, such as a connection or a worker, shows at the
 * next event.
 */
function drawPause(random: Random, slots: readonly Creation[]): Step[] {
  const { kind, owner } = pick(random, slots);
  const ms = Math.round(PAUSES.leastMs + random() * PAUSES.spanMs);
  return [settle, pause(ms), event(kind, owner), settle];
}

/**
 * Returns a walk of about so many steps. `hasPauses`: nothing happens for seconds in some of them, once at most.
 * `isOfOther`: the other App is in the place of the first one.
 */
export function drawWalk(random: Random, length: number, { hasPauses = false, isOfOther = false } = {}): Step[] {
  const drawn: Drawn = { isOfOther, slots: [], off: new Set(), hasRefused: false };
  const steps: Step[] = [];
  let mayPause = hasPauses;
  while (steps.length < length) {
    const isPause = mayPause && drawn.slots.length > 1 && random() < PAUSES.share;
    if (isPause) mayPause = false;
    steps.push(...(isPause ? drawPause(random, drawn.slots) : draw(random, drawn)));
  }
  return [...steps, settle];
}
