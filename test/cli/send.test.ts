import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import asyncapi from "../../generated/asyncapi.json" with { type: "json" };
import { listen } from "../../scripts/listen.ts";
import { verifySignature } from "../../src/signature/node.ts";
import { certificate } from "../support/certificate.ts";
import { cliHere as cli } from "./run.ts";

const secret = "a secret of this test";
const env = { WEBHOOK_SECRET: secret };
const received: { headers: IncomingHttpHeaders; body: Buffer; url: string }[] = [];
let answer: { status: number; headers?: Record<string, string>; body?: string | Buffer } | "hang" | "break";
const { url: origin, stop } = await listen((req, res) => {
  const chunks: Buffer[] = [];
  req.on("data", (chunk) => chunks.push(chunk));
  req.on("end", () => {
    received.push({ headers: req.headers, body: Buffer.concat(chunks), url: req.url ?? "" });
    if (answer === "hang") return;
    if (answer === "break") return void req.socket.destroy();
    res.writeHead(answer.status, answer.headers).end(answer.body);
  });
});
const url = `${origin}/hook?x=1`;
afterAll(stop);
beforeEach(() => {
  received.length = 0;
  answer = { status: 204 };
});

const nothing: (typeof received)[number] = { headers: {}, body: Buffer.of(), url: "" };
const messages = asyncapi.components.messages;
const example = (name: keyof typeof messages) => JSON.stringify(messages[name].examples[0]?.payload);

describe("send", () => {
  it("delivers the example of the documents, signed, and shows the answer", async () => {
    answer = { status: 202, headers: { "x-own": "yes" }, body: "thank you" };
    const { code, stdout, stderr } = await cli(["send", "--url", url], { env });
    expect([code, stderr]).toEqual([0, ""]);
    for (const text of ["202 after", "x-own: yes", "thank you"]) expect(stdout).toContain(text);
    const [{ headers, body, url: path } = nothing] = received;
    expect([received.length, path, headers["content-type"]]).toEqual([1, "/hook?x=1", "application/json"]);
    expect(body.toString()).toBe(example("paymentConfirmed"));
    expect(verifySignature(body, headers["x-service-signature"] as string, secret)).toBe(true);
    expect(stdout).not.toContain(headers["x-service-signature"]);
  });

  it("delivers bytes as they are, with headers of its own", async () => {
    const input = Buffer.of(0xff, 0x0a, 0x00);
    const headers = ["--header", "X-Trace: 1", "--header", "content-type: text/plain"];
    expect((await cli(["send", "--url", url, "-", ...headers], { env, input })).code).toBe(0);
    const [{ headers: sent, body } = nothing] = received;
    expect(body.equals(input)).toBe(true);
    expect([sent["x-trace"], sent["content-type"]]).toEqual(["1", "text/plain"]);
    expect(verifySignature(body, sent["x-service-signature"] as string, secret)).toBe(true);
  });

  it("delivers to an App unsigned, without asking for a secret", async () => {
    expect((await cli(["send", "--url", url, "--app"])).code).toBe(0);
    expect(received.map(({ body }) => body.toString())).toEqual([example("appEvent")]);
    expect(received[0]?.headers).not.toHaveProperty("x-service-signature");
  });

  it("signs badly on request, and says what an acknowledgement of that means", async () => {
    const lied = await cli(["send", "--url", url, "--bad-signature"]);
    expect([lied.code, lied.stdout]).toEqual([0, expect.stringContaining("this receiver accepts forgeries")]);
    const [{ headers, body } = nothing] = received;
    expect(headers["x-service-signature"]).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(verifySignature(body, headers["x-service-signature"] as string, secret)).toBe(false);
    answer = { status: 401 };
    const refused = await cli(["send", "--url", url, "--bad-signature"]);
    expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining("as it should be")]);
  });

  it.each([
    [["--duplicate"], 2],
    [["--repeat", "3"], 3],
  ])("repeats the same bytes and signature: %s", async (args, times) => {
    const { code, stdout } = await cli(["send", "--url", url, ...args, "--json"], { env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ acknowledged: true, answers: Array(times).fill({ status: 204 }) });
    expect(received).toHaveLength(times);
    expect(new Set(received.map(({ headers, body }) => `${headers["x-service-signature"]} ${body}`)).size).toBe(1);
  });

  it.each([
    ["an error", { status: 503, body: "later" }, 1, "503 after"],
    ["a redirect, which is not followed", { status: 307, headers: { location: "/other" } }, 1, "307 after"],
    ["an answer that breaks off", "break" as const, 3, "no answer"],
    ["no answer within the time-out", "hang" as const, 3, "no answer (timeout"],
  ])("shows %s", async (_, given, exit, shown) => {
    answer = given;
    const { code, stdout } = await cli(["send", "--url", url, "--timeout", "1500"], { env });
    expect([code, stdout]).toEqual([exit, expect.stringContaining(shown)]);
    expect(received.map(({ url: path }) => path)).toEqual(["/hook?x=1"]);
  });

  it("ends with 3 where nobody listens", async () => {
    const { code, stdout } = await cli(["send", "--url", "http://127.0.0.1:9/", "--json"], { env });
    expect([code, JSON.parse(stdout)]).toMatchObject([
      3,
      { acknowledged: false, answers: [{ failure: { code: "refused" } }] },
    ]);
  });

  it("says which certificates it trusts, where TLS fails", async () => {
    const server = createServer(certificate()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { code, stdout } = await cli(["send", "--url", `https://127.0.0.1:${port}/`], { env });
    server.close();
    expect([code, stdout]).toEqual([3, expect.stringContaining("name its certificate in NODE_EXTRA_CA_CERTS")]);
  });

  it("asks for plain http where the other side does not speak TLS", async () => {
    const { code, stdout } = await cli(["send", "--url", url.replace("http:", "https:")], { env });
    expect([code, stdout]).toEqual([3, expect.stringContaining("(EPROTO): does it take plain http?")]);
  });

  it("shows an answer without carrying out what is in it", async () => {
    const evil = "a\x1b]0;title\x07\x1b[2Jb\rc\u202ed\u009b31me\u2028";
    answer = { status: 200, headers: { "x-evil": Buffer.from("a\x9b31mb", "latin1").toString("latin1") }, body: evil };
    const text = await cli(["send", "--url", url], { env });
    expect(text.stdout).toContain("a\\u001b]0;title\\u0007\\u001b[2Jb\\u000dc\\u202ed\\u009b31me\\u2028");
    const json = await cli(["send", "--url", url, "--json"], { env });
    for (const { stdout } of [text, json]) expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}]/u);
    expect(JSON.parse(json.stdout).answers[0].body).toBe(evil);
  });

  it("keeps an endless answer within bounds", async () => {
    answer = { status: 200, body: Buffer.alloc(3 * 1024 * 1024, "x") };
    const { code, stdout } = await cli(["send", "--url", url], { env });
    expect([code, stdout.length < 40_000]).toEqual([0, true]);
    expect(stdout).toContain("... and more");
  });

  it.each([
    [["--url", "ftp://x"], "wrong_use"],
    [["--url", "http://user:password@127.0.0.1/"], "wrong_use"],
    [["--url", "http://127.0.0.1/", "--repeat", "0"], "wrong_use"],
    [["--url", "http://127.0.0.1/", "--repeat", "9", "--duplicate"], "wrong_use"],
    [["--url", "http://127.0.0.1/", "--timeout", "soon"], "wrong_use"],
    [["--url", "http://127.0.0.1/", "--header", "no colon"], "wrong_use"],
    [["--url", "http://127.0.0.1/", "--header", "x: a\r\ny: b"], "wrong_use"],
    [["--url", "http://127.0.0.1/", "--header", "Content-Length: 1"], "wrong_use"],
    [["--url", "http://127.0.0.1/", "--app", "--bad-signature"], "wrong_use"],
    [["--url", "http://127.0.0.1/"], "secret_missing"],
    [[], "wrong_use"],
  ])("refuses %j", async (args, wanted) => {
    const { code, stdout, stderr } = await cli(["send", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(new RegExp(`^${wanted}: `));
    expect(stderr).not.toContain("password@");
  });
});
