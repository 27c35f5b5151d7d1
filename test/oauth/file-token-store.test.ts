/** Tokens in a file: saved whole or not at all, for this user alone, and renewed by one process at a time. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTokenKeeper, fileTokenStore, OAuthError, type Tokens } from "../../src/oauth/index.ts";
import { tokensFrom } from "../../src/oauth/tokens.ts";
import { json, startServer } from "../support/http-server.ts";
import { failureOf, leaksOf } from "../support/leaks.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tokens-"));
  file = join(folder, "tokens.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function tokens(n: number, change: Partial<Tokens> = {}): Tokens {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const plain = { tokenType: "Bearer", accessToken: `access-${n}`, refreshToken: `refresh-${n}`, expiresIn: 3600 };
  return tokensFrom({ ...plain, expiresAt, ...change }) as Tokens;
}

async function errorOf(promise: Promise<unknown>): Promise<OAuthError> {
  const error = await failureOf(promise);
  expect(error).toBeInstanceOf(OAuthError);
  expect(leaksOf(error, ["access-", "refresh-"])).toEqual([]);
  return error as OAuthError;
}

function child(...args: string[]) {
  return spawn(process.execPath, ["--no-warnings", join(import.meta.dirname, "file-token-store-child.ts"), ...args]);
}

it("keeps all members, for this user alone, and leaves no other file", async () => {
  const store = fileTokenStore(file);
  expect(await store.load()).toBeUndefined();
  const saved = tokens(1, { extra: { id: 7 } });
  await store.save(tokens(0));
  await store.save(saved);
  expect(await store.load()).toEqual(saved);
  expect(await fileTokenStore(file).load()).toEqual(saved);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["tokens.json"]);
});

it("forgets a grant that is dead, but not the one that the customer gave meanwhile", async () => {
  const store = fileTokenStore(file);
  await store.save(tokens(1));
  await store.markDead(tokens(0));
  expect((await store.load())?.accessToken).toBe("access-1");
  await store.markDead(tokens(1));
  expect(readdirSync(folder)).toEqual([]);
});

describe("says why it failed, and nothing of the tokens", () => {
  it.each([
    ["text", '{"accessToken":"access-0","refreshToken":"refresh-0"', "not JSON"],
    ["other JSON", '{"accessToken":"access-0"}', "not tokens"],
  ])("%s in the file", async (_, text, reason) => {
    writeFileSync(file, text);
    const store = fileTokenStore(file);
    const wanted = { code: "store_load_failed", reason };
    expect(await errorOf(store.load())).toMatchObject(wanted);
    // The keeper passes it on.
    expect(await errorOf(createTokenKeeper({ store }).accessToken())).toMatchObject(wanted);
  });

  it("a folder that is not there", async () => {
    const store = fileTokenStore(join(folder, "missing", "tokens.json"));
    const work = async () => undefined;
    expect(await errorOf(store.save(tokens(0)))).toMatchObject({ code: "store_save_failed", reason: "ENOENT" });
    expect(await errorOf(store.withLock(work))).toMatchObject({ code: "store_lock_failed", reason: "ENOENT" });
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === "win32")("a folder it may not write to", async () => {
    const store = fileTokenStore(file);
    await store.save(tokens(0));
    chmodSync(folder, 0o500);
    expect(await errorOf(store.save(tokens(1)))).toMatchObject({ code: "store_save_failed", reason: "EACCES" });
    chmodSync(folder, 0o700);
    expect((await store.load())?.accessToken).toBe("access-0");
  });
});

it("locks out other callers of this process and of others, and frees the lock of a process that was killed", async () => {
  const holding = child("hold", file);
  const ended = once(holding, "close");
  await once(holding.stdout, "data");
  const impatient = fileTokenStore(file, { lockTimeoutMs: 0 });
  const work = async () => "done";
  expect(await errorOf(impatient.withLock(work))).toMatchObject({ code: "store_lock_failed", reason: "ETIMEDOUT" });
  holding.kill("SIGKILL");
  await ended;
  expect(await impatient.withLock(work)).toBe("done");
  await impatient.withLock(async () => {
    expect((await errorOf(impatient.withLock(work))).reason).toBe("ETIMEDOUT");
    return undefined;
  });
  // What the work throws comes through, and the lock is free again.
  await expect(impatient.withLock(() => Promise.reject(new Error("mine")))).rejects.toThrow("mine");
  expect(await impatient.withLock(work)).toBe("done");
});

it("renews across processes without using a refresh token twice", async () => {
  const [processes, rounds] = [4, 6];
  const used = new Set<string>();
  const again: string[] = [];
  const server = await startServer((asked, response) => {
    const refreshToken = new URLSearchParams(asked.body).get("refresh_token") ?? "";
    if (used.has(refreshToken)) again.push(refreshToken);
    used.add(refreshToken);
    const fresh = { access_token: `access-${used.size}`, refresh_token: `refresh-${used.size}` };
    json(200, { token_type: "Bearer", expires_in: 3600, ...fresh })(asked, response);
  });
  await fileTokenStore(file).save(tokens(0));
  const codes = await Promise.all(
    Array.from({ length: processes }, async () => {
      const running = child("renew", file, server.url, `${rounds}`);
      let text = "";
      running.stderr.on("data", (chunk) => {
        text += chunk;
      });
      const [code] = await once(running, "close");
      return `${code}${text}`;
    }),
  ).finally(() => server.stop());
  expect(codes).toEqual(Array(processes).fill("0"));
  expect(again).toEqual([]);
  // Each token but the first was requested once, and no process requested more than one in a round.
  expect(used.size).toBeGreaterThanOrEqual(rounds - 1);
  expect(used.size).toBeLessThan(processes * rounds);
  expect(JSON.parse(readFileSync(file, "utf8")).refreshToken).toBe(`refresh-${used.size}`);
});
