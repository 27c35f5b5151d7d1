/** What a receiver prints without `onProblem`: problems that the operator can solve, and options that look wrong. */

import type { ReceiverCode, WarningCode } from "../errors/receiving.ts";
import { type Problem, STATUS } from "./outcome.ts";

const MINUTE_MS = 60_000;
const REFUSED = "If the service sent it, its secret is another one, or it was changed on the way.";

/** Prints what looks wrong but may be meant. `text` holds no secret. */
export function warn(code: WarningCode, text: string): void {
  console.error(`webhook receiver: ${code}`, text);
}

/**
 * Prints problems. Anyone can cause a refused signature or encoding, so each of its codes is printed once until a
 * delivery has verified, and afterwards at most once a minute, with the number since the last line.
 */
export class Printer {
  readonly #alarming: readonly ReceiverCode[];
  readonly #refused = new Map<ReceiverCode, { printedAt: number; count: number }>();
  /** Whether a delivery has verified, so that the secret is right. */
  hasVerified = false;

  /** `alarming`: codes that are always printed, beside faults of the operator, which are answered with 5xx. */
  constructor(alarming: readonly ReceiverCode[]) {
    this.#alarming = alarming;
  }

  print({ code, owner, error, faults }: Problem): void {
    const isAlarming = (STATUS[code] > 499 && code !== "event_busy") || this.#alarming.includes(code);
    const whose = owner === undefined ? "" : ` (owner ${JSON.stringify(owner)})`;
    // Faults on one line, as logs are searched.
    const why = error ?? (faults ? JSON.stringify(faults) : adviceOn(code));
    if (isAlarming) console.error(`webhook receiver: ${code}${whose}`, why);
    else if (/^signature_|^content_encoding|^body_not_received/.test(code)) this.#printRefused(code);
  }

  #printRefused(code: ReceiverCode): void {
    const now = performance.now();
    const known = this.#refused.get(code);
    const count = (known?.count ?? 0) + 1;
    const isDue = !known || (this.hasVerified && now - known.printedAt >= MINUTE_MS);
    this.#refused.set(code, isDue ? { printedAt: now, count: 0 } : { ...known, count });
    if (!isDue) return;
    const more = count > 1 ? `${count} times since the last line. ` : "";
    console.error(`webhook receiver: ${code}`, `${more}${REFUSED} ${adviceOn(code)}`);
  }
}

function adviceOn(code: ReceiverCode): string {
  return `More: npx collections-contract explain ${code}`;
}
