/** The signature playground in a real browser: its verdicts are those of the vectors, and nothing leaves the page. */

import { execFile } from "node:child_process";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLE } from "../../../docs/site/playground/example.ts";
import asyncapi from "../../../generated/asyncapi.json" with { type: "json" };
import vectors from "../../../spec/vectors/signature.json" with { type: "json" };
import { CHROMIUM, launchChromium, SKIP } from "../../support/chromium.ts";
import { root } from "../../support/repository.ts";
import { openPlayground, type PlaygroundPage } from "./playground-page.ts";
import { judgeAll, type Typed, text, toExpected, toTyped, wrongVectors } from "./playground-typing.ts";

/** Bodies that a text field holds as they are: UTF-8 without CR and without NUL. */
const asText = vectors.cases.filter(
  ({ body }) => Buffer.from(text(body)).equals(Buffer.from(body, "base64")) && !/[\r\0]/.test(text(body)),
);

it("shows the example of the documents", () => {
  const [example] = asyncapi.components.messages.paymentConfirmed.examples;
  expect(EXAMPLE.body).toBe(JSON.stringify(example?.payload));
  expect(EXAMPLE.header).toBe(example?.headers["X-Service-Signature"]);
  expect(asyncapi.components.messages.paymentConfirmed.examples[0]?.summary).toContain(EXAMPLE.secret);
});

describe.skipIf(!CHROMIUM)(`the playground${SKIP}`, () => {
  let served: PlaygroundPage;
  let browser: Browser;
  let page: Page;
  const asked: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    served = await openPlayground();
    browser = await launchChromium();
    page = await browser.newPage();
    page.on("request", (request) => asked.push(request.url()));
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(served.url);
    await page.waitForSelector("[data-part=verdict][aria-busy=false]");
  });
  afterAll(async () => {
    await browser?.close();
    await served?.stop();
  });

  const judged = (cases: Typed[]) => judgeAll(page, cases);

  it("gives the verdict and the code of every vector, and the words of the code", async () => {
    expect(await wrongVectors(page)).toEqual([]);
  });

  it("gives the same for a body that is typed as text", async () => {
    expect(asText.length).toBeGreaterThan(100);
    const said = await judged(asText.map((given) => ({ ...toTyped(given), form: "text", body: text(given.body) })));
    expect(said.map(({ ok, code, secretIndex }) => ({ ok, code, secretIndex }))).toEqual(asText.map(toExpected));
  });

  it("gives the same for hexadecimal digits", async () => {
    const small = vectors.cases.filter(({ body }) => body.length < 2000);
    const said = await judged(
      small.map((given) => ({
        ...toTyped(given),
        form: "hex",
        body: Buffer.from(given.body, "base64").toString("hex"),
      })),
    );
    expect(said.map(({ ok, code, secretIndex }) => ({ ok, code, secretIndex }))).toEqual(small.map(toExpected));
  });

  it("shows a file byte for byte, and says where a text field cannot", async () => {
    await page.setInputFiles("[data-part=file]", {
      name: "body.bin",
      mimeType: "application/octet-stream",
      buffer: Buffer.from([0x7b, 0xff, 0x0d, 0x0a]),
    });
    await page.waitForFunction(() => document.querySelector("[data-part=count]")?.textContent === "4 bytes");
    expect(await page.inputValue("[data-part=form-of-body]")).toBe("base64");
    expect(await page.inputValue("[data-part=body]")).toBe("e/8NCg==");
    await page.selectOption("[data-part=form-of-body]", "text");
    expect(await page.textContent("[data-part=said]")).toContain("cannot be shown as text");
    expect(await page.inputValue("[data-part=body]")).toBe("e/8NCg==");
    await page.selectOption("[data-part=form-of-body]", "hex");
    expect(await page.inputValue("[data-part=body]")).toBe("7b ff 0d 0a");
  });

  it("says what would make a wrong signature hold", async () => {
    const { body, secret, header } = EXAMPLE;
    const given = (changed: Partial<Typed>) => ({ body, form: "text", secrets: [secret], header, ...changed });
    const [newline, pretty, padded, forged] = await judged([
      given({ body: `${body}\n` }),
      given({ body: JSON.stringify(JSON.parse(body), null, 2) }),
      given({ secrets: [`${secret} `] }),
      given({ body: body.replace("4711", "4712") }),
    ]);
    expect(newline?.text).toContain("It holds for the body without line breaks and spaces at its end.");
    expect(pretty?.text).toContain("It holds for the body encoded again, by JSON.stringify.");
    expect(padded?.text).toContain("It holds for a secret without the white space around it.");
    expect(forged?.text).not.toContain("It holds");
  });

  it("shows what encoding again does, and signs", async () => {
    await judged([{ body: '{"@event": "a",\n "id": 1}', form: "text", secrets: ["s"], header: "" }]);
    await page.click("[data-part=sign]");
    await page.waitForSelector("[data-part=verdict][data-ok=true]");
    await page.click("[data-part=again]");
    await page.waitForSelector("[data-part=encodings] .encoding:nth-child(3)");
    const encodings = await page.$$eval("[data-part=encodings] .encoding", (all) =>
      all.map((one) => [(one as HTMLElement).dataset["ok"], one.querySelector("p")?.textContent]),
    );
    expect(encodings).toEqual([
      ["false", "25 bytes before, 21 after, different from byte 10 on: the signature does not hold."],
      ["false", "25 bytes before, 30 after, different from byte 1 on: the signature does not hold."],
      ["false", "25 bytes before, 24 after, different from byte 15 on: the signature does not hold."],
    ]);
  });

  it("is operated by keyboard alone", async () => {
    await page.click("[data-part=example]");
    await page.waitForSelector("[data-part=verdict][data-ok=true]");
    await page.focus("[data-part=body]");
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" ");
    await page.waitForSelector("[data-part=verdict][data-code=signature_mismatch]");
    for (let i = 0; i < 20; i++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => (document.activeElement as HTMLElement).dataset["part"] === "sign")) break;
    }
    await page.keyboard.press("Enter");
    await page.waitForSelector("[data-part=verdict][data-ok=true]");
  });

  it("writes snippets that come to the same verdict, without the secret", async () => {
    const secret = "a secret of mine";
    const body = `{"name": "it's \u00eb"}`;
    await judged([{ body, form: "text", secrets: [secret], header: "" }]);
    await page.click("[data-part=sign]");
    await page.waitForSelector("[data-part=verdict][data-ok=true]");
    const shell = (await page.textContent("[data-part=shell]")) ?? "";
    const typescript = (await page.textContent("[data-part=typescript]")) ?? "";
    expect(shell + typescript).not.toContain(secret);
    expect(await ran("bash", ["-c", `npx() { shift; node src/cli.ts "$@"; }\n${shell}`], secret)).toMatchObject({
      code: 0,
    });
    expect(await ran("bash", ["-c", `npx() { shift; node src/cli.ts "$@"; }\n${shell}`], "other")).toMatchObject({
      code: 1,
    });
    const program = typescript.replace('"collections-contract"', JSON.stringify(join(root, "src/index.ts")));
    expect(await ran("node", ["--input-type=module-typescript", "--eval", program], secret)).toMatchObject({
      stdout: "{ ok: true, secretIndex: 0 }\n",
    });
  });

  it("quotes what a shell would read", async () => {
    await judged([{ body: "x", form: "text", secrets: ["s"], header: "sha256='$(id)" }]);
    expect(await page.textContent("[data-part=shell]")).toContain("--signature 'sha256='\\''$(id)'");
  });

  it("keeps everything in the page", async () => {
    const { origin } = new URL(served.url);
    expect(asked.filter((url) => new URL(url).origin !== origin)).toEqual([]);
    expect(page.url()).toBe(served.url);
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    expect(kept).not.toContain("secret of mine");
    expect(complaints).toEqual([]);
  });
});

/** Runs a program in the repository that finds the secret where the snippets look for it. */
function ran(command: string, args: string[], secret: string): Promise<{ code: number; stdout: string }> {
  const env = {
    ...process.env,
    WEBHOOK_SECRET: secret,
    PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"]}`,
  };
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root, env, timeout: 120_000 }, (error, stdout) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout }),
    );
  });
}
