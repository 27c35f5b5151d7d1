/** What stores hand back and how they fail: numbers as text, the wrong member, the reason. */

import { describe, expect, it } from "vitest";
import { createTokenKeeper, memoryTokenStore, type StoredTokens } from "../../src/oauth/index.ts";
import { failureOf } from "../support/leaks.ts";
import { expiredTokens } from "./rotating-service.ts";

const fresh = () => expiredTokens({ expiresAt: Date.now() + 600_000 });
const keeperWith = (stored: unknown) =>
  createTokenKeeper({ store: { ...memoryTokenStore(), load: async () => stored as StoredTokens } });

describe("what a column can turn tokens into", () => {
  const at = Date.now() + 600_000;
  it.each<[string, object]>([
    ["bigint columns as text", { expiresIn: "3600", expiresAt: String(at) }],
    ["numeric columns as text", { expiresIn: "3600.00", expiresAt: `${at}.000` }],
    ["BigInt", { expiresIn: 3600n, expiresAt: BigInt(at) }],
    ["a timestamp as text", { expiresAt: new Date(at).toISOString().replace("T", " ").replace("Z", "+00") }],
    ["extra as null", { extra: null }],
  ])("%s", async (_, change) => {
    expect(await keeperWith({ ...fresh(), ...change }).accessToken()).toBe("access-0");
  });

  it.each<[string, object, string[]]>([
    ["names in snake_case", { access_token: "a", refresh_token: "b" }, ["/accessToken", "/refreshToken"]],
    ["no lifetime", { ...fresh(), expiresIn: null }, ["/expiresIn"]],
    ["a lifetime in words", { ...fresh(), expiresIn: "soon" }, ["/expiresIn"]],
    ["no date", { ...fresh(), expiresAt: null }, ["/expiresAt"]],
    ["a date in words", { ...fresh(), expiresAt: "tomorrow" }, ["/expiresAt"]],
    ["bytes", { ...fresh(), refreshToken: Buffer.from("x") }, ["/refreshToken"]],
  ])("%s: the error names the member", async (_, stored, paths) => {
    const error = await failureOf(keeperWith(stored).accessToken());
    expect(error).toMatchObject({ code: "store_load_failed", reason: "not tokens" });
    expect((error as { faults: { path: string }[] }).faults.map(({ path }) => path)).toEqual(
      expect.arrayContaining(paths),
    );
  });
});

describe("why a store failed", () => {
  const errorWithCode = (code: unknown) => Object.assign(new Error("insert refresh-0"), { code });
  it.each<[string, () => Promise<never>, string | undefined]>([
    ["a SQLSTATE", () => Promise.reject(errorWithCode("25006")), "25006"],
    ["an error of the system", () => Promise.reject(errorWithCode("ECONNREFUSED")), "ECONNREFUSED"],
    ["SQLite", () => Promise.reject(errorWithCode("SQLITE_READONLY")), "SQLITE_READONLY"],
    ["a code that a library wrapped", () => Promise.reject(new Error("x", { cause: errorWithCode("53100") })), "53100"],
    ["a time-out", () => new Promise(() => undefined), "ETIMEDOUT"],
    ["a code that could be a token", () => Promise.reject(errorWithCode("refresh-0")), undefined],
    ["no code", () => Promise.reject(new Error("refresh-0")), undefined],
  ])("%s", async (_, fails, reason) => {
    const refresh = async () => ({ accessToken: "access-1", expiresIn: 60 });
    const keeper = (change: object, stored = expiredTokens()) =>
      createTokenKeeper({ store: { ...memoryTokenStore(stored), ...change }, refresh, storeTimeoutMs: 20 });
    const saving = await failureOf(keeper({ save: fails }).accessToken());
    expect(saving).toMatchObject({ code: "store_save_failed", reason });
    const loading = await failureOf(keeper({ load: fails }).accessToken());
    expect(loading).toMatchObject({ code: "store_load_failed", reason });
  });
});
