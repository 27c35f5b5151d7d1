import * as crypto from "node:crypto";
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { SIGNATURE_DIGEST_BYTES, SIGNATURE_PREFIX } from "../../generated/constants.ts";
import { MisuseError } from "../../src/errors/receiving.ts";
import { ERROR_TEXTS } from "../../src/errors/texts/index.ts";
import * as edge from "../../src/signature/edge.ts";
import { isDigits, parseSignature } from "../../src/signature/header.ts";
import * as node from "../../src/signature/node.ts";
import { anyText } from "../support/any-text.ts";
import { asWrongType } from "../support/wrong-type.ts";

type Case = { id: string; about: string; body: string; secrets: string[]; header: string | null } & node.Verdict;

const FILE = new URL("../../spec/vectors/signature.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(FILE, "utf8")) as { cases: Case[] };
const SECRET = "<WEBHOOK_SECRET>";
const LEGAL = /^sha256=[0-9A-Fa-f]{64}$/;

/** An oracle that shares nothing with what it judges. */
const oracle = (body: Uint8Array | string, secret: string) =>
  `sha256=${crypto.createHmac("sha256", secret).update(body).digest("hex")}`;
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const verdictCode = (verdict: node.Verdict) => (verdict.ok ? undefined : verdict.code);

describe("signature vectors", () => {
  it("are at least 60, with unique names and every code", () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    const codes = Object.keys(ERROR_TEXTS).filter((code) => /^signature_|^secret_empty$/.test(code));
    expect(new Set(cases.flatMap((one) => verdictCode(one) ?? []))).toEqual(new Set(codes));
  });

  for (const { id, about, body, secrets, header, ...verdict } of cases) {
    const bytes = new Uint8Array(Buffer.from(body, "base64"));
    const list = secrets.map((secret) => Buffer.from(secret, "base64").toString());

    it(`${id}: ${about}`, async () => {
      expect(node.verifySignature(bytes, header, list)).toBe(verdict.ok);
      expect(node.verify(bytes, header, list)).toEqual(verdict);
      expect(await edge.verify(bytes, header, list)).toEqual(verdict);
      if (!verdict.ok && verdict.code === "secret_empty") {
        expect(() => node.createVerifier(list)).toThrow(MisuseError);
        expect(() => edge.createVerifier(list)).toThrow(MisuseError);
        return;
      }
      const verifier = node.createVerifier(list);
      expect(verifier.verifySignature(bytes, header)).toBe(verdict.ok);
      expect(verifier.verify(bytes, header)).toEqual(verdict);
      const web = edge.createVerifier(list);
      expect(await web.verify(bytes, header)).toEqual(verdict);
      expect(await web.verify(bytes, header)).toEqual(verdict); // with the imported keys
      if (verdict.ok) {
        const secret = list[verdict.secretIndex] as string;
        expect(node.signBody(bytes, secret)).toBe(header?.toLowerCase());
        expect(oracle(bytes, secret)).toBe(header?.toLowerCase());
      }
    });
  }
});

describe("parseSignature", () => {
  it("agrees with the generated constants", () => {
    const digits = "0".repeat(SIGNATURE_DIGEST_BYTES * 2);
    expect(parseSignature(SIGNATURE_PREFIX + digits)).toBe(digits);
    for (const code of Object.keys(ERROR_TEXTS)) expect(isDigits(asWrongType(code))).toBe(false);
  });

  it("refuses a list of values, also of one, and any number of empty ones", () => {
    const good = oracle("", SECRET);
    for (const header of [[good], [good, good], ["sha256="], [""], []])
      expect(verdictCode(node.createVerifier(SECRET).verify(new Uint8Array(), asWrongType(header)))).toBe(
        "signature_repeated",
      );
  });

  const part = fc.oneof(
    fc.constantFrom("sha256=", "SHA256=", "sha1=", "=", ",", ", ", " ", "\n", "\0", "\u00a0", "a", "а", "0x", "é"),
    fc.string({ unit: fc.constantFrom(..."0123456789abcdefABCDEF"), minLength: 60, maxLength: 66 }),
    anyText({ maxLength: 8 }),
  );
  const headers = fc.oneof(
    fc.array(part, { maxLength: 4 }).map((parts) => parts.join("")),
    anyText(),
  );

  it("passes exactly the grammar, in every runtime with the same code", async () => {
    const body = bytesOf("{}");
    const verifier = node.createVerifier(SECRET);
    const web = edge.createVerifier(SECRET);
    await fc.assert(
      fc.asyncProperty(headers, async (header) => {
        expect(isDigits(parseSignature(header))).toBe(LEGAL.test(header));
        const verdict = verifier.verify(body, header);
        expect(verdict.ok).toBe(false);
        expect(verdictCode(verdict) === "signature_mismatch").toBe(LEGAL.test(header));
        expect(await web.verify(body, header)).toEqual(verdict);
      }),
      { numRuns: 1000 },
    );
  });

  it("reports the first rule that applies", () => {
    const reference = (header: string) => {
      if (header === "") return "signature_missing";
      if (header.includes(",")) return "signature_repeated";
      if (/\s/.test(header) || [...header].some((char) => /\p{Cc}/u.test(char))) return "signature_whitespace";
      if (!header.startsWith("sha256="))
        return /^[a-z0-9-]+=/.test(header) ? "signature_algorithm" : "signature_prefix";
      const digits = header.slice("sha256=".length);
      if (![...digits].every((char) => "0123456789abcdefABCDEF".includes(char))) return "signature_encoding";
      return digits.length === 64 ? digits : "signature_length";
    };
    fc.assert(
      fc.property(headers, (header) => {
        expect(parseSignature(header)).toBe(reference(header));
      }),
      { numRuns: 3000 },
    );
  });
});

describe("signature properties", () => {
  const body = fc.uint8Array({ maxLength: 400 });
  const secret = fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 });

  it("what was signed verifies, and is what createHmac makes", async () => {
    await fc.assert(
      fc.asyncProperty(body, secret, async (bytes, key) => {
        const header = node.signBody(bytes, key);
        expect(header).toBe(oracle(bytes, key));
        expect(node.verifySignature(bytes, header, key)).toBe(true);
        expect(node.verifySignature(bytes, header.toUpperCase().replace("SHA", "sha"), key)).toBe(true);
        expect(await edge.verify(bytes, header, key)).toEqual({ ok: true, secretIndex: 0 });
      }),
    );
  });

  it("a text is signed as its UTF-8 bytes", () => {
    fc.assert(
      fc.property(anyText(), secret, (text, key) => {
        expect(node.signBody(text, key)).toBe(node.signBody(new TextEncoder().encode(text), key));
      }),
    );
  });

  it("no flipped bit of body or digest passes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.nat(), fc.nat(7), (bytes, at, bit) => {
        const header = node.signBody(bytes, SECRET);
        const digest = Buffer.from(header.slice(7), "hex");
        digest[at % 32] = (digest[at % 32] as number) ^ (1 << bit);
        expect(node.verifySignature(bytes, `sha256=${digest.toString("hex")}`, SECRET)).toBe(false);
        const flipped = bytes.slice();
        flipped[at % bytes.length] = (flipped[at % bytes.length] as number) ^ (1 << bit);
        expect(node.verifySignature(flipped, header, SECRET)).toBe(false);
      }),
    );
  });

  it("the first secret that matches is named, wherever it stands", async () => {
    const names = fc.uniqueArray(fc.string({ unit: "grapheme-ascii", minLength: 1 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(names, fc.nat(), body, async (secrets, at, bytes) => {
        const secretIndex = at % secrets.length;
        const header = oracle(bytes, secrets[secretIndex] as string);
        expect(await node.verify(bytes, header, secrets)).toEqual({ ok: true, secretIndex });
        expect(await edge.verify(bytes, header, secrets)).toEqual({ ok: true, secretIndex });
        const others = secrets.filter((_, index) => index !== secretIndex);
        expect(node.verifySignature(bytes, header, others)).toBe(false);
      }),
    );
  });

  it("more secrets than are kept verify all the same", () => {
    const secrets = Array.from({ length: 200 }, (_, index) => `<${index}>`);
    const bytes = bytesOf("{}");
    for (let round = 0; round < 2; round++)
      for (const key of secrets) expect(node.verifySignature(bytes, oracle(bytes, key), key)).toBe(true);
    expect(node.verifySignature(bytes, oracle(bytes, "<199>"), secrets)).toBe(true);
  });
});

describe("signature body sizes and views", () => {
  // Around the size from which bodies are hashed in another way; a wrong guess here would leave one way untested.
  const around = [32767, 32768, 32769, 65535, 65536, 65537, 300_000];

  it("agrees with createHmac at 0 to 300 bytes and at large sizes, growing and shrinking", () => {
    const sizes = [...Array.from({ length: 301 }, (_, size) => size), ...around];
    const bytes = Buffer.from(asWrongType({ length: 300_000 })).map((_, index) => (index * 7 + (index >> 8)) & 255);
    for (const size of [...sizes, ...sizes.toReversed()]) {
      const body = bytes.subarray(0, size);
      for (const key of [SECRET, "k".repeat(64), "k".repeat(65), "k".repeat(200)]) {
        expect(node.signBody(body, key)).toBe(oracle(body, key));
        expect(node.verifySignature(body, oracle(body, key), key)).toBe(true);
      }
    }
  });

  it("takes Buffers, views with an offset, and views of other types as the bytes they show", async () => {
    const all = Buffer.from("....{}......").buffer;
    const text = Buffer.from('xx{"a":1}y');
    const views: ArrayBufferView[] = [
      text.subarray(2, 9),
      new Uint8Array(text.buffer, text.byteOffset + 2, 7),
      new DataView(text.buffer, text.byteOffset + 2, 7),
      new Uint8ClampedArray(text.buffer, text.byteOffset + 2, 7),
      new Uint16Array(all.slice(0, 4)),
      new Float64Array(all.slice(0, 8)),
    ];
    for (const view of views) {
      const header = oracle(Buffer.from(view.buffer, view.byteOffset, view.byteLength), SECRET);
      expect(node.verifySignature(view as Uint8Array, header, SECRET)).toBe(true);
      expect(await edge.verify(view as Uint8Array, header, SECRET)).toEqual({ ok: true, secretIndex: 0 });
    }
  });

  it("takes bytes of another realm", async () => {
    const foreign = runInNewContext("new Uint8Array([123, 125])") as Uint8Array;
    expect(foreign instanceof Uint8Array).toBe(false);
    expect(node.verifySignature(foreign, oracle("{}", SECRET), SECRET)).toBe(true);
    expect(await edge.verify(foreign, oracle("{}", SECRET), SECRET)).toEqual({ ok: true, secretIndex: 0 });
  });

  it("does not change the body, and keeps calls apart that run at the same time", async () => {
    const bodies = Array.from({ length: 50 }, (_, index) => bytesOf("b".repeat(index * 20)));
    const verifier = node.createVerifier([SECRET, "<OTHER>"]);
    const web = edge.createVerifier([SECRET, "<OTHER>"]);
    const verdicts = await Promise.all(
      bodies.flatMap((body, index) => {
        const header = oracle(body, index % 2 ? "<OTHER>" : SECRET);
        return [verifier.verify(body, header), web.verify(body, header)];
      }),
    );
    for (const [index, verdict] of verdicts.entries())
      expect(verdict).toEqual({ ok: true, secretIndex: (index >> 1) % 2 });
    for (const [index, body] of bodies.entries()) expect(body).toEqual(bytesOf("b".repeat(index * 20)));
  });

  it("keeps its keys when the list it was made from changes", async () => {
    const secrets = [SECRET];
    const verifiers = [node.createVerifier(secrets), edge.createVerifier(secrets)];
    secrets[0] = "<OTHER>";
    for (const { verify } of verifiers)
      expect(await verify(bytesOf("{}"), oracle("{}", SECRET))).toEqual({ ok: true, secretIndex: 0 });
  });
});

it("signature without crypto.hash verifies the same on runtimes that lack it", async () => {
  vi.resetModules();
  const old = await import("../../src/signature/node.ts");
  const asked = vi.spyOn(process, "getBuiltinModule").mockReturnValue(asWrongType({ ...crypto, hash: undefined }));
  old.signBody("", "<FIRST>");
  expect(asked.mock.calls).toEqual([["node:crypto"]]);
  asked.mockRestore();
  for (const { id, body, secrets, header, about: _, ...verdict } of cases) {
    const list = secrets.map((secret) => Buffer.from(secret, "base64").toString());
    expect(await old.verify(Buffer.from(body, "base64"), header, list), id).toEqual(verdict);
  }
  expect(old.signBody("", SECRET)).toBe(oracle("", SECRET));
});

it("prepared keys are kept for 64 secrets, then the first one is forgotten", async () => {
  vi.resetModules();
  const prepared: string[] = [];
  const createSecretKey = (key: Buffer) => prepared.push(key.toString()) && crypto.createSecretKey(key);
  const { signBody } = await import("../../src/signature/node.ts");
  const asked = vi.spyOn(process, "getBuiltinModule").mockReturnValue(asWrongType({ ...crypto, createSecretKey }));
  for (const key of Array.from({ length: 64 }, (_, index) => `<${index}>`)) signBody("", key);
  for (const key of ["<0>", "<63>", "<64>", "<63>", "<0>"]) signBody("", key);
  expect(prepared.slice(64)).toEqual(["<64>", "<0>"]);
  expect(asked).toHaveBeenCalledTimes(1);
});

describe("signature misuse", () => {
  const header = oracle("{}", SECRET);

  for (const body of ["{}", { a: 1 }, [123, 125], 7, true, Buffer.from("{}").buffer].map(asWrongType)) {
    it(`refuses a body that is no view of bytes: ${JSON.stringify(body)}`, async () => {
      const verifier = node.createVerifier(SECRET);
      // Whatever else is wrong, this is said first.
      for (const secrets of [SECRET, ""])
        for (const value of [header, null]) {
          expect(() => node.verifySignature(body, value, secrets)).toThrow(MisuseError);
          expect(() => node.verify(body, value, secrets)).toThrow(expect.objectContaining({ code: "body_not_bytes" }));
          await expect(edge.verify(body, value, secrets)).rejects.toThrow(TypeError);
        }
      expect(() => verifier.verifySignature(body, header)).toThrow(/new TextEncoder\(\)\.encode/);
      expect(() => verifier.verify(body, header)).toThrow(MisuseError);
      await expect(edge.createVerifier(SECRET).verify(body, header)).rejects.toThrow(TypeError);
      if (typeof body === "string") return;
      expect(() => node.signBody(body, SECRET)).toThrow(MisuseError);
      await expect(edge.signBody(body, SECRET)).rejects.toThrow(expect.objectContaining({ code: "body_not_bytes" }));
    });
  }

  for (const body of [null, undefined].map(asWrongType)) {
    it(`refuses ${body} as a body`, async () => {
      expect(() => node.verifySignature(body, header, SECRET)).toThrow(MisuseError);
      await expect(edge.verify(body, header, SECRET)).rejects.toThrow(TypeError);
    });
  }

  // A forgotten `await` or an unset variable must not become a key that anyone can guess.
  const unusable = [
    undefined,
    null,
    "",
    [],
    [""],
    [undefined],
    [null],
    7,
    [7],
    {},
    [{}],
    [Promise.resolve("x")],
    [SECRET, ""],
  ];
  for (const secrets of unusable.map(asWrongType)) {
    it(`refuses unusable secrets: ${JSON.stringify(secrets)}`, async () => {
      const refused = { ok: false, code: "secret_empty" };
      expect(node.verifySignature(bytesOf("{}"), header, secrets)).toBe(false);
      expect(await node.verify(bytesOf("{}"), header, secrets)).toEqual(refused);
      expect(await edge.verify(bytesOf("{}"), header, secrets)).toEqual(refused);
      for (const make of [node.createVerifier, edge.createVerifier])
        expect(() => make(secrets)).toThrow(expect.objectContaining({ name: "MisuseError", code: "secret_empty" }));
      if (Array.isArray(secrets)) return;
      expect(() => node.signBody("{}", secrets)).toThrow(MisuseError);
      await expect(edge.signBody("{}", secrets)).rejects.toThrow(expect.objectContaining({ code: "secret_empty" }));
    });
  }

  it("tells nothing of what was passed in", () => {
    for (const act of [
      () => node.signBody("<BODY>", ""),
      () => node.verifySignature(asWrongType("<BODY>"), header, SECRET),
    ])
      try {
        act();
        expect.unreachable();
      } catch (error) {
        expect(JSON.stringify([String(error), error])).not.toMatch(/<|sha256=/);
      }
  });

  it("has a text with a next step for every code", () => {
    for (const { means, fix } of Object.values(ERROR_TEXTS)) {
      expect(means).toMatch(/^[A-Z].*\.$/);
      expect(fix).toMatch(/^[A-Z]/);
    }
  });
});
