/** Bodies that are encrypted with the user's keys: what can be read, by whom, and what is refused. */

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { KeyRing } from "../../src/encryption.ts";
import { type InboxOptions, type InboxProblem, openInbox } from "../../src/inbox/index.ts";
import { salvage } from "../../src/inbox/sqlite/salvage.ts";
import { EVENT } from "../support/receiver.ts";
import { execIn } from "../support/sqlite.ts";
import { asWrongType } from "../support/wrong-type.ts";
import { age, sender, statesIn, temporary, until } from "./support.ts";

const newKey = () => randomBytes(32).toString("base64");
const [A, B] = [newKey(), newKey()] as const;
const HIDDEN = "a debtor whom nobody may read";
const FAST = { backoffMinMs: 1, backoffMaxMs: 5, pollMs: 100 };

const openEncrypted = (file: string, encryptionKeys?: InboxOptions["encryptionKeys"], onProblem = console.error) =>
  openInbox({ file, onProblem, ...(encryptionKeys && { encryptionKeys }) });
const isInFile = (file: string) => ["", "-wal"].some((end) => readFileSync(file + end).includes(HIDDEN.slice(0, 8)));
const toText = (body: Uint8Array | null | undefined) => Buffer.from(body ?? []).toString();

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
    using place = temporary();
    const inbox = await openEncrypted(place.file, A, () => undefined);
    const deliver = sender(inbox);
    expect([await deliver(1, { text: HIDDEN }), await deliver(1, { text: HIDDEN })]).toEqual([204, 204]);
    await deliver(1, { text: `${HIDDEN} twice` });
    expect(statesIn(place.file)).toEqual(["pending", "conflict"]);
    expect(isInFile(place.file)).toBe(false);
    const seen: string[] = [];
    await inbox.work(
      {
        [EVENT]: ({ payload, body }) => {
          seen.push(toText(body));
          expect(payload).toMatchObject({ text: expect.stringContaining(HIDDEN) });
          if (seen.length === 1) throw new Error("once");
        },
      },
      { ...FAST, maxAttempts: 1 },
    );
    await until(() => statesIn(place.file)[0] === "dead");
    const ids = (await inbox.list()).map(({ id }) => id);
    await inbox.retry(ids);
    await until(() => statesIn(place.file).join() === "done,done");
    expect(seen).toHaveLength(3);
    expect(toText((await inbox.get(ids[1] ?? 0))?.body)).toContain(`${HIDDEN} twice`);
    expect(isInFile(place.file)).toBe(false);
    expect((await inbox.erase(1)).map(({ id }) => id)).toEqual(ids);
    expect((await inbox.get(1))?.body).toBe(null);
    await inbox.close();
  });

  it.each([
    ["no key", undefined],
    ["another key", B],
  ])("is not opened with %s, even while it is empty, and stays as it is", async (_, keys) => {
    using place = temporary();
    await (await openEncrypted(place.file, A)).close();
    await expect(openEncrypted(place.file, keys)).rejects.toMatchObject({ code: "inbox_key_missing" });
    const inbox = await openEncrypted(place.file, A);
    await sender(inbox)(1, { text: HIDDEN });
    await inbox.close();
    await expect(openEncrypted(place.file, keys)).rejects.toMatchObject({ code: "inbox_key_missing" });
    const again = await openEncrypted(place.file, A);
    expect(toText((await again.get(1))?.body)).toContain(HIDDEN);
    await again.close();
  });

  it("takes two during a rotation, and needs the old one until no body does", async () => {
    using place = temporary();
    const first = await openEncrypted(place.file, A);
    await sender(first)(1, { text: HIDDEN });
    await first.close();
    const both = await openEncrypted(place.file, [B, A]);
    await sender(both)(2, { text: HIDDEN });
    expect(await Promise.all([1, 2].map(async (id) => toText((await both.get(id))?.body).includes(HIDDEN)))).toEqual([
      true,
      true,
    ]);
    await both.close();
    for (const keys of [B, A, undefined])
      await expect(openEncrypted(place.file, keys)).rejects.toMatchObject({ code: "inbox_key_missing" });
    const again = await openEncrypted(place.file, [B, A]);
    await again.erase(1);
    await again.close();
    const last = await openEncrypted(place.file, B);
    expect(toText((await last.get(2))?.body)).toContain(HIDDEN);
    await last.close();
    await expect(openEncrypted(place.file, A)).rejects.toMatchObject({ code: "inbox_key_missing" });
  });

  it("reads what was stored before it had one", async () => {
    using place = temporary();
    const plain = await openEncrypted(place.file);
    await sender(plain)(1, { text: HIDDEN });
    await plain.close();
    const inbox = await openEncrypted(place.file, A);
    await sender(inbox)(2, { text: HIDDEN });
    const seen: number[] = [];
    await inbox.work({ [EVENT]: ({ payload }) => void seen.push(payload.id) }, FAST);
    await until(() => seen.length === 2);
    await inbox.close();
  });

  it("leaves to others what it has no key for, without an attempt, and says so", async () => {
    using place = temporary();
    const told: InboxProblem[] = [];
    const old = await openEncrypted(place.file, A, (problem: InboxProblem) => void told.push(problem));
    const fresh = await openEncrypted(place.file, [B, A]);
    await sender(fresh)(1, { text: HIDDEN });
    await old.work({ [EVENT]: () => told.push({ code: "row_dead" }) }, FAST);
    await until(() => told.length > 0);
    expect(told).toMatchObject([{ code: "inbox_key_missing", id: 1 }]);
    await until(async () => (await fresh.get(1))?.putOffUntil != null);
    expect(await fresh.get(1)).toMatchObject({ attempts: 0, error: expect.stringContaining("key") });
    await old.close();
    age(place.file, 60_000);
    const seen: number[] = [];
    await fresh.work({ [EVENT]: ({ payload }) => void seen.push(payload.id) }, FAST);
    await until(() => seen.length === 1);
    await fresh.close();
  });

  it("ends a row whose bytes were changed as dead, and stops nobody else", async () => {
    using place = temporary();
    const told: InboxProblem[] = [];
    const inbox = await openEncrypted(place.file, A, (problem: InboxProblem) => void told.push(problem));
    for (const id of [1, 2]) await sender(inbox)(id);
    execIn(place.file, "UPDATE inbox SET body = CAST(substr(body, 1, length(body) - 1) || x'00' AS BLOB) WHERE id = 1");
    await inbox.work({ [EVENT]: () => undefined }, FAST);
    await until(() => statesIn(place.file).join() === "dead,done");
    expect(told).toMatchObject([{ code: "row_dead", id: 1 }]);
    await expect(inbox.get(1)).rejects.toThrow("changed since it was encrypted");
    await inbox.close();
  });

  it("is salvaged as it is: the new file asks for the same keys", async () => {
    using place = temporary();
    const inbox = await openEncrypted(place.file, A);
    await sender(inbox)(1, { text: HIDDEN });
    await inbox.close();
    const fresh = join(place.folder, "fresh.db");
    expect(await salvage(place.file, fresh)).toEqual({ saved: 1, lost: 0 });
    await expect(openEncrypted(fresh)).rejects.toMatchObject({ code: "inbox_key_missing" });
    const saved = await openEncrypted(fresh, A);
    expect(toText((await saved.get(1))?.body)).toContain(HIDDEN);
    await saved.close();
  });

  it("is not one over a store of your own", async () => {
    await expect(openInbox({ store: asWrongType({ insert() {} }), encryptionKeys: A })).rejects.toMatchObject({
      code: "inbox_option",
    });
  });
});
