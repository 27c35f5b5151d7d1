/** Tokens in a file: saved whole or not at all, for this user alone, and renewed by one process at a time. */

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { overwrite } from "../../src/oauth/file-replace.ts";
import { createTokenKeeper, fileTokenStore, OAuthError, type Tokens } from "../../src/oauth/index.ts";
import { tokensFrom } from "../../src/oauth/tokens.ts";
import { cleanFailure, failureOf, findLeaks } from "../support/leaks.ts";
import { testFolder } from "../support/scratch.ts";
import { asWrongType } from "../support/wrong-type.ts";
import { rotatingService } from "./rotating-service.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = testFolder("tokens-");
  file = join(folder, "tokens.json");
});

function tokens(n: number, change: Partial<Tokens> = {}): Tokens {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const plain = { tokenType: "Bearer", accessToken: `access-${n}`, refreshToken: `refresh-${n}`, expiresIn: 3600 };
  return tokensFrom({ ...plain, expiresAt, ...change }) as Tokens;
}

const readError = (promise: Promise<unknown>) => cleanFailure(promise, OAuthError, ["access-", "refresh-"]);

function child(...args: string[]) {
  return spawn(process.execPath, ["--no-warnings", join(import.meta.dirname, "file-token-store-child.ts"), ...args]);
}

it("keeps all members, for this user alone, and leaves no other file", async () => {
  const store = fileTokenStore(file);
  expect(await store.load()).toBeUndefined();
  const saved = tokens(1, { extra: { id: 7 } });
  await store.save(tokens(0));
  await store.save(saved);
  const wrong = await readError(store.save(asWrongType({ accessToken: "a" })));
  expect(wrong).toMatchObject({ code: "store_save_failed", reason: "not tokens", faults: expect.any(Array) });
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

/** Mounts for one test; `skip` where the machine allows none. */
function mount(...args: string[]): () => void {
  execFileSync("mount", args, { stdio: "ignore" });
  return () => execFileSync("umount", [args.at(-1) ?? ""]);
}
const mounts = (() => {
  const here = mkdtempSync(join(tmpdir(), "mount-"));
  try {
    mount("-t", "tmpfs", "tmpfs", here)();
    return true;
  } catch {
    return false;
  } finally {
    rmSync(here, { recursive: true });
  }
})();

describe("links", () => {
  let link: string;
  beforeEach(() => {
    link = join(folder, "app", "tokens.json");
    mkdirSync(join(folder, "app"));
    mkdirSync(join(folder, "volume"));
    file = join(folder, "volume", "tokens.json");
  });

  it.each([
    ["of a file", () => symlinkSync(file, link)],
    ["with a relative path", () => symlinkSync("../volume/tokens.json", link)],
    [
      "to a link",
      () => {
        symlinkSync(file, join(folder, "between"));
        symlinkSync("../between", link);
      },
    ],
    [
      "of a folder",
      () => {
        rmSync(join(folder, "app"), { recursive: true });
        symlinkSync("volume", join(folder, "app"));
      },
    ],
  ])("%s: it stays, and its target holds the tokens, from the first save on", async (_, make) => {
    make();
    const store = fileTokenStore(link);
    expect(await store.load()).toBeUndefined();
    for (const n of [0, 1]) {
      await store.save(tokens(n));
      expect(lstatSync(file).isFile()).toBe(true);
      expect((await fileTokenStore(file).load())?.accessToken).toBe(`access-${n}`);
      expect(realpathSync(link)).toBe(file);
    }
    await store.markDead(tokens(1));
    expect([existsSync(file), readdirSync(join(folder, "volume"))]).toEqual([false, []]);
    await store.save(tokens(2));
    expect((await fileTokenStore(file).load())?.accessToken).toBe("access-2");
  });

  it("have the lock of their target", async () => {
    symlinkSync(file, link);
    const work = async () => "done";
    for (const [one, other] of [
      [link, file],
      [file, link],
    ] as const)
      await fileTokenStore(one).withLock(async () => {
        const locked = fileTokenStore(other, { lockTimeoutMs: 0 }).withLock(work);
        expect((await readError(locked)).reason).toBe("ETIMEDOUT");
      });
  });

  it("in a circle are refused", async () => {
    symlinkSync(link, file);
    symlinkSync(file, link);
    expect(await readError(fileTokenStore(link).save(tokens(0)))).toMatchObject({ reason: "ELOOP" });
  });
});

it("reads a file without text as one without tokens, as a file to mount is", async () => {
  writeFileSync(file, "\n");
  expect(await fileTokenStore(file).load()).toBeUndefined();
});

it("writes in place without a rest of the old text", async () => {
  writeFileSync(file, "x".repeat(500));
  await overwrite(file, "new");
  expect(readFileSync(file, "utf8").trim()).toBe("new");
  await overwrite(file, "longer".repeat(200));
  expect(readFileSync(file, "utf8")).toBe("longer".repeat(200));
});

const unmounted = mounts ? "" : " (skipped: this user may not mount)";
describe.skipIf(!mounts)(`a refresh is sent only if its result can be saved${unmounted}`, () => {
  const asked: string[] = [];
  const refresh = async (refreshToken: string) => {
    asked.push(refreshToken);
    const next = Number(refreshToken.split("-")[1]) + 1;
    return { accessToken: `access-${next}`, refreshToken: `refresh-${next}`, expiresIn: 3600 };
  };
  const keeper = (path = file) => createTokenKeeper({ store: fileTokenStore(path), refresh });
  const old = (change = {}) => tokens(0, { expiresAt: new Date(0), ...change });
  let unmount: () => void = () => undefined;
  beforeEach(() => void asked.splice(0));
  afterEach(() => unmount());

  it("a file that is mounted alone: renewed in place, and nothing is left beside it", async () => {
    const host = join(folder, "host.json");
    await fileTokenStore(host).save(old({ extra: { pad: "x".repeat(5000) } }));
    writeFileSync(file, "");
    unmount = mount("--bind", host, file);
    expect(await keeper().accessToken()).toBe("access-1");
    expect(JSON.parse(readFileSync(host, "utf8")).refreshToken).toBe("refresh-1");
    expect(await keeper().accessToken()).toBe("access-1");
    expect(asked).toEqual(["refresh-0"]);
    expect(readdirSync(folder).sort()).toEqual(["host.json", "tokens.json", "tokens.json.lock"]);
    await fileTokenStore(file).markDead(tokens(1));
    expect(await fileTokenStore(file).load()).toBeUndefined();
    await fileTokenStore(file).save(tokens(3));
    expect((await fileTokenStore(host).load())?.accessToken).toBe("access-3");
  });

  it("a file that is mounted alone, to be read alone", async () => {
    const host = join(folder, "host.json");
    await fileTokenStore(host).save(old());
    writeFileSync(file, "");
    unmount = mount("--bind", host, file);
    mount("-o", "remount,ro,bind", file);
    expect(await readError(keeper().accessToken())).toMatchObject({ code: "store_save_failed", reason: "EROFS" });
    expect(asked).toEqual([]);
  });

  it("a file that is mounted alone, without room for more: the old text comes back", async () => {
    const small = join(folder, "small");
    mkdirSync(small);
    writeFileSync(file, "");
    const unmountSmall = mount("-t", "tmpfs", "-o", "size=64k", "tmpfs", small);
    await fileTokenStore(join(small, "host.json")).save(tokens(0));
    const unmountFile = mount("--bind", join(small, "host.json"), file);
    unmount = () => {
      unmountFile();
      unmountSmall();
    };
    expect(() => writeFileSync(join(small, "fill"), Buffer.alloc(200_000))).toThrow("ENOSPC");
    const saved = fileTokenStore(file).save(tokens(1, { extra: { pad: "x".repeat(9000) } }));
    expect(await readError(saved)).toMatchObject({ code: "store_save_failed", reason: "ENOSPC" });
    expect(await fileTokenStore(file).load()).toMatchObject({ accessToken: "access-0" });
  });

  it.each<[string, string[], object]>([
    ["a folder that may only be read", ["-o", "remount,ro"], { reason: "EROFS" }],
    ["a disk that is full", [], { reason: "ENOSPC" }],
  ])("%s, until it is repaired", async (_, remount, wanted) => {
    const small = join(folder, "small");
    mkdirSync(small);
    unmount = mount("-t", "tmpfs", "-o", "size=64k", "tmpfs", small);
    const path = join(small, "tokens.json");
    await fileTokenStore(path).save(old({ extra: { pad: "x".repeat(5000) } }));
    await fileTokenStore(path).withLock(async () => undefined);
    if (remount.length > 0) mount(...remount, small);
    else expect(() => writeFileSync(join(small, "fill"), Buffer.alloc(200_000))).toThrow("ENOSPC");
    expect(await readError(keeper(path).accessToken())).toMatchObject(wanted);
    expect(asked).toEqual([]);
    if (remount.length > 0) mount("-o", "remount,rw", small);
    rmSync(join(small, "fill"), { force: true });
    expect(await keeper(path).accessToken()).toBe("access-1");
  });
});

describe("says why it failed, and nothing of the tokens", () => {
  it.each([
    ["text", '{"accessToken":"access-0","refreshToken":"refresh-0"', "not JSON"],
    ["other JSON", '{"accessToken":"access-0"}', "not tokens"],
  ])("%s in the file", async (_, text, reason) => {
    writeFileSync(file, text);
    const store = fileTokenStore(file);
    const wanted = { code: "store_load_failed", reason };
    expect(await readError(store.load())).toMatchObject(wanted);
    // The keeper passes it on.
    expect(await readError(createTokenKeeper({ store }).accessToken())).toMatchObject(wanted);
  });

  it("a folder that is not there", async () => {
    const store = fileTokenStore(join(folder, "missing", "tokens.json"));
    const work = async () => undefined;
    expect(await readError(store.save(tokens(0)))).toMatchObject({ code: "store_save_failed", reason: "ENOENT" });
    expect(await readError(store.withLock(work))).toMatchObject({ code: "store_lock_failed", reason: "ENOENT" });
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === "win32")("a folder it may not write to", async () => {
    const store = fileTokenStore(file);
    await store.save(tokens(0));
    chmodSync(folder, 0o500);
    expect(await readError(store.save(tokens(1)))).toMatchObject({ code: "store_save_failed", reason: "EACCES" });
    chmodSync(folder, 0o700);
    expect((await store.load())?.accessToken).toBe("access-0");
  });
});

it("locks out other callers, also of other processes, and frees the lock of a process that was killed", async () => {
  const holding = child("hold", file);
  const ended = once(holding, "close");
  await once(holding.stdout, "data");
  const impatient = fileTokenStore(file, { lockTimeoutMs: 0 });
  const work = async () => "done";
  expect(await readError(impatient.withLock(work))).toMatchObject({ code: "store_lock_failed", reason: "ETIMEDOUT" });
  holding.kill("SIGKILL");
  await ended;
  expect(await impatient.withLock(work)).toBe("done");
  await impatient.withLock(async () => {
    expect((await readError(impatient.withLock(work))).reason).toBe("ETIMEDOUT");
    return undefined;
  });
  // What the work throws comes through, and the lock is free again.
  await expect(impatient.withLock(() => Promise.reject(new Error("mine")))).rejects.toThrow("mine");
  expect(await impatient.withLock(work)).toBe("done");
});

it("renews across processes without using a refresh token twice", async () => {
  const [processes, rounds] = [4, 6];
  const { used, ...service } = await rotatingService();
  await fileTokenStore(file).save(tokens(0));
  const codes = await Promise.all(
    Array.from({ length: processes }, async () => {
      const running = child("renew", file, service.url, `${rounds}`);
      let text = "";
      running.stderr.on("data", (chunk) => {
        text += chunk;
      });
      const [code] = await once(running, "close");
      return `${code}${text}`;
    }),
  ).finally(() => service.stop());
  expect(codes).toEqual(Array(processes).fill("0"));
  expect(new Set(used).size).toBe(used.length);
  // Each token but the first was requested once, and no process requested more than one in a round.
  expect(used.length).toBeGreaterThanOrEqual(rounds - 1);
  expect(used.length).toBeLessThan(processes * rounds);
  expect(JSON.parse(readFileSync(file, "utf8")).refreshToken).toBe(`refresh-${used.length}`);
});

describe("an encrypted file", () => {
  const [A, B] = ["a", "b"].map((digit) => `${digit}123`.repeat(16)) as [string, string];

  it("shows no token, and is read with its key alone, which never shows either", async () => {
    const store = fileTokenStore(file, { encryptionKeys: A });
    await store.save(tokens(1));
    expect(readFileSync(file, "utf8")).not.toMatch(/access-1|refresh-1|tokenType/);
    expect(await store.load()).toMatchObject({ refreshToken: "refresh-1" });
    const before = readFileSync(file, "utf8");
    for (const options of [{}, { encryptionKeys: B }]) {
      const other = fileTokenStore(file, options);
      await expect(other.load()).rejects.toMatchObject({ code: "store_load_failed", reason: "key missing" });
      await expect(other.markDead(tokens(1))).rejects.toMatchObject({ code: "store_load_failed" });
      // The refresh token in it is the only one.
      await expect(other.save(tokens(2))).rejects.toMatchObject({ code: "store_save_failed", reason: "key missing" });
      expect(findLeaks(await failureOf(other.load()), [A, B])).toEqual([]);
    }
    expect(readFileSync(file, "utf8")).toBe(before);
    writeFileSync(file, before.replace(/.{8}"\}$/, 'AAAAAAA="}'));
    await expect(store.load()).rejects.toMatchObject({ code: "store_load_failed", reason: "not decryptable" });
  });

  it("may have been plain before, and has two keys during a rotation", async () => {
    await fileTokenStore(file).save(tokens(1));
    const first = fileTokenStore(file, { encryptionKeys: A });
    expect(await first.load()).toMatchObject({ refreshToken: "refresh-1" });
    await first.save(tokens(2));
    const both = fileTokenStore(file, { encryptionKeys: [B, A] });
    expect(await both.load()).toMatchObject({ refreshToken: "refresh-2" });
    await both.save(tokens(3));
    expect(await fileTokenStore(file, { encryptionKeys: B }).load()).toMatchObject({ refreshToken: "refresh-3" });
    await both.markDead(tokens(3));
    expect(await both.load()).toBe(undefined);
  });

  it.each(["", "short", [], 7, new Uint8Array(32)])("is refused with %j for a key", (encryptionKeys) => {
    expect(() => fileTokenStore(file, { encryptionKeys: encryptionKeys as string })).toThrow(
      expect.objectContaining({ code: "token_store_invalid" }),
    );
  });
});
