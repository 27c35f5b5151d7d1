/** Deliveries by the time at which they are due: a binary heap, the earliest first. */

export interface Due {
  readonly at: number;
  readonly delivery: number;
}

export class DueHeap {
  #items: Due[] = [];

  get first(): Due | undefined {
    return this.#items[0];
  }

  clear(): void {
    this.#items = [];
  }

  push(due: Due): void {
    const items = this.#items;
    let i = items.push(due) - 1;
    for (let up = items[(i - 1) >> 1]; up && before(due, up); up = items[(i - 1) >> 1]) {
      items[i] = up;
      i = (i - 1) >> 1;
    }
    items[i] = due;
  }

  pop(): Due | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (!last || items.length === 0) return first;
    let i = 0;
    for (;;) {
      const left = 2 * i + 1;
      const at = before(items[left + 1] ?? last, items[left]) ? left + 1 : left;
      const down = items[at];
      if (!down || !before(down, last)) break;
      items[i] = down;
      i = at;
    }
    items[i] = last;
    return first;
  }
}

/** Tells which comes first; of two that are due at the same time, the older delivery. */
function before(a: Due, b: Due | undefined): boolean {
  return b === undefined || a.at < b.at || (a.at === b.at && a.delivery < b.delivery);
}
