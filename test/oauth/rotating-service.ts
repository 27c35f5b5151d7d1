/** A token endpoint that replaces each refresh token, and refuses one that was used; and stores over one row. */

import { setTimeout as sleep } from "node:timers/promises";
import { rfc6749Refresh, type StoredTokens, type TokenStore, type Tokens } from "../../src/oauth/index.ts";
import { type Answering, json, startServer } from "../support/http-server.ts";

/** A good answer, by the number of the refresh. */
export const success = (n: number) => ({
  token_type: "Bearer",
  expires_in: 3600,
  access_token: `access-${n}`,
  refresh_token: `refresh-${n}`,
});

/** Starts it. Its valid refresh token is `refresh-0` at first. */
export async function rotatingService() {
  const used: string[] = [];
  let live = 0;
  let next: ((n: number) => Answering) | undefined;
  const server = await startServer(async (asked, response) => {
    const refreshToken = new URLSearchParams(asked.body).get("refresh_token") ?? "";
    used.push(refreshToken);
    if (refreshToken !== `refresh-${live}`) return json(400, { error: "invalid_grant" })(asked, response);
    live++;
    const answer = next?.(live) ?? json(200, success(live));
    next = undefined;
    await sleep(5);
    answer(asked, response);
  });
  return {
    ...server,
    used,
    /** The next refresh is answered so; `n`: the number of the tokens that it gets. */
    answerNext(answer: (n: number) => Answering) {
      next = answer;
    },
    refresh: rfc6749Refresh({ authUrl: server.url, clientId: "app", clientSecret: "s", allowInsecureLoopback: true }),
  };
}

/** Stored tokens, which expired a day ago. */
export function expiredTokens(change: Partial<StoredTokens> = {}): StoredTokens {
  const tokens = { tokenType: "Bearer" as const, accessToken: "access-0", refreshToken: "refresh-0", expiresIn: 3600 };
  return { ...tokens, expiresAt: Date.now() - 86_400_000, ...change };
}

/** A row of a database without a lock, and stores of several processes over it; each call takes some milliseconds. */
export function sharedRow(first: StoredTokens | undefined) {
  const row = { tokens: first };
  const store = (): Required<Omit<TokenStore, "withLock">> => ({
    async load() {
      await sleep(Math.random() * 5);
      return row.tokens;
    },
    async save(tokens: Tokens) {
      await sleep(Math.random() * 20);
      row.tokens = tokens;
    },
    // As its author may have written it: without a comparison.
    async markDead() {
      row.tokens = undefined;
    },
  });
  return { row, store };
}
