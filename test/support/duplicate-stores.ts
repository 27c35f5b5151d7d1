/** What every store of duplicates does, whatever it keeps its keys in (F-6.5-04, F-6.5-05). */

import { expect, it } from "vitest";
import type { DuplicateStore } from "../../src/receive/duplicate-store.ts";

let count = 0;
/** Keys as receivers make them; stores under test may be shared. */
const freshKey = () => `verified/M%C3%BCller%20%26%20Co ${process.pid}${++count} case_file.payment.confirmed`;

/** Puts the contract of `DuplicateStore` to a store. `store`: returns it, once per test. */
export function keepsTheContract(store: () => DuplicateStore): void {
  it("reserves a key once, until it is released", async () => {
    const { reserve, done, release } = store();
    const [a, b] = [freshKey(), freshKey()];
    expect(await reserve(a, "one")).toBe("new");
    expect(await reserve(a, "two")).toBe("busy");
    expect(await reserve(b, "two")).toBe("new");
    await release(a, "one");
    expect(await reserve(a, "two")).toBe("new");
    await done(a);
    expect(await reserve(a, "three")).toBe("done");
    expect(await reserve(b, "three")).toBe("busy");
  });

  it("releases a reservation for its holder alone, and nothing that is done", async () => {
    const { reserve, done, release } = store();
    const key = freshKey();
    await reserve(key, "one");
    await release(key, "another");
    expect(await reserve(key, "another")).toBe("busy");
    await release(key, "one");
    await release(key, "one");
    expect(await reserve(key, "another")).toBe("new");
    await done(key);
    await release(key, "another");
    await release(key);
    expect(await reserve(key, "one")).toBe("done");
  });

  it("does without holders", async () => {
    const { reserve, release } = store();
    const [a, b] = [freshKey(), freshKey()];
    expect(await reserve(a)).toBe("new");
    expect(await reserve(a)).toBe("busy");
    await release(a, "one");
    expect(await reserve(a, "one")).toBe("new");
    await release(a);
    expect(await reserve(a)).toBe("new");
    await release(b);
    expect(await reserve(b)).toBe("new");
  });

  it("marks a key as done that is not reserved, or that another has reserved", async () => {
    const { reserve, done } = store();
    const [a, b] = [freshKey(), freshKey()];
    await done(a);
    await done(a);
    expect(await reserve(a, "one")).toBe("done");
    await reserve(b, "one");
    await done(b);
    expect(await reserve(b, "two")).toBe("done");
  });

  it("gives a key to one of many that ask at once", async () => {
    const { reserve } = store();
    const key = freshKey();
    const given = await Promise.all(Array.from({ length: 20 }, (_, at) => reserve(key, `holder ${at}`)));
    expect(given.sort()).toEqual([...Array(19).fill("busy"), "new"]);
  });
}

/** Puts to a store of several processes that reservations and keys expire. `store`: made with these lifetimes. */
export function letsKeysExpire(store: (lifetimes: { reservationMs: number; keepKeysMs?: number }) => DuplicateStore) {
  it("lets a reservation expire, and ignores the release of the holder that lost it", async () => {
    const { reserve, release, done } = store({ reservationMs: 100 });
    const key = freshKey();
    expect(await reserve(key, "dead")).toBe("new");
    expect(await reserve(key, "living")).toBe("busy");
    await expect.poll(() => reserve(key, "living")).toBe("new");
    const long = store({ reservationMs: 60_000 });
    await expect.poll(() => long.reserve(key, "long")).toBe("new");
    await release(key, "dead");
    expect(await reserve(key, "living")).toBe("busy");
    await done(key);
    expect(await long.reserve(key, "long")).toBe("done");
  });
}
