/** What the stores of several processes refuse when they are made; test/on-demand/stores.test.ts runs them. */

import { describe, expect, it } from "vitest";
import { postgresStore, postgresStoreTable, redisStore } from "../../src/stores/index.ts";
import { asWrongType } from "../support/wrong-type.ts";

const connect = () => Promise.reject(new Error("never"));
const STORES = {
  redis: [redisStore, { send: connect }],
  postgres: [postgresStore, { postgres: { connect, query: connect } }],
} as const;

describe.each(Object.entries(STORES))("the store of %s", (_, [store, needed]) => {
  const make = (options: unknown) => () => (store as (options: unknown) => unknown)(options);
  const refused = (message: string) =>
    expect.objectContaining({ code: "receiver_option", message: expect.stringContaining(message) });

  it("takes what it needs, and absent options", () => {
    expect(make({ ...needed, reservationMs: undefined, keepKeysMs: undefined })).not.toThrow();
    expect(make({ ...needed, reservationMs: 1_000, keepKeysMs: 1_000 })).not.toThrow();
  });

  it.each([undefined, null, 1, "text", [], {}, connect])("refuses %s as its options", (options) => {
    expect(make(options)).toThrow(refused("must be"));
  });

  it.each(["reservationMS", "keepKeys", "tables", "Prefix", "toString"])("refuses the misspelt %s", (name) => {
    expect(make({ ...needed, [name]: 1 })).toThrow(refused(`${name} is not an option`));
  });

  it("refuses to forget a handled payment before a reservation would expire", () => {
    expect(make({ ...needed, keepKeysMs: 90 })).toThrow(refused("keepKeysMs"));
    expect(make({ ...needed, reservationMs: 1_001, keepKeysMs: 1_000 })).toThrow(refused("keepKeysMs"));
  });
});

it.each<[string, () => unknown, string]>([
  ["no function", () => redisStore({ send: asWrongType(undefined) }), "send must be a function"],
  ["a prefix of bytes", () => redisStore({ send: connect, prefix: asWrongType(1) }), "prefix must be a text"],
  ["a time of 0", () => redisStore({ send: connect, reservationMs: 0 }), "reservationMs must be"],
  ["no pool", () => postgresStore({ postgres: asWrongType({}) }), "postgres must be a Pool"],
  ["a time of 0", () => postgresStore({ postgres: { connect }, timeoutMs: 0 }), "timeoutMs must be"],
  ["SQL as table", () => postgresStoreTable('a"; DROP TABLE b'), "table must be a name"],
  ["a text as time", () => postgresStore({ postgres: { connect }, keepKeysMs: asWrongType("1") }), "keepKeysMs must"],
])("%s is refused when the store is made", (_, make, message) => {
  expect(make).toThrow(expect.objectContaining({ code: "receiver_option", message: expect.stringContaining(message) }));
});
