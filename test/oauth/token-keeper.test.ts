/** Keeping tokens fresh: one refresh at a time, saved before use, and only `invalid_grant` ends a grant. */

import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  createTokenKeeper,
  memoryTokenStore,
  OAuthError,
  type Refreshed,
  rfc6749Refresh,
  type StoredTokens,
  type TokenKeeperOptions,
  type TokenStore,
  type Tokens,
} from "../../src/oauth/index.ts";
import { json, startServer, text } from "../support/http-server.ts";
import { cleanFailure, failureOf } from "../support/leaks.ts";
import { asWrongType } from "../support/wrong-type.ts";

const START = Date.parse("2026-03-02T09:00:00Z");
let time = START;
let asked: string[] = [];

beforeEach(() => {
  time = START;
  asked = [];
});

const storedTokens = (change: Partial<StoredTokens> = {}): StoredTokens => ({
  tokenType: "Bearer",
  accessToken: "access-0",
  refreshToken: "refresh-0",
  expiresIn: 3600,
  expiresAt: new Date(START + 3_600_000),
  ...change,
});

/** A service that rotates: every refresh token works once. */
async function rotateToken(refreshToken: string): Promise<Refreshed> {
  asked.push(refreshToken);
  await new Promise((resolve) => setTimeout(resolve, 1));
  const next = Number(refreshToken.split("-")[1]) + 1;
  return { accessToken: `access-${next}`, refreshToken: `refresh-${next}`, expiresIn: 3600 };
}

function keep(options: Partial<TokenKeeperOptions> = {}) {
  return createTokenKeeper({ store: memoryTokenStore(storedTokens()), now: () => time, ...options });
}

const readError = (promise: Promise<unknown>) =>
  cleanFailure(promise, OAuthError, ["access-", "refresh-0", "refresh-1"]);

describe("when a token counts as expired", () => {
  it.each([
    [3600, 60, 3539, true],
    [3600, 60, 3540, false],
    [3600, 0, 3599, true],
    [3600, 0, 3600, false],
    [60, 60, 29, true],
    [60, 60, 30, false],
    [1, 60, 0, true],
    [0, 60, 0, false],
  ])("lifetime %i s, skew %i s: after %i s it is fresh: %s", async (expiresIn, skewSeconds, after, fresh) => {
    const store = memoryTokenStore(storedTokens({ expiresIn, expiresAt: START + expiresIn * 1000 }));
    const keeper = keep({ store, refresh: rotateToken, skewSeconds });
    time += after * 1000;
    await keeper.accessToken();
    await keeper.idle();
    expect(await keeper.accessToken()).toBe(fresh ? "access-0" : "access-1");
    expect(asked.length).toBe(fresh ? 0 : 1);
  });

  it("the skew is 60 s by default", async () => {
    const keeper = keep({ refresh: rotateToken });
    time += 3_539_999;
    expect(await keeper.accessToken()).toBe("access-0");
    await keeper.idle();
    expect(asked).toEqual([]);
    time += 1;
    await keeper.accessToken();
    await keeper.idle();
    expect(asked).toEqual(["refresh-0"]);
  });

  it("without refresh a token is used to its end, and then the error says so (N-4.2-01)", async () => {
    const keeper = keep();
    time += 3_599_999;
    expect(await keeper.accessToken()).toBe("access-0");
    time += 1;
    expect((await readError(keeper.accessToken())).code).toBe("token_expired");
  });

  it("a rejected token is expired, too", async () => {
    const keeper = keep();
    keeper.invalidate("access-0");
    expect((await readError(keeper.accessToken())).code).toBe("token_expired");
  });
});

describe("one refresh at a time", () => {
  it("concurrent calls share it", async () => {
    const keeper = keep({ refresh: rotateToken });
    time += 3_600_000;
    const tokens = await Promise.all(Array.from({ length: 20 }, () => keeper.accessToken()));
    expect(new Set(tokens)).toEqual(new Set(["access-1"]));
    expect(asked).toEqual(["refresh-0"]);
  });

  it("a token rejected by many calls is refreshed once, and a late report changes nothing", async () => {
    const keeper = keep({ refresh: rotateToken });
    const use = async () => {
      keeper.invalidate("access-0");
      return keeper.accessToken();
    };
    expect(new Set(await Promise.all([use(), use(), use()]))).toEqual(new Set(["access-1"]));
    expect(await use()).toBe("access-1");
    expect(asked).toEqual(["refresh-0"]);
  });

  it("a service that hands out a rejected token once more is believed", async () => {
    const refresh = async (refreshToken: string) => {
      asked.push(refreshToken);
      return { accessToken: "access-0", expiresIn: 3600 };
    };
    const keeper = keep({ refresh });
    keeper.invalidate("access-0");
    for (let round = 0; round < 3; round++) expect(await keeper.accessToken()).toBe("access-0");
    expect(asked).toEqual(["refresh-0"]);
  });

  it("the next expiry refreshes with the new token (U-14)", async () => {
    const keeper = keep({ refresh: rotateToken });
    for (const expected of ["access-1", "access-2", "access-3"]) {
      time += 3_600_000;
      expect(await keeper.accessToken()).toBe(expected);
    }
    expect(asked).toEqual(["refresh-0", "refresh-1", "refresh-2"]);
  });

  it("two keepers with a lock on one store refresh once: the second looks again inside the lock", async () => {
    let tail: Promise<unknown> = Promise.resolve();
    let saves = 0;
    const memory = memoryTokenStore(storedTokens());
    const store: TokenStore = {
      ...memory,
      save(tokens) {
        saves++;
        return memory.save(tokens);
      },
      withLock(work) {
        const run = tail.then(work);
        tail = run.catch(() => undefined);
        return run;
      },
    };
    const keepers = [1, 2, 3].map(() => keep({ store, refresh: rotateToken }));
    time += 3_600_000;
    expect(await Promise.all(keepers.flatMap((keeper) => [keeper.accessToken(), keeper.accessToken()]))).toEqual(
      Array(6).fill("access-1"),
    );
    // Before the refresh, to find out whether its result can be saved, and after it.
    expect([asked, saves]).toEqual([["refresh-0"], 2]);
  });

  it("a lock that fails comes through, and the next call tries again", async () => {
    const own = new Error("lock is held");
    const memory = memoryTokenStore(storedTokens());
    let held = true;
    const store: TokenStore = { ...memory, withLock: (work) => (held ? Promise.reject(own) : work()) };
    const keeper = keep({ store, refresh: rotateToken });
    time += 3_600_000;
    expect(await failureOf(keeper.accessToken())).toBe(own);
    held = false;
    expect(await keeper.accessToken()).toBe("access-1");
  });
});

describe("what a refresh brings is saved before it is used", () => {
  it("all of it, with the time of expiry counted from before the request", async () => {
    const store = memoryTokenStore(storedTokens());
    const refresh = async () => {
      time += 7000;
      return { accessToken: "access-1", expiresIn: 100, extra: { scope: "read" } };
    };
    time += 3_600_000;
    await keep({ store, refresh }).accessToken();
    expect({ ...(await store.load()) }).toEqual({
      tokenType: "Bearer",
      accessToken: "access-1",
      refreshToken: "refresh-0",
      expiresIn: 100,
      expiresAt: new Date(START + 3_600_000 + 100_000),
      extra: { scope: "read" },
    });
  });

  /** Saves until a refresh is sent, and again when it is repaired. */
  function breakable() {
    const memory = memoryTokenStore(storedTokens());
    const state = { broken: false };
    const save = (tokens: Tokens) =>
      state.broken ? Promise.reject(new Error(`insert ${JSON.stringify(tokens)}`)) : memory.save(tokens);
    const refresh = (refreshToken: string) => {
      state.broken = asked.length === 0;
      return rotateToken(refreshToken);
    };
    const keeper = keep({ store: { ...memory, save }, refresh });
    time += 3_600_000;
    return { memory, keeper, state };
  }

  it("a store that cannot save any more: the token is not used, and saved with the next call", async () => {
    const { memory, keeper, state } = breakable();
    for (let round = 0; round < 2; round++)
      expect((await readError(keeper.accessToken())).code).toBe("store_save_failed");
    state.broken = false;
    expect(await keeper.accessToken()).toBe("access-1");
    expect(asked).toEqual(["refresh-0"]);
    expect((await memory.load())?.refreshToken).toBe("refresh-1");
  });

  it("unsaved tokens that expired meanwhile are refreshed in turn", async () => {
    const { keeper, state } = breakable();
    await readError(keeper.accessToken());
    state.broken = false;
    time += 3_600_000;
    expect(await keeper.accessToken()).toBe("access-2");
    expect(asked).toEqual(["refresh-0", "refresh-1"]);
  });

  it("unsaved tokens are forgotten once the store holds others", async () => {
    const { memory, keeper, state } = breakable();
    await readError(keeper.accessToken());
    state.broken = false;
    await memory.save(storedTokens({ accessToken: "access-7", refreshToken: "refresh-7", expiresAt: time }) as Tokens);
    expect(await keeper.accessToken()).toBe("access-8");
    expect(asked).toEqual(["refresh-0", "refresh-7"]);
  });

  it("also where save resolves before the lock's transaction, which then fails", async () => {
    const memory = memoryTokenStore(storedTokens());
    let commits = false;
    const store: TokenStore = {
      ...memory,
      async withLock(work) {
        const before = (await memory.load()) as Tokens;
        const result = await work();
        if (!commits) await memory.save(before);
        return commits ? result : Promise.reject(new Error("commit"));
      },
    };
    const keeper = keep({ store, refresh: rotateToken });
    time += 3_600_000;
    expect((await failureOf(keeper.accessToken())) as Error).toMatchObject({ message: "commit" });
    commits = true;
    expect(await keeper.accessToken()).toBe("access-1");
    expect(asked).toEqual(["refresh-0"]);
  });

  it.each([
    ["fails", () => Promise.reject(new Error())],
    ["returns its failure", async () => asWrongType({ data: null, error: { message: "denied" } })],
    ["hangs", () => new Promise<never>(() => undefined)],
  ])("where save %s, no refresh is sent", async (_, broken) => {
    let repaired = false;
    const memory = memoryTokenStore(storedTokens());
    const save = (tokens: Tokens) => (repaired ? memory.save(tokens) : broken());
    const keeper = keep({ store: { ...memory, save }, refresh: rotateToken, storeTimeoutMs: 20 });
    time += 3_600_000;
    expect((await readError(keeper.accessToken())).code).toBe("store_save_failed");
    expect(asked).toEqual([]);
    repaired = true;
    expect(await keeper.accessToken()).toBe("access-1");
  });
});

describe("what the store may do", () => {
  it("hand back what became of the tokens as JSON", async () => {
    const store = { ...memoryTokenStore(), load: async () => JSON.parse(JSON.stringify(storedTokens())) };
    expect(await keep({ store }).accessToken()).toBe("access-0");
  });

  it.each([undefined, null])("hold nothing: %s", async (nothing) => {
    const store = { ...memoryTokenStore(), load: async () => nothing };
    expect((await readError(keep({ store }).accessToken())).code).toBe("grant_missing");
  });
});

describe("a store that hangs", () => {
  const hang = () => new Promise<never>(() => undefined);
  const refresh = rotateToken;

  it.each([
    ["load", "store_load_failed", {}],
    ["save", "store_save_failed", { expiresIn: 0, expiresAt: START }],
  ] as const)("in %s fails at its deadline, and no later call waits for it", async (name, code, tokens) => {
    const memory = memoryTokenStore(storedTokens(tokens));
    let hangs = true;
    const held = (...given: [never]) => (hangs ? hang() : memory[name](...given));
    const keeper = keep({ store: { ...memory, [name]: held }, refresh, storeTimeoutMs: 20 });
    expect(await readError(keeper.accessToken())).toMatchObject({ code });
    hangs = false;
    expect(await keeper.accessToken()).toEqual(expect.any(String));
  });

  it("in markDead does not keep the grant from ending", async () => {
    const store = { ...memoryTokenStore(storedTokens({ expiresIn: 0, expiresAt: START })), markDead: hang };
    const lost = () => Promise.reject(new OAuthError("token_refused", "no", { error: "invalid_grant" }));
    expect(await readError(keep({ store, refresh: lost, storeTimeoutMs: 20 }).accessToken())).toMatchObject({
      code: "grant_dead",
    });
  });
});

describe("what ends a grant", async () => {
  const server = await startServer();
  afterAll(() => server.stop());

  const ask = (timeoutMs = 5000) =>
    rfc6749Refresh({
      authUrl: server.url,
      clientId: "app",
      clientSecret: "s",
      allowInsecureLoopback: true,
      timeoutMs,
    });

  it("invalid_grant, whatever the status: marked once, asked once", async () => {
    for (const status of [400, 401, 503]) {
      let marked = 0;
      const memory = memoryTokenStore(storedTokens());
      const store = {
        ...memory,
        async markDead() {
          marked++;
        },
      };
      const keeper = keep({ store, refresh: ask() });
      time = START + 3_600_000;
      server.answer(json(status, { error: "invalid_grant", error_description: "refresh-0" }));
      for (let round = 0; round < 3; round++)
        expect(await readError(keeper.accessToken())).toMatchObject({ code: "grant_dead" });
      expect([marked, server.asked.length]).toEqual([1, 1]);
      await memory.save(
        storedTokens({ accessToken: "access-9", refreshToken: "refresh-9", expiresAt: time + 9e6 }) as Tokens,
      );
      expect(await keeper.accessToken()).toBe("access-9");
    }
  });

  it("and the store in memory drops it", async () => {
    const store = memoryTokenStore(storedTokens());
    const keeper = keep({ store, refresh: ask() });
    keeper.invalidate("access-0");
    server.answer(json(400, { error: "invalid_grant" }));
    expect(await readError(keeper.accessToken())).toMatchObject({ code: "grant_dead", status: 400 });
    expect(await store.load()).toBeUndefined();
    expect((await readError(keeper.accessToken())).code).toBe("grant_dead");
    expect((await readError(keep({ store }).accessToken())).code).toBe("grant_missing");
  });

  it("a store that cannot mark it hides nothing", async () => {
    const store = { ...memoryTokenStore(storedTokens()), markDead: () => Promise.reject(new Error("refresh-0")) };
    const keeper = keep({ store, refresh: ask() });
    keeper.invalidate("access-0");
    server.answer(json(400, { error: "invalid_grant" }));
    expect((await readError(keeper.accessToken())).code).toBe("grant_dead");
  });

  const SECOND = 1000;
  it.each<[string, number, object | undefined, string]>([
    ["503", 503, undefined, "token_endpoint_failed"],
    ["429", 429, undefined, "token_refused"],
    ["401 invalid_client", 401, { error: "invalid_client" }, "token_refused"],
    ["400 without a code", 400, {}, "token_refused"],
    ["a broken success", 200, { token_type: "Bearer" }, "token_response_invalid"],
  ])("not %s", async (_what, status, body, code) => {
    const keeper = keep({ refresh: ask() });
    keeper.invalidate("access-0");
    server.answer(body ? json(status, body) : text(status, ""));
    // Calls that come too early to ask again tell the same.
    for (const error of [await readError(keeper.accessToken()), await readError(keeper.accessToken())])
      expect(error).toMatchObject({ code, status, url: `${server.url}/oauth/v2/token` });
    expect(server.asked.length).toBe(1);
    time += SECOND;
    server.answer(json(200, { token_type: "bearer", expires_in: 60, access_token: "access-1" }));
    expect(await keeper.accessToken()).toBe("access-1");
  });

  it("not a time-out", async () => {
    const keeper = keep({ refresh: ask(80) });
    time += 3_600_000;
    server.answer(() => undefined);
    expect((await readError(keeper.accessToken())).code).toBe("timeout");
    // On a busy machine the request arrives later, and would be counted in the next test.
    await expect.poll(() => server.asked.length).toBe(1);
  });

  it("while the service is away, a token that is only about to expire still serves", async () => {
    const keeper = keep({ refresh: ask() });
    server.answer(text(503, ""));
    time += 3_550_000;
    expect(await keeper.accessToken()).toBe("access-0");
    await keeper.idle();
    expect(server.asked.length).toBe(1);
    time += 50_000;
    expect((await readError(keeper.accessToken())).code).toBe("token_endpoint_failed");
  });

  it("the failure of a function of the user's passes through, and can say that all is lost", async () => {
    const own = new Error("no network");
    let thrown: Error = own;
    const keeper = keep({ refresh: () => Promise.reject(thrown) });
    keeper.invalidate("access-0");
    expect(await failureOf(keeper.accessToken())).toBe(own);
    time += SECOND;
    thrown = new OAuthError("token_refused", "gone", { error: "invalid_grant" });
    expect((await readError(keeper.accessToken())).code).toBe("grant_dead");
  });

  it.each([{}, { accessToken: "", expiresIn: 1 }, { accessToken: 5, expiresIn: 1 }, null])(
    "a function that returns %j brings no token",
    async (answer) => {
      const keeper = keep({ refresh: async () => asWrongType(answer) });
      keeper.invalidate("access-0");
      expect((await readError(keeper.accessToken())).code).toBe("token_response_invalid");
    },
  );
});

it("uses no refresh token twice and hands out no unsaved token, however calls and failures mix", async () => {
  const step = fc.constantFrom(
    "call",
    "calls",
    "expire",
    "reject",
    "save fails",
    "save works",
    "service down",
    "service up",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      time = START;
      const used: string[] = [];
      const memory = memoryTokenStore(storedTokens());
      const state = { saves: true, up: true };
      const store: TokenStore = {
        ...memory,
        save: (tokens) => (state.saves ? memory.save(tokens) : Promise.reject(new Error())),
      };
      const refresh = async (refreshToken: string) => {
        if (!state.up) throw new Error("down");
        used.push(refreshToken);
        return rotateToken(refreshToken);
      };
      const keeper = keep({ store, refresh });
      for (const next of steps) {
        // Longer than any pause after a failure.
        if (next === "expire") time += 3_600_000;
        if (next === "reject") keeper.invalidate((await memory.load())?.accessToken ?? "");
        if (next.startsWith("save")) state.saves = next === "save works";
        if (next.startsWith("service")) state.up = next === "service up";
        if (!next.startsWith("call")) continue;
        const calls = Array.from({ length: next === "calls" ? 4 : 1 }, () =>
          keeper.accessToken().catch(() => undefined),
        );
        const kept = new Set((await Promise.all(calls)).filter((token) => token !== undefined));
        if (kept.size > 0) expect([...kept]).toEqual([(await memory.load())?.accessToken]);
      }
      expect(new Set(used).size).toBe(used.length);
    }),
    { numRuns: 300 },
  );
});
