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
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { overwrite } from "../../src/oauth/file-replace.ts";
import { createTokenKeeper, fileTokenStore } from "../../src/oauth/index.ts";
import { testFolder } from "../support/scratch.ts";
import { rotatingService } from "./rotating-service.ts";
import { describeTokenStore, readError, tokensOf } from "./store-suite.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = testFolder("tokens-");
  file = join(folder, "tokens.json");
});

function child(...args: string[]) {
  return spawn(process.execPath, ["--no-warnings", join(import.meta.dirname, "file-token-store-child.ts"), ...args]);
}

describe("a file", () => {
  describeTokenStore(() => ({
    open: (options) => fileTokenStore(file, options),
    text: async () => readFileSync(file, "utf8"),
  }));

  it("is for this user alone, and there is no other beside it", async () => {
    for (const n of [0, 1]) await fileTokenStore(file).save(tokensOf(n));
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["tokens.json"]);
    await fileTokenStore(file).markDead(tokensOf(1));
    expect(readdirSync(folder)).toEqual([]);
  });

  it("that is encrypted tells of changed bytes", async () => {
    const store = fileTokenStore(file, { encryptionKeys: "a123".repeat(16) });
    await store.save(tokensOf(1));
    writeFileSync(file, readFileSync(file, "utf8").replace(/.{8}"\}$/, 'AAAAAAA="}'));
    expect(await readError(store.load())).toMatchObject({ code: "store_load_failed", reason: "not decryptable" });
  });
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
      await store.save(tokensOf(n));
      expect(lstatSync(file).isFile()).toBe(true);
      expect((await fileTokenStore(file).load())?.accessToken).toBe(`access-${n}`);
      expect(realpathSync(link)).toBe(file);
    }
    await store.markDead(tokensOf(1));
    expect([existsSync(file), readdirSync(join(folder, "volume"))]).toEqual([false, []]);
    await store.save(tokensOf(2));
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
    expect(await readError(fileTokenStore(link).save(tokensOf(0)))).toMatchObject({ reason: "ELOOP" });
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
  let unmount: () => void = () => undefined;
  beforeEach(() => void asked.splice(0));
  afterEach(() => unmount());

  it("a file that is mounted alone: renewed in place, and nothing is left beside it", async () => {
    const host = join(folder, "host.json");
    await fileTokenStore(host).save(tokensOf(0, { extra: { pad: "x".repeat(5000) } }));
    writeFileSync(file, "");
    unmount = mount("--bind", host, file);
    expect(await keeper().accessToken()).toBe("access-1");
    expect(JSON.parse(readFileSync(host, "utf8")).refreshToken).toBe("refresh-1");
    expect(await keeper().accessToken()).toBe("access-1");
    expect(asked).toEqual(["refresh-0"]);
    expect(readdirSync(folder).sort()).toEqual(["host.json", "tokens.json", "tokens.json.lock"]);
    await fileTokenStore(file).markDead(tokensOf(1));
    expect(await fileTokenStore(file).load()).toBeUndefined();
    await fileTokenStore(file).save(tokensOf(3));
    expect((await fileTokenStore(host).load())?.accessToken).toBe("access-3");
  });

  it("a file that is mounted alone, to be read alone", async () => {
    const host = join(folder, "host.json");
    await fileTokenStore(host).save(tokensOf(0));
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
    await fileTokenStore(join(small, "host.json")).save(tokensOf(0));
    const unmountFile = mount("--bind", join(small, "host.json"), file);
    unmount = () => {
      unmountFile();
      unmountSmall();
    };
    expect(() => writeFileSync(join(small, "fill"), Buffer.alloc(200_000))).toThrow("ENOSPC");
    const saved = fileTokenStore(file).save(tokensOf(1, { extra: { pad: "x".repeat(9000) } }));
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
    await fileTokenStore(path).save(tokensOf(0, { extra: { pad: "x".repeat(5000) } }));
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
  ])("%s in the file", async (_, stored, reason) => {
    writeFileSync(file, stored);
    const store = fileTokenStore(file);
    const wanted = { code: "store_load_failed", reason };
    expect(await readError(store.load())).toMatchObject(wanted);
    // The keeper passes it on.
    expect(await readError(createTokenKeeper({ store }).accessToken())).toMatchObject(wanted);
  });

  it("a folder that is not there", async () => {
    const store = fileTokenStore(join(folder, "missing", "tokens.json"));
    const work = async () => undefined;
    expect(await readError(store.save(tokensOf(0)))).toMatchObject({ code: "store_save_failed", reason: "ENOENT" });
    expect(await readError(store.withLock(work))).toMatchObject({ code: "store_lock_failed", reason: "ENOENT" });
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === "win32")("a folder it may not write to", async () => {
    const store = fileTokenStore(file);
    await store.save(tokensOf(0));
    chmodSync(folder, 0o500);
    expect(await readError(store.save(tokensOf(1)))).toMatchObject({ code: "store_save_failed", reason: "EACCES" });
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
  await fileTokenStore(file).save(tokensOf(0));
  const codes = await Promise.all(
    Array.from({ length: processes }, async () => {
      const running = child("renew", file, service.url, `${rounds}`);
      const [[code], said] = await Promise.all([once(running, "close"), text(running.stderr)]);
      return `${code}${said}`;
    }),
  ).finally(() => service.stop());
  expect(codes).toEqual(Array(processes).fill("0"));
  expect(new Set(used).size).toBe(used.length);
  // Each token but the first was requested once, and no process requested more than one in a round.
  expect(used.length).toBeGreaterThanOrEqual(rounds - 1);
  expect(used.length).toBeLessThan(processes * rounds);
  expect(JSON.parse(readFileSync(file, "utf8")).refreshToken).toBe(`refresh-${used.length}`);
});
