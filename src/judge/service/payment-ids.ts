/** The ids of payments that the driver reported, and what they prove. */

export class PaymentIds {
  /** All of them. */
  readonly all = new Set<number>();
  /** Those that it reported for several payments: they tell nothing about a delivery. */
  readonly shared = new Set<number>();
  /** It did not report the id of some payment, so ids prove nothing. */
  areUnknown = false;
  readonly #sinceReset = new Set<number>();

  /** Keeps the id of a payment. Returns it, unless another payment has it. */
  keep(id: number): number | undefined {
    if (this.#sinceReset.has(id)) this.shared.add(id);
    this.#sinceReset.add(id);
    this.all.add(id);
    return this.shared.has(id) ? undefined : id;
  }

  /** After a reset, ids may begin anew. */
  beginAnew(): void {
    this.#sinceReset.clear();
  }
}
