/** Refreshes that go wrong: lost races, odd answers, endpoints that hang or ask to wait. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createTokenKeeper,
  memoryTokenStore,
  OAuthError,
  type Refreshed,
  type StoredTokens,
  type TokenKeeperOptions,
  type TokenStore,
} from "../../src/oauth/index.ts";
import { json, text } from "../support/http-server.ts";
import { cleanFailure, failureOf } from "../support/leaks.ts";
import { asWrongType } from "../support/wrong-type.ts";
import { expiredTokens, rotatingService, sharedRow, success } from "./rotating-service.ts";

let service: Awaited<ReturnType<typeof rotatingService>>;
let now = 0;
beforeEach(async () => {
  now = Date.now();
  service = await rotatingService();
});
afterEach(() => service.stop());

function keep(options: Partial<TokenKeeperOptions> = {}) {
  const clock = () => now;
  return createTokenKeeper({
    store: memoryTokenStore(expiredTokens()),
    refresh: service.refresh,
    now: clock,
    ...options,
  });
}

const readError = (promise: Promise<unknown>) =>
  cleanFailure(promise, OAuthError, ["access-", "refresh-0", "refresh-1"]);

describe("two keepers at once, one grant", () => {
  it.each<[string, () => () => TokenStore]>([
    [
      "one store in memory",
      () => {
        const store = memoryTokenStore(expiredTokens());
        return () => store;
      },
    ],
    [
      "one store without a lock",
      () => {
        const store = sharedRow(expiredTokens()).store();
        return () => store;
      },
    ],
    ["a store of each process, without a lock", () => sharedRow(expiredTokens()).store],
    [
      "a store that only loads and saves",
      () => {
        const { row } = sharedRow(expiredTokens());
        const save = async (tokens: StoredTokens) => {
          row.tokens = tokens;
        };
        return () => ({ load: async () => row.tokens, save });
      },
    ],
  ])("%s: both get the tokens of the winner, and nobody buries them", async (_, stores) => {
    const storeOf = stores();
    const keepers = Array.from({ length: 3 }, () => keep({ store: storeOf() }));
    const tokens = await Promise.all(keepers.map((keeper) => keeper.accessToken()));
    expect(new Set(tokens)).toEqual(new Set(["access-1"]));
    expect((await storeOf().load())?.refreshToken).toBe("refresh-1");
    expect(await keep({ store: storeOf() }).accessToken()).toBe("access-1");
  });

  it("a new grant that the customer gave meanwhile survives the end of the old one", async () => {
    const { row, store } = sharedRow(expiredTokens({ refreshToken: "refresh-old" }));
    const marked: string[] = [];
    const own = { ...store(), markDead: async (dead: StoredTokens) => void marked.push(dead.refreshToken) };
    const keeper = keep({
      store: own,
      refresh: async () => {
        row.tokens = expiredTokens({ accessToken: "access-9", refreshToken: "refresh-9", expiresAt: now + 9e6 });
        throw new OAuthError("token_refused", "no", { error: "invalid_grant" });
      },
    });
    expect(await keeper.accessToken()).toBe("access-9");
    expect(marked).toEqual([]);
  });

  it("a new grant that is saved during a refresh, without the lock, is not overwritten", async () => {
    const store = memoryTokenStore(expiredTokens());
    const refresh = async (refreshToken: string) => {
      const answer = await service.refresh(refreshToken);
      await store.save(
        asWrongType(expiredTokens({ accessToken: "access-9", refreshToken: "refresh-9", expiresAt: now + 9e6 })),
      );
      return answer;
    };
    expect(await keep({ store, refresh }).accessToken()).toBe("access-9");
    expect((await store.load())?.refreshToken).toBe("refresh-9");
    expect(service.used).toEqual(["refresh-0"]);
  });

  it("a store in memory drops no other grant than the dead one", async () => {
    const store = memoryTokenStore(expiredTokens());
    await store.markDead?.(asWrongType({ refreshToken: "refresh-8" }));
    expect((await store.load())?.refreshToken).toBe("refresh-0");
  });
});

describe("an answer to a refresh is not stated (N-4.2-01), so it is read leniently", () => {
  const { token_type, expires_in, ...bare } = success(1);
  it.each<[string, object, number]>([
    ["expires_in as text", { ...success(1), expires_in: "1800" }, 1800],
    ["expires_in as text with a fraction", { ...success(1), expires_in: " 1800.0 " }, 1800],
    ["a fraction", { ...success(1), expires_in: 1799.5 }, 1799],
    ["no expires_in: that of before", { ...success(1), expires_in: undefined }, 3600],
    ["null", { ...success(1), expires_in: null }, 3600],
    ["below zero", { ...success(1), expires_in: -1 }, 3600],
    ["beyond every date", { ...success(1), expires_in: 1e300 }, 3600],
    ["words", { ...success(1), expires_in: "one hour" }, 3600],
    ["no token_type", { ...success(1), token_type: undefined }, 3600],
    ["another token_type", { ...success(1), token_type: "JWT" }, 3600],
    ["a token_type of another kind", { ...success(1), token_type: ["Bearer"] }, 3600],
    ["the two tokens alone", bare, 3600],
    ["a scope of another kind", { ...success(1), scope: ["read", 5] }, 3600],
    ["an error beside the tokens", { ...success(1), error: "invalid_scope" }, 3600],
  ])("%s", async (_, answer, expiresIn) => {
    const store = memoryTokenStore(expiredTokens());
    const keeper = keep({ store });
    service.answerNext(() => json(200, answer));
    expect(await keeper.accessToken()).toBe("access-1");
    expect(await store.load()).toMatchObject({ refreshToken: "refresh-1", expiresIn });
    now += 3_600_000;
    expect(await keeper.accessToken()).toBe("access-2");
  });

  it("bytes in another member that are not UTF-8", async () => {
    const body = Buffer.from(JSON.stringify({ ...success(1), name: "M?ller" }));
    body[body.indexOf("?")] = 0xfc;
    service.answerNext(() => text(200, body));
    expect(await keep().accessToken()).toBe("access-1");
  });

  it.each([null, "", 5, undefined])("the refresh token %j leaves the old one (U-14)", async (refresh_token) => {
    const store = memoryTokenStore(expiredTokens());
    service.answerNext(() => json(200, { ...success(1), refresh_token }));
    expect(await keep({ store }).accessToken()).toBe("access-1");
    expect((await store.load())?.refreshToken).toBe("refresh-0");
  });

  it("a refresh token that comes without an access token is kept, and used for the next refresh", async () => {
    const store = memoryTokenStore(expiredTokens());
    const keeper = keep({ store });
    service.answerNext(() => json(200, { refresh_token: "refresh-1" }));
    const wanted = { code: "token_response_invalid", faults: [{ path: "/access_token" }] };
    expect(await readError(keeper.accessToken())).toMatchObject(wanted);
    expect((await store.load())?.refreshToken).toBe("refresh-1");
    now += 1000;
    expect(await keeper.accessToken()).toBe("access-2");
  });

  it("the same goes for a refresh function of the user's", async () => {
    const answer = { accessToken: "access-1", refreshToken: "refresh-1", expiresIn: "60" } as unknown as Refreshed;
    const store = memoryTokenStore(expiredTokens());
    expect(await keep({ store, refresh: async () => answer }).accessToken()).toBe("access-1");
    expect((await store.load())?.expiresIn).toBe(60);
  });
});

describe("where access_token is missing, error decides, whatever the status", () => {
  it.each([200, 201, 400, 403, 500])("invalid_grant with %i ends the grant", async (status) => {
    service.answerNext(() => json(status, { error: "invalid_grant", error_description: "refresh-0" }));
    const wanted = { code: "grant_dead", status, error: "invalid_grant" };
    expect(await readError(keep().accessToken())).toMatchObject(wanted);
  });

  it.each(["temporarily_unavailable", "something_else"])("%s with 200 does not", async (error) => {
    const keeper = keep();
    service.answerNext(() => json(200, { error }));
    expect(await readError(keeper.accessToken())).toMatchObject({ code: "token_refused", status: 200 });
  });
});

describe("a refresh that hangs or fails", () => {
  it("a token that is about to expire is used at once, and renewed beside it", async () => {
    const { promise, resolve: answer } = Promise.withResolvers<Refreshed>();
    const store = memoryTokenStore(expiredTokens({ expiresAt: now + 50_000 }));
    const keeper = keep({ store, refresh: () => promise });
    for (let call = 0; call < 3; call++) expect(await keeper.accessToken()).toBe("access-0");
    answer({ accessToken: "access-1", expiresIn: 3600 });
    await keeper.idle();
    expect(await keeper.accessToken()).toBe("access-1");
  });

  it("but not one that the service rejected", async () => {
    const keeper = keep({ store: memoryTokenStore(expiredTokens({ expiresAt: now + 50_000 })) });
    expect(await keeper.accessToken("access-0")).toBe("access-1");
  });

  it.each<[string, number, number]>([
    ["60", 60, 59],
    ["2", 2, 1],
    ["999999999", 3600, 3599],
  ])("Retry-After: %s is kept for %i s: one request, and the time that is left", async (header, seconds, before) => {
    const keeper = keep();
    let asked = 0;
    service.answer((given, response) => {
      asked++;
      text(429, "", { "retry-after": header })(given, response);
    });
    for (let call = 0; call < 50; call++)
      expect(await readError(keeper.accessToken())).toMatchObject({ code: "token_refused", status: 429 });
    now += before * 1000 - 500;
    expect((await readError(keeper.accessToken())).retryAfterSeconds).toBe(2);
    expect(asked).toBe(1);
    now += (seconds - before) * 1000 + 500;
    await readError(keeper.accessToken());
    expect(asked).toBe(2);
  });

  it("without it, the pause grows from 1 s to 30 s, and a success ends it", async () => {
    let asked = 0;
    let up = false;
    const refresh = async () => {
      asked++;
      return up ? { accessToken: `access-${asked}`, expiresIn: 3600 } : Promise.reject(new Error("no network"));
    };
    const keeper = keep({ refresh });
    for (let second = 0; second < 60; second++) {
      await failureOf(keeper.accessToken());
      now += 1000;
    }
    expect(asked).toBe(6);
    now += 30_000;
    up = true;
    expect(await keeper.accessToken()).toBe("access-7");
    up = false;
    now += 3_600_000;
    await failureOf(keeper.accessToken());
    now += 1000;
    await failureOf(keeper.accessToken());
    expect(asked).toBe(9);
  });

  it("new tokens in the store, or a clock that is set back, end the pause", async () => {
    const store = memoryTokenStore(expiredTokens());
    const keeper = keep({ store });
    service.answerNext(() => text(503, "", { "retry-after": "600" }));
    await readError(keeper.accessToken());
    await store.save(asWrongType(expiredTokens({ refreshToken: "refresh-1" })));
    expect(await keeper.accessToken()).toBe("access-2");
    now += 3_600_000;
    service.answerNext(() => text(503, "", { "retry-after": "600" }));
    await readError(keeper.accessToken());
    keeper.invalidate("access-2");
    now -= 3_600_000;
    expect((await readError(keeper.accessToken())).code).toBe("grant_dead");
  });
});
