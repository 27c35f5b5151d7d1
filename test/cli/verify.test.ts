import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import vectors from "../../spec/vectors/signature.json" with { type: "json" };
import { hintsFor } from "../../src/cli/verify/hints.ts";
import { signBody } from "../../src/signature/node.ts";
import { OTHER_DIGESTS } from "../../src/signature-mistakes/keys.ts";
import { cliHere as cli, scratch } from "./run.ts";

const folder = scratch();
const secret = "a secret of this test";
const json = '{"@event":"case_file.payment.confirmed","id":4711,"name":"Zoë & Söhne","url":"https://a.example/x"}';
const signature = signBody(json, secret);

/** One vector for each verdict and code. A command line cannot hold an empty secret. */
const CASES = [...new Map(vectors.cases.map((one) => [one.ok ? "ok" : one.code, one])).values()].filter(
  ({ code }) => code !== "secret_empty" && code !== "signature_repeated",
);

describe("verify", () => {
  it.each(CASES.map((one) => [one.id, one] as const))(
    "agrees with the vector %s",
    async (id, { header, ok, code, ...one }) => {
      const files = one.secrets.map((encoded, i) => {
        writeFileSync(join(folder, `${id}-${i}`), Buffer.from(encoded, "base64"));
        return ["--secret-file", join(folder, `${id}-${i}`)];
      });
      const args = ["verify", `--signature=${header ?? ""}`, ...files.flat(), "--json"];
      const { code: exit, stdout } = await cli(args, { input: Buffer.from(one.body, "base64") });
      expect(exit).toBe(ok ? 0 : 1);
      expect(JSON.parse(stdout)).toMatchObject(ok ? { ok, secretIndex: one.secretIndex } : { ok, code });
    },
  );

  it("says in words that it holds, and which of several secrets it was", async () => {
    const [old, next] = ["old", secret].map((text, i) => {
      writeFileSync(join(folder, `rotation-${i}`), text);
      return join(folder, `rotation-${i}`);
    }) as [string, string];
    const args = ["verify", "--signature", signature, "--secret-file", old, "--secret-file", next];
    const { code, stdout, stderr } = await cli(args, { input: json });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`valid: the signature matches these ${Buffer.byteLength(json)} bytes (secret 2 of 2)\n`);
  });

  it("says why it does not hold, and shows neither the right digest nor the secret", async () => {
    const { code, stdout, stderr } = await cli(["verify", "--signature", signature], {
      input: `${json}\n`,
      env: { WEBHOOK_SECRET: secret },
    });
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toMatch(/^signature_mismatch: [\s\S]*without the line break at its end/);
    expect(stdout).not.toContain(secret);
    expect(stdout).not.toMatch(/[0-9a-f]{16}/i);
  });
});

it("gives a verdict on a body that is nested deeper than the stack", async () => {
  const input = "[".repeat(5000) + "]".repeat(5000);
  const { code, stdout } = await cli(["verify", "--signature", signature], { input, env: { WEBHOOK_SECRET: secret } });
  expect([code, stdout.split(":")[0]]).toEqual([1, "signature_mismatch"]);
});

const event = (body: string, isBase64Encoded = false) =>
  JSON.stringify({ version: "2.0", headers: { "x-a": "b" }, requestContext: { http: {} }, body, isBase64Encoded });
const base64 = Buffer.from(json).toString("base64");

const encodings: [string, string | Buffer, string][] = [
  ["it is in base64", `${base64}\n`, "the same body decoded from base64"],
  ["it is in base64url", Buffer.from(json).toString("base64url"), "the same body decoded from base64"],
  ["base64 was decoded", json, "the same body written in base64"],
  ["it is compressed with gzip", gzipSync(json), "before it was compressed"],
  ["it is compressed with deflate", deflateSync(json), "before it was compressed"],
  ["it is compressed with br", brotliCompressSync(json), "before it was compressed"],
  ["it is the event of a function", event(json), "the member body of this body"],
  ["it is an event in base64", event(base64, true), "the member body of this body decoded from base64"],
  ["it is an event in a list", JSON.stringify({ Records: [{ body: json }] }), "the member Records.0.body of this body"],
  ["capital digits were decoded", json, "with capital digits in its escapes"],
  [".NET wrote its quotation marks", String.raw`{"a":"\"ë\" \\ë"}`, "as .NET does by default"],
  ["it was decoded from .NET", json, "as .NET does by default"],
  ["a line break was added", `${json}\n`, "without the line break"],
  ["the line break was cut off", json, "with a line break (LF)"],
  ["a byte order mark was added", `\ufeff${json}`, "without the byte order mark"],
  ["CRLF became LF", '{\n"a":1\n}', "with CRLF line breaks"],
  ["it was pretty-printed", JSON.stringify(JSON.parse(json), null, 2), "compact JSON"],
  [
    "it was pretty-printed with a line break, as jq does",
    `${JSON.stringify(JSON.parse(json), null, 2)}\n`,
    "compact JSON",
  ],
  ["it was compacted from what Python writes", json, "as Python writes it"],
  ["it was decoded from what PHP writes", json, "as PHP does by default"],
  ["it was decoded from what Go writes", json, "as Go writes them"],
  ["it was parsed from four spaces", json, "four spaces"],
  ["it was decoded with replacement characters", '{"a":"\ufffd"}', "no other body"],
];
const SIGNED: Record<string, string | Buffer> = {
  "base64 was decoded": base64,
  ".NET wrote its quotation marks": String.raw`{"a":"\u0022\u00EB\u0022 \\\u00EB"}`,
  "capital digits were decoded": json.replace("ë", "\\u00EB").replace("ö", "\\u00F6"),
  "it was decoded from .NET": json.replace("ë", "\\u00EB").replace("ö", "\\u00F6").replace("&", "\\u0026"),
  "the line break was cut off": `${json}\n`,
  "CRLF became LF": '{\r\n"a":1\r\n}',
  "it was compacted from what Python writes":
    `{"@event": "case_file.payment.confirmed", "id": 4711, ` +
    String.raw`"name": "Zo\u00eb & S\u00f6hne", "url": "https://a.example/x"}`,
  "it was decoded from what PHP writes": json.replaceAll("/", "\\/").replace("ë", "\\u00eb").replace("ö", "\\u00f6"),
  "it was decoded from what Go writes": json.replace("&", "\\u0026"),
  "it was parsed from four spaces": JSON.stringify(JSON.parse(json), null, 4),
  "it was decoded with replacement characters": Buffer.from('{"a":"\xff"}', "latin1"),
};

describe("the hints", () => {
  it.each(encodings)("find out that %s", (what, received, wanted) => {
    const hints = hintsFor(Buffer.from(received as string), signBody(SIGNED[what] ?? json, secret), [secret]);
    if (wanted === "no other body") expect(hints.join()).not.toMatch(/is that of/);
    else expect(hints).toEqual([expect.stringContaining(wanted)]);
  });

  const bytes = Buffer.from(json);
  const by = (key: string | Buffer) => `sha256=${createHmac("sha256", key).update(bytes).digest("hex")}`;
  it.each([
    ["blanks around it", ` ${secret} `, by(secret), "without the white space"],
    ["a line break that the signer kept", secret, by(`${secret}\n`), "followed by a line break"],
    ["quotation marks", `"${secret}"`, by(secret), "quotation marks"],
    ["base64", "aGVsbG8gd29ybGQ=", by(Buffer.from("hello world")), "from base64"],
    ["base64 after a prefix", "whsec_/v/+/w==", by(Buffer.of(0xfe, 0xff, 0xfe, 0xff)), "without its prefix"],
    ["hexadecimal digits", "fefefefe", by(Buffer.from("fefefefe", "hex")), "from hexadecimal"],
  ])("find a secret with %s", (_, given, header, wanted) => {
    expect(hintsFor(bytes, header, [given])).toEqual([expect.stringContaining(wanted)]);
  });

  it.each([
    ["the name of the header", `X-Service-Signature: ${signature}`, "give the value alone"],
    ["white space", `${signature} `, "white space around"],
    ["no prefix", signature.slice("sha256=".length), "follow sha256="],
    ["a prefix in capitals", signature.replace("sha256", "SHA256"), "follow sha256="],
    ["base64", `sha256=${Buffer.from(signature.slice(7), "hex").toString("base64")}`, "base64"],
  ])("name %s as a mistake of writing, and whether it is the only one", (_, header, wanted) => {
    const [right] = hintsFor(bytes, header, [secret]);
    expect(right).toContain(wanted);
    expect(right).toMatch(/the signature matches/);
    expect(hintsFor(bytes, header, ["another secret"])[0]).toMatch(/Even then it does not match/);
  });

  it.each(Object.entries(OTHER_DIGESTS))("find out that the digest is %s", (what, make) => {
    const header = `sha256=${make(secret, bytes).toString("hex")}`;
    expect(hintsFor(bytes, header, [secret])).toEqual([expect.stringContaining(`The digest is ${what};`)]);
  });

  it("say what can be seen where nothing explains the digest", () => {
    const hints = (text: string | Buffer, key = "other") =>
      hintsFor(Buffer.from(text as string), signature, [key]).join(" ");
    expect(hints('{\n  "id": 1\n}\n')).toMatch(/line break.*pretty-printed/);
    expect(hints("\ufeff{}")).toContain("byte order mark");
    expect(hints("")).toContain("empty");
    expect(hints("id=1")).toContain("not JSON");
    expect(hints(Buffer.of(0x22, 0xff, 0x22))).toContain("not UTF-8");
    expect(hints(gzipSync(json))).toContain("compressed with gzip");
    expect(hints(base64)).toContain("looks like base64");
    expect(hints(event(json))).toContain("event of a function");
    expect(hints("{}", "two words")).toContain("contains white space");
  });

  it("never hold a digest or a secret", () => {
    for (const [what, received] of encodings) {
      const text = hintsFor(Buffer.from(received as string), signBody(SIGNED[what] ?? json, secret), [secret]).join();
      expect(text).not.toMatch(/[0-9a-f]{16}/i);
      expect(text).not.toContain(secret);
    }
  });
});
