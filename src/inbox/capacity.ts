/**
 * What a store holds, as its caps see it: signed and unsigned rows apart, so that no stranger keeps a signed one out.
 */

import type { Caps, NewRow } from "./store.ts";

/** Rows, and the bytes of their bodies. */
export type Counted = { readonly rows: number; readonly bytes: number };

const NOTHING: Counted = { rows: 0, bytes: 0 };

/** Counts on from what the store said last. */
export class Capacity {
  readonly #caps: Caps;
  #signed = NOTHING;
  #unsigned = NOTHING;

  constructor(caps: Caps) {
    this.#caps = caps;
  }

  /** What the store says that it holds. */
  set(counted: { readonly signed?: Counted | undefined; readonly unsigned?: Counted | undefined }): void {
    this.#signed = counted.signed ?? NOTHING;
    this.#unsigned = counted.unsigned ?? NOTHING;
  }

  /** Whether a row must be refused. Unsigned ones may fill half of each cap. */
  isFull({ verified, body: { length } }: NewRow): boolean {
    const { maxRows, maxBytes } = this.#caps;
    const { rows, bytes } = this.#unsigned;
    if (!verified && (rows >= maxRows / 2 || bytes + length > maxBytes / 2)) return true;
    return rows + this.#signed.rows >= maxRows || bytes + this.#signed.bytes + length > maxBytes;
  }

  /** Counts a row that is about to be stored; `times` -1 takes it back. */
  add({ verified, body }: NewRow, times = 1): void {
    const { rows, bytes } = verified ? this.#signed : this.#unsigned;
    const counted = { rows: rows + times, bytes: bytes + times * body.length };
    if (verified) this.#signed = counted;
    else this.#unsigned = counted;
  }
}
