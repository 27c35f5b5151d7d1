/** Bodies that are encrypted with the user's keys: what can be read, by whom, and what is refused. */

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { KeyRing } from "../../src/encryption.ts";
import { type InboxOptions, openInbox } from "../../src/inbox/index.ts";
import { salvage } from "../../src/inbox/sqlite/salvage.ts";
import { execIn } from "../support/sqlite.ts";
import { asWrongType } from "../support/wrong-type.ts";
import { age, openTestInbox, statesIn, temporary, until } from "./support.ts";

const newKey = () => randomBytes(32).toString("base64");
const [A, B] = [newKey(), newKey()] as const;
const HIDDEN = "a debtor whom nobody may read";
const FAST = { backoffMinMs: 1, backoffMaxMs: 5, pollMs: 100 };

const openEncrypted = (encryptionKeys?: InboxOptions["encryptionKeys"], file?: string) =>
  openTestInbox({ ...(file && { file }), ...(encryptionKeys && { encryptionKeys }) });
const isInFile = (file: string) => ["", "-wal"].some((end) => readFileSync(file + end).includes(HIDDEN.slice(0, 8)));
const KEY_MISSING = expect.objectContaining({ code: "inbox_key_missing" });

describe("a key", () => {
  it.each([
    ["base64", A],
    ["base64url without padding", Buffer.from(A, "base64").toString("base64url")],
    ["hexadecimal, with a line end", `${Buffer.from(A, "base64").toString("hex")}\n`],
    ["bytes", Buffer.from(A, "base64")],
    ["a list", [A, B]],
  ])("may be %s", (_, key) => {
    const plain = Buffer.from(HIDDEN);
    expect(Buffer.from(new KeyRing(A).decrypt(new KeyRing(key).encrypt(plain)))).toEqual(plain);
  });

  it.each([
    ["short", randomBytes(16).toString("base64")],
    ["a passphrase", "correct horse battery staple is long enough"],
    ["of zeros", new Uint8Array(32)],
    ["empty", ""],
    ["an empty list", []],
    ["twice in a list", [A, Buffer.from(A, "base64")]],
    ["a number", asWrongType(7)],
    ["null", asWrongType(null)],
  ])("is refused that is %s, and never shown", async (_, encryptionKeys) => {
    using place = temporary();
    const refused = await openInbox({ file: place.file, encryptionKeys }).catch((error) => error);
    expect(refused).toMatchObject({ name: "MisuseError", code: "inbox_option" });
    expect(refused.message).not.toContain("horse");
  });

  it("that was changed, or bytes that were, decrypt nothing", () => {
    const sealed = new KeyRing(A).encrypt(Buffer.from(HIDDEN));
    expect(() => new KeyRing(B).decrypt(sealed)).toThrow(expect.objectContaining({ name: "KeyMissing" }));
    for (const at of [12, 30, sealed.length - 1]) {
      const changed = Uint8Array.from(sealed, (byte, i) => (i === at ? byte ^ 1 : byte));
      expect(() => new KeyRing(A).decrypt(changed)).toThrow(expect.objectContaining({ name: "Undecryptable" }));
    }
    for (const end of [12, 20, 39])
      expect(() => new KeyRing(A).decrypt(sealed.subarray(0, end))).toThrow(
        expect.objectContaining({ name: "Undecryptable" }),
      );
    expect(new KeyRing([B, A]).decrypt(sealed)).toEqual(Buffer.from(HIDDEN));
  });
});

describe("an inbox with a key", () => {
  it("handles, shows, retries and erases what nobody can read in the file", async () => {
    await using it = await openEncrypted(A);
    expect([await it.deliver(1, { text: HIDDEN }), await it.deliver(1, { text: HIDDEN })]).toEqual([204, 204]);
    await it.deliver(1, { text: `${HIDDEN} twice` });
    expect(statesIn(it.file)).toEqual(["pending", "conflict"]);
    expect(isInFile(it.file)).toBe(false);
    const seen: string[] = [];
    const handler = ({ payload, body }: { payload: object; body: Uint8Array }) => {
      seen.push(Buffer.from(body).toString());
      expect(payload).toMatchObject({ text: expect.stringContaining(HIDDEN) });
      if (seen.length === 1) throw new Error("once");
    };
    await it.handle(handler, { ...FAST, maxAttempts: 1 });
    await until(() => statesIn(it.file)[0] === "dead");
    const ids = (await it.inbox.list()).map(({ id }) => id);
    await it.inbox.retry(ids);
    await until(() => statesIn(it.file).join() === "done,done");
    expect(seen).toHaveLength(3);
    expect(await it.read(ids[1])).toContain(`${HIDDEN} twice`);
    expect(isInFile(it.file)).toBe(false);
    expect((await it.inbox.erase(1)).map(({ id }) => id)).toEqual(ids);
    expect((await it.inbox.get(1))?.body).toBe(null);
  });

  it.each([
    ["no key", undefined],
    ["another key", B],
  ])("is not opened with %s, even while it is empty, and stays as it is", async (_, keys) => {
    await using it = await openEncrypted(A);
    await it.inbox.close();
    await expect(openEncrypted(keys, it.file)).rejects.toEqual(KEY_MISSING);
    await using filled = await openEncrypted(A, it.file);
    await filled.deliver(1, { text: HIDDEN });
    await filled.inbox.close();
    await expect(openEncrypted(keys, it.file)).rejects.toEqual(KEY_MISSING);
    await using again = await openEncrypted(A, it.file);
    expect(await again.read(1)).toContain(HIDDEN);
  });

  it("takes two during a rotation, and needs the old one until no body does", async () => {
    await using it = await openEncrypted(A);
    await it.deliver(1, { text: HIDDEN });
    await it.inbox.close();
    await using both = await openEncrypted([B, A], it.file);
    await both.deliver(2, { text: HIDDEN });
    for (const id of [1, 2]) expect(await both.read(id)).toContain(HIDDEN);
    await both.inbox.close();
    for (const keys of [B, A, undefined]) await expect(openEncrypted(keys, it.file)).rejects.toEqual(KEY_MISSING);
    await using again = await openEncrypted([B, A], it.file);
    await again.inbox.erase(1);
    await again.inbox.close();
    await using last = await openEncrypted(B, it.file);
    expect(await last.read(2)).toContain(HIDDEN);
    await last.inbox.close();
    await expect(openEncrypted(A, it.file)).rejects.toEqual(KEY_MISSING);
  });

  it("reads what was stored before it had one", async () => {
    await using plain = await openEncrypted();
    await plain.deliver(1, { text: HIDDEN });
    await plain.inbox.close();
    await using it = await openEncrypted(A, plain.file);
    await it.deliver(2, { text: HIDDEN });
    const seen: number[] = [];
    await it.handle(({ payload }) => void seen.push(payload.id), FAST);
    await until(() => seen.length === 2);
  });

  it("leaves to others what it has no key for, without an attempt, and says so", async () => {
    await using old = await openEncrypted(A);
    await using fresh = await openEncrypted([B, A], old.file);
    await fresh.deliver(1, { text: HIDDEN });
    await old.handle(() => void old.problems.push({ code: "row_dead" }), FAST);
    await until(() => old.problems.length > 0);
    expect(old.problems).toMatchObject([{ code: "inbox_key_missing", id: 1 }]);
    await until(async () => (await fresh.inbox.get(1))?.putOffUntil != null);
    expect(await fresh.inbox.get(1)).toMatchObject({ attempts: 0, error: expect.stringContaining("key") });
    await old.inbox.close();
    age(old.file, 60_000);
    const seen: number[] = [];
    await fresh.handle(({ payload }) => void seen.push(payload.id), FAST);
    await until(() => seen.length === 1);
  });

  it("ends a row whose bytes were changed as dead, and stops nobody else", async () => {
    await using it = await openEncrypted(A);
    for (const id of [1, 2]) await it.deliver(id);
    execIn(it.file, "UPDATE inbox SET body = CAST(substr(body, 1, length(body) - 1) || x'00' AS BLOB) WHERE id = 1");
    await it.handle(() => undefined, FAST);
    await until(() => statesIn(it.file).join() === "dead,done");
    expect(it.problems).toMatchObject([{ code: "row_dead", id: 1 }]);
    await expect(it.inbox.get(1)).rejects.toThrow("changed since it was encrypted");
  });

  it("is salvaged as it is: the new file asks for the same keys", async () => {
    await using it = await openEncrypted(A);
    await it.deliver(1, { text: HIDDEN });
    await it.inbox.close();
    const fresh = join(it.folder, "fresh.db");
    expect(await salvage(it.file, fresh)).toEqual({ saved: 1, lost: 0 });
    await expect(openEncrypted(undefined, fresh)).rejects.toEqual(KEY_MISSING);
    await using saved = await openEncrypted(A, fresh);
    expect(await saved.read(1)).toContain(HIDDEN);
  });

  it("is not one over a store of your own", async () => {
    await expect(openInbox({ store: asWrongType({ insert() {} }), encryptionKeys: A })).rejects.toMatchObject({
      code: "inbox_option",
    });
  });
});
