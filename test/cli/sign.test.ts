import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import asyncapi from "../../generated/asyncapi.json" with { type: "json" };
import vectors from "../../spec/vectors/signature.json" with { type: "json" };
import { sign } from "../support/receiver.ts";
import { cliHere as cli, scratch } from "./run.ts";

const folder = scratch();
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const example = asyncapi.components.messages.paymentConfirmed.examples[0] as {
  headers: Record<string, string>;
  payload: unknown;
};
const body = JSON.stringify(example.payload);
const signature = example.headers["X-Service-Signature"] as string;
const secret = "<WEBHOOK_SECRET>";

describe("sign", () => {
  it("prints the signature of the documents for their example, from a file and from standard input", async () => {
    const env = { WEBHOOK_SECRET: secret };
    const path = file("payment.json", body);
    for (const [args, input] of [
      [[path], ""],
      [[], body],
      [["-"], body],
    ] as const)
      expect(await cli(["sign", ...args], { env, input })).toEqual({ code: 0, stdout: `${signature}\n`, stderr: "" });
  });

  it("signs bytes as they are: a vector that is no UTF-8, and a line break at the end", async () => {
    const { body: encoded = "", header, secrets } = vectors.cases.find(({ ok, body }) => ok && !isUtf8(body)) ?? {};
    const key = Buffer.from(secrets?.[0] ?? "", "base64").toString();
    const { stdout } = await cli(["sign"], { input: Buffer.from(encoded, "base64"), env: { WEBHOOK_SECRET: key } });
    expect(stdout.trim()).toBe(header);
    const other = await cli(["sign"], { input: `${body}\n`, env: { WEBHOOK_SECRET: secret } });
    expect(other.stdout.trim()).not.toBe(signature);
  });

  it("tells header, value and length as JSON", async () => {
    const { stdout } = await cli(["sign", "--json"], { input: body, env: { WEBHOOK_SECRET: secret } });
    expect(JSON.parse(stdout)).toEqual({
      header: "X-Service-Signature",
      value: signature,
      bytes: Buffer.byteLength(body),
    });
  });
});

describe("the secret", () => {
  it.each([
    ["without a line break", secret],
    ["with the line break that editors write", `${secret}\n`],
    ["with that of Windows", `${secret}\r\n`],
  ])("comes from a file %s", async (_, content) => {
    const { stdout, stderr } = await cli(["sign", "--secret-file", file("secret", content)], { input: body });
    expect([stdout, stderr]).toEqual([`${signature}\n`, ""]);
  });

  it("is one line of a file, or what JSON says, and needs to be the only one", async () => {
    const signWith = (name: string, content: string) =>
      cli(["sign", "--secret-file", file(name, content)], { input: body });
    for (const one of [
      await signWith("blank", `\n${secret}\n\n`),
      await signWith("a.json", JSON.stringify({ a: secret })),
    ])
      expect([one.code, one.stdout, one.stderr]).toEqual([0, `${signature}\n`, ""]);
    for (const several of [
      await signWith("two", `${secret}\nother\n`),
      await signWith("b.json", JSON.stringify([secret, "b"])),
    ]) {
      expect([several.code, several.stdout]).toEqual([2, ""]);
      expect(several.stderr).toMatch(/has several secrets, and this command takes one/);
    }
    const verify = ["verify", "--signature", signature, "--secret-file", file("both", `other\n${secret}\n`)];
    expect((await cli(verify, { input: body })).stdout).toContain("(secret 2 of 2)");
  });

  it.each([
    ["white space", `${secret} `, "ends with white space"],
    ["the end of a line of another system", `${secret}\r`, "ends with white space"],
    ["quotation marks", `"${secret}"`, "in quotation marks"],
    ["a comment", "# production", "begins with #"],
    ["a name", `WEBHOOK_SECRET=${secret}`, "begins with a name"],
  ])("with %s is used as it is written, and told", async (_, odd, words) => {
    const given = await cli(["sign"], { input: body, env: { WEBHOOK_SECRET: odd } });
    const read = await cli(["sign", "--secret-file", file("odd", odd)], { input: body });
    for (const { code, stdout, stderr } of [given, read]) {
      expect([code, stdout]).toEqual([0, `${sign(body, odd)}\n`]);
      expect(stderr).toMatch(/^note: The secret /);
      expect(stderr).toContain(words);
      expect(stderr).not.toContain(secret);
    }
  });

  it("as an option works, and says who can read it", async () => {
    const { code, stdout, stderr } = await cli(["sign", "--secret", secret], { input: body });
    expect([code, stdout]).toEqual([0, `${signature}\n`]);
    expect(stderr).toMatch(/^note: --secret exposes the secret/);
  });

  it.each([
    ["none", ["sign"], "secret_missing", "Give the secret"],
    ["an empty file", ["sign", "--secret-file", file("empty", "\n")], "secret_missing", "The secret is empty."],
    ["an empty text", ["sign", "--secret", ""], "secret_missing", "The secret is empty."],
    ["no file", ["sign", "--secret-file", join(folder, "nowhere")], "secret_unreadable"],
    ["a folder", ["sign", "--secret-file", folder], "secret_unreadable"],
    ["bytes that are no UTF-8", ["sign", "--secret-file", file("binary", Buffer.of(0x61, 0xff))], "secret_unreadable"],
    [
      "UTF-16",
      ["sign", "--secret-file", file("utf16", Buffer.from(`\ufeff${secret}`, "utf16le"))],
      "secret_unreadable",
    ],
    ["a byte order mark", ["sign", "--secret-file", file("bom", `\ufeff${secret}`)], "secret_unreadable"],
    ["a device", ["sign", "--secret-file", "/dev/zero"], "secret_unreadable"],
    ["two of them", ["sign", "--secret-file", file("s", secret), "--secret", "x"], "wrong_use"],
    ["no body", ["sign", join(folder, "nowhere"), "--secret", secret], "file_unreadable"],
    ["a body without an end", ["sign", "/dev/zero", "--secret", secret], "file_unreadable"],
  ])("%s ends with 2 and a code, and never shows a secret", async (_, args, wanted, words = "") => {
    const { code, stdout, stderr } = await cli([...args, "--json"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: wanted,
        message: expect.stringContaining(words),
        help: expect.stringContaining("collections-contract"),
      },
    });
    expect(stderr).not.toContain(secret);
  });
});

function isUtf8(base64: string): boolean {
  const bytes = Buffer.from(base64, "base64");
  return Buffer.from(bytes.toString("utf8")).equals(bytes);
}
