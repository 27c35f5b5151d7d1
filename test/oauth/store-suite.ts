/** What every store of tokens does, whatever it keeps them in. */

import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { OAuthError, type TokenStore } from "../../src/oauth/index.ts";
import { type Tokens, tokensFrom } from "../../src/oauth/tokens.ts";
import { cleanFailure, findLeaks } from "../support/leaks.ts";
import { asWrongType } from "../support/wrong-type.ts";
import { expiredTokens } from "./rotating-service.ts";

/** One place for tokens of one grant. */
export type TokenPlace = {
  /** Opens it, as another process would. */
  open(options?: { encryptionKeys?: string | readonly string[] }): Required<TokenStore>;
  /** Whatever is stored there. */
  text(): Promise<string>;
};

const KEYS = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
const [A, B] = KEYS as [string, string];

/** Tokens by their number. */
export const tokensOf = (n: number, change: Partial<Tokens> = {}): Tokens =>
  tokensFrom(expiredTokens({ accessToken: `access-${n}`, refreshToken: `refresh-${n}`, ...change })) as Tokens;

/** Returns the error of a store. @throws if it shows a token */
export const readError = (promise: Promise<unknown>) => cleanFailure(promise, OAuthError, ["access-", "refresh-"]);

/** Puts the promises of `TokenStore` to a store. `makePlace`: called once per test. */
export function describeTokenStore(makePlace: () => TokenPlace): void {
  it("keeps all members of the last tokens, and takes nothing else", async () => {
    const place = makePlace();
    const store = place.open();
    expect(await store.load()).toBeUndefined();
    const saved = tokensOf(1, { extra: { id: 7, text: "\0\u{d800}", list: [1] } });
    await store.save(tokensOf(0));
    await store.save(saved);
    const wrong = await readError(store.save(asWrongType({ accessToken: "a" })));
    expect(wrong).toMatchObject({ code: "store_save_failed", reason: "not tokens", faults: expect.any(Array) });
    for (const one of [store, place.open()]) expect(tokensFrom(await one.load())).toEqual(saved);
  });

  it("forgets a grant that is dead, but not the one that the customer gave meanwhile", async () => {
    const store = makePlace().open();
    await store.save(tokensOf(1));
    await store.markDead(tokensOf(0));
    expect((await store.load())?.accessToken).toBe("access-1");
    await store.markDead(tokensOf(1));
    expect(await store.load()).toBeUndefined();
  });

  it("encrypted: shows no token, is read and replaced with its key alone, which never shows either", async () => {
    const place = makePlace();
    const store = place.open({ encryptionKeys: A });
    await store.save(tokensOf(1));
    const before = await place.text();
    expect(before).not.toMatch(/access-1|refresh-1|tokenType/);
    expect(await store.load()).toMatchObject({ refreshToken: "refresh-1" });
    for (const other of [place.open(), place.open({ encryptionKeys: B })]) {
      const refused = await readError(other.load());
      expect(refused).toMatchObject({ code: "store_load_failed", reason: "key missing" });
      expect(findLeaks(refused, KEYS)).toEqual([]);
      expect(await readError(other.markDead(tokensOf(1)))).toMatchObject({ code: "store_load_failed" });
      const kept = await readError(other.save(tokensOf(2)));
      expect(kept).toMatchObject({ code: "store_save_failed", reason: "key missing" });
    }
    expect(await place.text()).toBe(before);
  });

  it("encrypted: may have been plain before, and has two keys during a rotation", async () => {
    const place = makePlace();
    await place.open().save(tokensOf(1));
    const first = place.open({ encryptionKeys: A });
    expect(await first.load()).toMatchObject({ refreshToken: "refresh-1" });
    await first.save(tokensOf(2));
    const both = place.open({ encryptionKeys: [B, A] });
    expect(await both.load()).toMatchObject({ refreshToken: "refresh-2" });
    await both.save(tokensOf(3));
    expect(await place.open({ encryptionKeys: B }).load()).toMatchObject({ refreshToken: "refresh-3" });
    await both.markDead(tokensOf(3));
    expect(await both.load()).toBeUndefined();
  });

  it.each(["", "short", [], 7, new Uint8Array(32)])("is refused with %j for a key", (encryptionKeys) => {
    const open = () => makePlace().open({ encryptionKeys: asWrongType(encryptionKeys) });
    expect(open).toThrow(expect.objectContaining({ code: "token_store_invalid" }));
  });
}
