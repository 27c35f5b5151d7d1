/** The tokens of many customers in one process. */

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import {
  createTokenKeepers,
  memoryTokenStore,
  OAuthError,
  type Refreshed,
  type TokenKeepersOptions,
  type TokenProblem,
  type TokenStore,
} from "../../src/oauth/index.ts";
import { type Tokens, tokensFrom } from "../../src/oauth/tokens.ts";
import { failureOf } from "../support/leaks.ts";
import { asWrongType } from "../support/wrong-type.ts";
import { expiredTokens } from "./rotating-service.ts";

const old = (name: string) => tokensFrom(expiredTokens({ refreshToken: `refresh-${name}` })) as Tokens;
const fresh = (name: string): Refreshed => ({ accessToken: `access-${name}`, refreshToken: name, expiresIn: 60 });

function createKeepers(names: readonly string[], options: Partial<TokenKeepersOptions> = {}) {
  const stores = new Map<string, TokenStore>();
  const problems: TokenProblem[] = [];
  const keepers = createTokenKeepers({
    store: (name) => {
      const store = stores.get(name) ?? memoryTokenStore(names.includes(name) ? old(name) : undefined);
      stores.set(name, store);
      return store;
    },
    refresh: async (token) => fresh(token),
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  return { keepers, stores, problems };
}

const rejectionCode = async (promise: Promise<unknown>) => ((await failureOf(promise)) as OAuthError).code;

describe("createTokenKeepers", () => {
  it("gives each customer their own token, by one refresh for all callers of a customer", async () => {
    const { keepers } = createKeepers(["a", "b"]);
    const asked = ["a", "b", "a", "a"].map((name) => keepers.of(name).accessToken());
    expect(await Promise.all(asked)).toEqual(["a", "b", "a", "a"].map((name) => `access-refresh-${name}`));
    expect(keepers.stats()).toEqual({ refreshes: { ok: 2, failed: 0 }, failing: {} });
  });

  it("refreshes a few customers at the same time, and gives up waiting for a turn", async () => {
    let running = 0;
    let most = 0;
    const hanging = Promise.withResolvers<void>();
    const refresh = async (token: string) => {
      most = Math.max(most, ++running);
      await hanging.promise;
      running--;
      return fresh(token);
    };
    const names = ["a", "b", "c", "d", "e"];
    const { keepers, problems } = createKeepers(names, { refresh, refreshesAtOnce: 2, turnTimeoutMs: 50 });
    const asked = names.map((name) => keepers.of(name).accessToken());
    const late = await Promise.all(asked.slice(2).map(rejectionCode));
    expect([late, most]).toEqual([["timeout", "timeout", "timeout"], 2]);
    expect(problems.map(({ customer }) => customer)).toEqual(["c", "d", "e"]);
    hanging.resolve();
    await Promise.all(asked.slice(0, 2));
    expect(await keepers.of("e").accessToken()).toBe("access-refresh-e");
    expect(keepers.metrics()).toContain('tokens_refresh_failing{code="timeout"} 2\n');
  });

  it("a refresh that fails gives its turn to the next one", async () => {
    const refresh = async (token: string) => {
      if (token === "refresh-a") throw new Error("broken");
      return fresh(token);
    };
    const { keepers } = createKeepers(["a", "b"], { refresh, refreshesAtOnce: 1 });
    const asked = [keepers.of("a").accessToken(), keepers.of("b").accessToken()];
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  });

  it("tells which customer fails: once by default, until it works again", async () => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    let clock = Date.now();
    let failure: Error | undefined = new OAuthError("token_refused", "no", { error: "invalid_client" });
    const refresh = async (token: string) => {
      if (failure) throw failure;
      return fresh(token);
    };
    const { keepers } = createKeepers(["a"], { refresh, now: () => clock, onProblem: asWrongType(undefined) });
    for (let n = 0; n < 3; n++) {
      expect(await rejectionCode(keepers.of("a").accessToken())).toBe("token_refused");
      clock += 3_600_000;
    }
    await sleep(1);
    expect(printed.mock.calls).toEqual([
      ["token keeper: token_refused", '"a"', "More: npx collections-contract explain token_refused"],
    ]);
    expect(keepers.stats().failing).toEqual({ token_refused: 1 });
    failure = undefined;
    await keepers.of("a").accessToken();
    expect(keepers.stats()).toEqual({ refreshes: { ok: 1, failed: 3 }, failing: {} });
  });

  it("removes one customer, whose next call has no grant, and takes a new grant", async () => {
    const { keepers, stores } = createKeepers(["a", "b"]);
    const { accessToken } = keepers.of("a");
    await accessToken();
    await keepers.remove("a");
    expect(await stores.get("a")?.load()).toBeUndefined();
    expect(await rejectionCode(accessToken())).toBe("grant_missing");
    expect(await keepers.of("b").accessToken()).toBe("access-refresh-b");
    await keepers.save("a", old("new"));
    const wrong = keepers.save("a", asWrongType({ ...old("x"), expiresIn: undefined }));
    await expect(wrong).rejects.toMatchObject({ code: "store_save_failed", faults: [{ path: "/expiresIn" }] });
    expect(await accessToken()).toBe("access-refresh-new");
  });

  it("removal waits for a refresh under way, whose result is gone as well", async () => {
    const answer = Promise.withResolvers<Refreshed>();
    const begun = Promise.withResolvers<void>();
    const refresh = () => {
      begun.resolve();
      return answer.promise;
    };
    const { keepers, stores } = createKeepers(["a"], { refresh });
    const asked = keepers.of("a").accessToken();
    await begun.promise;
    const removed = keepers.remove("a");
    answer.resolve(fresh("a"));
    await Promise.all([asked, removed]);
    expect(await stores.get("a")?.load()).toBeUndefined();
  });

  it("a call that comes after the removal is not a failing refresh", async () => {
    const { keepers, problems } = createKeepers(["a"]);
    const removed = keepers.remove("a");
    expect(await rejectionCode(keepers.of("a").accessToken())).toBe("grant_missing");
    await removed;
    expect([problems, keepers.stats().failing]).toEqual([[], {}]);
  });

  it("a store that cannot delete is told", async () => {
    const { keepers } = createKeepers([], {
      store: () => ({ load: async () => old("a"), save: async () => undefined }),
    });
    expect(await rejectionCode(keepers.remove("a"))).toBe("token_store_invalid");
  });

  it.each<[string, object]>([
    ["/store", { store: undefined }],
    ["/refreshesAtOnce", { refreshesAtOnce: 0 }],
    ["/refreshesAtOnce", { refreshesAtOnce: 1.5 }],
    ["/turnTimeoutMs", { turnTimeoutMs: 2 ** 31 }],
  ])("refuses a wrong option: %s %j", (path, options) => {
    expect(() => createKeepers([], options)).toThrow(
      expect.objectContaining({ code: "token_store_invalid", faults: [expect.objectContaining({ path })] }),
    );
  });

  it.each(["", undefined, 4711])("refuses %j as the name of a customer", (name) => {
    expect(() => createKeepers([]).keepers.of(name as string)).toThrow(
      expect.objectContaining({ code: "token_store_invalid" }),
    );
  });
});
