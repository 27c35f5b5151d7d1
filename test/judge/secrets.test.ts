/**
 * No report, no console and no error shows a secret, whatever a service calls it, however it is written, and wherever
 * it stands.
 */

import { createHmac, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type Report, type ServiceDriver, testReceiver, testService } from "../../src/judge/index.ts";
import { Redactor } from "../../src/judge/report/redaction.ts";
import { cli, scratch } from "../cli/run.ts";
import { SIGNATURE } from "../services/service.ts";
import { judgeReceiver, judgeService } from "./judged.ts";
import { FORMS, writeDriver } from "./reports.ts";

type Coding = (secret: string) => string;
/** Each byte in hex, with what stands around it. */
const hexes =
  (before = "", after = "", between = ""): Coding =>
  (secret) =>
    [...Buffer.from(secret)].map((byte) => before + byte.toString(16).padStart(2, "0") + after).join(between);
/** Each byte as a number, in such a form. */
const numbers =
  (form: (byte: number) => string, between = ""): Coding =>
  (secret) =>
    [...Buffer.from(secret)].map(form).join(between);
const CODINGS: Record<string, Coding> = {
  "as it is": (secret) => secret,
  "in capitals": (secret) => secret.toUpperCase(),
  "in small letters": (secret) => secret.toLowerCase(),
  "in base64": (secret) => Buffer.from(secret).toString("base64"),
  "in base64url behind a name": (secret) => Buffer.from(`app-7:${secret}`).toString("base64url"),
  "in hex": (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
  "percent-encoded": hexes("%"),
  "with JSON escapes": hexes("\\u00"),
  "with HTML entities": hexes("&#x", ";"),
  "in pieces": (secret) => (secret.match(/.{12,13}/g) ?? []).join(" | "),
};

/** What anybody could read in a text, escapes undone. */
function readings(text: string): string[] {
  const decoded = text
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString("latin1"))
    .replaceAll(/\\+u([0-9a-f]{4})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll("&amp;", "&")
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const lower = [text, decoded].map((one) => one.toLowerCase());
  return [...new Set([...lower, ...lower.map((one) => one.replaceAll("-", "+").replaceAll("_", "/"))])];
}

/** How long a piece is that tells something. Each holds a half that begins at a multiple of its length in the text. */
const PIECE = 12;
const HALF = PIECE / 2;
const piecesOf = (text: string, length = PIECE) =>
  Array.from({ length: Math.max(0, text.length + 1 - length) }, (_, at) => text.slice(at, at + length));

/** The pieces of secrets that stand in texts, in any of the codings. */
function leaksIn(texts: readonly string[], ...secrets: string[]): string[] {
  const forms = secrets.flatMap((secret) => [
    ...[secret, Buffer.from(secret).toString("hex")],
    ...["", "a", "ab"].map((before) => btoa(before + secret).slice(4, -4)),
  ]);
  const ofLength = (length: number) => new Set(forms.flatMap((form) => piecesOf(form.toLowerCase(), length)));
  const [pieces, halves] = [ofLength(PIECE), ofLength(HALF)];
  return texts.flatMap(readings).flatMap((one) => {
    const found = Array.from({ length: one.length / HALF }, (_, index) => index * HALF).filter((at) =>
      halves.has(one.slice(at, at + HALF)),
    );
    const around = found.flatMap((at) => piecesOf(one.slice(Math.max(0, at - HALF), at + PIECE)));
    // A report shows numbers: a row of digits in a signature looks like one.
    return around.filter((piece) => pieces.has(piece) && /\D/.test(piece));
  });
}

const leaksOf = (report: Report, secrets: readonly string[]) =>
  leaksIn(
    Object.values(FORMS).map((format) => format(report)),
    ...secrets,
  );
const sentinel = () => `Sq7${randomBytes(27).toString("base64url").replaceAll(/[-_]/g, "x")}`;

describe("the redactor", () => {
  const swapped = (secret: string) =>
    secret.replaceAll(/[a-z]/gi, (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()));
  const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = numbers((one) => one.toString(2).padStart(8, "0"));
  const base32 = (secret: string) =>
    (bits(secret).match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join("");
  const turned = (letter: string) =>
    String.fromCharCode(letter.charCodeAt(0) + (letter.toLowerCase() < "n" ? 13 : -13));
  const NAMES: Record<string, string> = { "+": "plus", "/": "sol", "=": "equals" };
  it.each<[string, Coding]>([
    ...Object.entries(CODINGS).filter(([name]) => name !== "in pieces"),
    ["capitals in base64", (secret) => btoa(secret.toUpperCase())],
    ["another letter case in hex", (secret) => Buffer.from(swapped(secret)).toString("hex")],
    ["base64 in base64", (secret) => btoa(btoa(secret))],
    ["hex in base64", (secret) => btoa(Buffer.from(secret).toString("hex"))],
    ["16 bits in base64", (secret) => Buffer.from(secret, "utf16le").toString("base64url")],
    ["hex with colons", hexes("", "", ":")],
    ["a list of hex", hexes("0x", "", ", ")],
    ["quoted-printable", hexes("=")],
    ["a list of bytes", numbers(String, ",")],
    ["entities with zeros", numbers((one) => `&#${String(one).padStart(9, "0")};`)],
    ["entities without an end", numbers((one) => `&#${one}`)],
    ["named entities", (secret) => secret.replaceAll(/[+/=]/g, (one) => `&${NAMES[one]};`)],
    ["escapes in braces", hexes("\\u{", "}")],
    ["octal escapes", numbers((one) => `\\${one.toString(8).padStart(3, "0")}`)],
    ["invisible signs", (secret) => [...secret].join("\u200b")],
    ["16 bits a character", (secret) => Buffer.from(secret, "utf16le").toString("latin1").slice(0, -1)],
    ["percent escapes of JavaScript", hexes("%u00")],
    ["base32", base32],
    ["itself from behind", (secret) => [...secret].reverse().join("")],
    ["letters that are turned by thirteen", (secret) => secret.replaceAll(/[a-z]/gi, turned)],
    ["soft line breaks", (secret) => secret.replaceAll(/.{10}/g, "$&=\r\n")],
  ])("masks all of a credential as %s", (_, coded) => {
    for (const secret of [`${sentinel()}+/8/+A==`, `pA5s7${randomBytes(2).toString("hex")}`]) {
      const redactor = new Redactor();
      redactor.add(secret);
      const text = redactor.text(`status 401: ${coded(secret)} was not expected here`);
      expect(text).toMatch(/^status 401: (\[redacted\]|<opaque, \d+ characters>)=* was not expected here$/);
      expect(leaksIn([text], secret)).toEqual([]);
    }
  });

  it("masks what is left of a credential that is cut in pieces of 12", () => {
    const redactor = new Redactor();
    const secret = "abcdefghijkl" + "mnopqrstuvwx" + "yz0123";
    redactor.add(secret);
    expect(redactor.text(`[${(secret.match(/.{1,12}/g) ?? []).join()}]`)).toBe("[[redacted],[redacted],[redacted]]");
  });

  it("takes no longer for a body of coded text than its length", () => {
    const redactor = new Redactor();
    redactor.add(sentinel());
    const started = performance.now();
    for (const text of ["QUJD".repeat(10_000), "61:".repeat(14_000), "97,".repeat(14_000), "&#97;".repeat(8_000)])
      expect(redactor.text(text)).toMatch(/^<opaque, \d+ characters>[:,]?$/);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it("shows what the judge sent, and tells the rest of an answer by its length", () => {
    const redactor = new Redactor();
    const [url, secret] = ["https://hooks.example.com/Hooks/Wh1234567890ABCD", sentinel()];
    const headers = { "content-type": "application/json" };
    const exchange = {
      request: { method: "POST", url: "http://127.0.0.1/api/x", headers, body: JSON.stringify({ url }) },
      response: { status: 201, headers, body: Buffer.from(JSON.stringify({ id: 12, key: secret, url })), isCut: false },
      ms: 1,
    };
    redactor.saw(exchange);
    expect(redactor.answer(exchange.response)).toBe(`{"id":12,"key":"<opaque, 39 characters>","url":"${url}"}`);
    expect(redactor.text(`url is ${url}, key is ${secret}`)).toBe(`url is ${url}, key is <opaque, 39 characters>`);
  });

  it("masks the signatures of a service that delivers tens of thousands of times", () => {
    const redactor = new Redactor();
    const secret = sentinel();
    const signatures = Array.from({ length: 30_000 }, () => `sha256=${randomBytes(32).toString("hex")}`);
    redactor.add(secret, ...signatures);
    const [oldest = "", newest = ""] = [signatures[0], signatures.at(-1)];
    const text = redactor.text(`key ${secret}, first ${oldest}, last ${Buffer.from(newest).toString("base64")}`);
    expect(text).toMatch(/^key \[redacted\], first sha256=\[redacted\], last <opaque, 96 characters>$/);
    expect(leaksIn([text], newest.slice("sha256=".length))).toEqual([]);
  });

  it("keeps the words of a refusal", () => {
    const redactor = new Redactor();
    const secret = sentinel();
    const body = Buffer.from(`{"error":"invalid_grant","detail":"The code ${secret} was used before."}`);
    const response = { status: 400, headers: { "content-type": "application/json" }, body, isCut: false };
    redactor.saw({ request: { method: "POST", url: "http://a.test/", headers: {} }, response, ms: 1 });
    expect(redactor.answer(response)).toBe(
      '{"error":"invalid_grant","detail":"The code <opaque, 39 characters> was used before."}',
    );
  });
});

/** A service that tells its tokens and secrets otherwise than stated, so that its answers are findings. */
type Shape = (secret: string) => { body: unknown; headers?: Record<string, string>; isText?: boolean };
const SHAPES: Record<string, Shape> = {
  "under another name": (secret) => ({ body: { accessToken: secret, webhookSecret: secret } }),
  "under the name of something harmless": (secret) => ({
    body: { token_type: secret, name: secret, expires_in: secret },
  }),
  "in a list": (secret) => ({ body: { tokens: [secret, { value: secret }] } }),
  "as a text alone": (secret) => ({ body: secret }),
  "as the name of a member": (secret) => ({ body: { [secret]: true } }),
  "in a link": (secret) => ({ body: { self: `https://x:${secret}@a.example/${secret}?t=${secret}` } }),
  "in a page": (secret) => ({ body: `<p>Your secret: <b>${secret}</b></p>`, isText: true }),
  "in XML": (secret) => ({ body: `<answer token="${secret}"/>`, isText: true }),
  "in a form": (secret) => ({
    body: `accessToken=${secret}`,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    isText: true,
  }),
  "in headers": (secret) => ({
    body: {},
    headers: { "X-Token": secret, Location: `/hooks/${secret}`, "Set-Cookie": `s=${secret}` },
  }),
  ...Object.fromEntries(
    Object.entries(CODINGS).map(([name, coded]): [string, Shape] => [
      `in a text, ${name}`,
      (secret) => ({ body: { note: `It is ${coded(secret)}, keep it.`, secret } }),
    ]),
  ),
};

describe("a service that tells secrets", () => {
  it.concurrent.each(Object.entries(SHAPES))("%s", async (_, shape) => {
    const [token, secret] = [sentinel(), sentinel()];
    const texts = new Map<unknown, string>();
    const told = (of: string) => {
      const { body, isText } = shape(of);
      if (isText) texts.set(body, body as string);
      return body;
    };
    const { headers } = shape(token);
    const report = await judgeService(
      {
        newAccessToken: () => token,
        newSecret: () => secret,
        tokenAnswer: () => told(token),
        tokenHeaders: { "Content-Type": "application/json", ...headers },
        created: (resource) => (shape(secret).isText ? told(secret) : Object.assign({ ...resource }, told(secret))),
        encodeAnswer: (answer) => texts.get(answer) ?? JSON.stringify(answer),
        overlooks: ["client: name-missing", "app: events-few"],
      },
      { only: ["token.type", "token.access-token", "token.expires-in", "client.secret", "client.name", "app.events"] },
    );
    expect(report.summary.failed).toBeGreaterThan(2);
    expect(leaksOf(report, [token, secret])).toEqual([]);
  });
});

describe("a service that quotes the signatures of other deliveries", () => {
  const base64 = (signature: string) => Buffer.from(signature.slice("sha256=".length), "hex").toString("base64");
  const HEADERS: Record<string, (signature: string) => Record<string, string>> = {
    "in the stated header": (signature) => ({ [SIGNATURE]: signature }),
    "in base64": (signature) => ({ [SIGNATURE]: base64(signature) }),
    "in another header": (signature) => ({ "X-Hub-Signature": signature, Authorization: `HMAC ${base64(signature)}` }),
    "in none": () => ({}),
  };
  it.concurrent.each(Object.entries(HEADERS))("that were sent %s", async (_, sent) => {
    const signatures: string[] = [];
    const report = await judgeService(
      {
        sign: ({ body, hook }) => {
          signatures.push(createHmac("sha256", hook.secret).update(body).digest("hex"));
          return `sha256=${signatures.at(-1)}`;
        },
        payload: (snapshot) => {
          const quoted = signatures.at(-1);
          return quoted ? { ...snapshot, amount: `after ${quoted} and ${base64(`sha256=${quoted}`)}` } : snapshot;
        },
        send: ({ headers: { [SIGNATURE]: signature = "", ...headers }, ...delivery }) => ({
          ...delivery,
          headers: { ...headers, ...sent(signature) },
        }),
      },
      { only: ["deliver.amount"], failFast: true },
    );
    // Nothing but the amount is judged, so no check looks at a signature.
    expect(report.summary.failed).toBe(1);
    expect(JSON.stringify(report)).toMatch(/after (\[redacted\]|<opaque, 44 characters>) and /);
    expect(leaksOf(report, [...signatures, ...signatures.map((one) => base64(`sha256=${one}`))])).toEqual([]);
  });
});

describe("a receiver that repeats what it got", () => {
  it.concurrent.each(Object.entries(CODINGS))("%s", async (_, coded) => {
    const signatures: string[] = [];
    let secret = "";
    const echo = Object.defineProperty({ status: 500 }, "body", {
      get: () => `E_BAD_SIGNATURE ${coded(signatures.at(-1) ?? "")} with ${coded(secret)}`,
    });
    const verifies = ({ header }: { header: string | undefined }) =>
      signatures.push(header?.replace("sha256=", "") ?? "") > 0;
    const report = await judgeReceiver({ verifies, ack: echo }, { only: ["genuine"] }, (own) => {
      secret = own.secret;
      return { driver: undefined };
    });
    const shown = JSON.stringify(report);
    expect(report.summary.failed).toBeGreaterThan(5);
    expect(shown).toContain("E_BAD_SIGNATURE");
    expect(leaksOf(report, [secret, ...signatures.slice(-4)])).toEqual([]);
  });
});

describe("the command", () => {
  const cwd = scratch();

  it("shows none on the console, where the driver throws it or the URL has it", async () => {
    const token = sentinel();
    const switches = `{ newAccessToken: () => "${token}", tokenAnswer: (all) => ({ ...all, token_type: "${token}" }) }`;
    const more = `driver.refresh = async () => { throw new Error("refused: ${token.toUpperCase()}"); };\n`;
    const args = ["test", "api", "--driver", writeDriver(cwd, "driver.mjs", switches, more), "--only", "tokens"];
    const { code, stdout, stderr } = await cli(args, { cwd, env: { GITHUB_ACTIONS: "true" } });
    expect([code, stdout.includes("token.type"), stderr.includes("::error")]).toEqual([1, true, true]);
    expect(leaksIn([stdout, stderr], token)).toEqual([]);
  });

  it("never tells the values in the query of a URL that was given", async () => {
    const token = sentinel();
    const only = ["token.type", "client.secret"];
    for (const query of [`?token=${token}&v=pA5s`, `?${token}`]) {
      const far = await judgeService({}, { only }, ({ baseUrl }) => {
        const url = `${baseUrl}/${query}`;
        return { baseUrl: url, authUrl: url };
      });
      const lost = await testService({ baseUrl: `http://127.0.0.1:9/${query}`, authUrl: "http://127.0.0.1:9" });
      const receiver = await testReceiver({ url: `http://127.0.0.1:9/${query}`, secret: "a secret" });
      for (const report of [far, lost, receiver]) {
        expect(leaksOf(report, [token])).toEqual([]);
        expect(JSON.stringify(report)).not.toContain("pA5s");
        expect(report.target).toContain(query.startsWith("?token") ? "?token=[redacted]&v=[redacted]" : "?[redacted]");
      }
    }
  });

  it("tells the first line of what start() threw, at most 300 characters of it", async () => {
    const start = () => Promise.reject(new Error(`${"words ".repeat(100)}\nsecond line`));
    const report = await testService({ baseUrl: "http://127.0.0.1:9", authUrl: "http://127.0.0.1:9", start });
    expect(report.problems.map(({ message }) => message)).toEqual([
      `start() of the driver threw: ${"words ".repeat(50)}`,
    ]);
  });

  it("never tells the password in a URL", async () => {
    const password = sentinel();
    const driver: ServiceDriver = { baseUrl: `http://user:${password}@127.0.0.1:9`, authUrl: "http://127.0.0.1:9" };
    expect(leaksOf(await testService(driver), [password])).toEqual([]);
    const url = `http://user:${password}@127.0.0.1:9/`;
    expect(leaksOf(await testReceiver({ url, secret: "a secret" }), [password])).toEqual([]);
  });
});
