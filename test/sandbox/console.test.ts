/** The console in a browser: the whole story of a person who steers the sandbox, by mouse and by keyboard. */

import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSandbox } from "../../src/sandbox/index.ts";
import { CHROMIUM, launchChromium, SKIP } from "../support/chromium.ts";
import { type Bench, EVENT, ORIGIN, startBench, status } from "./support.ts";

const run = promisify(execFile);
/** A program on the PATH. */
const found = (name: string) =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);

const HOSTILE = `<img src=x onerror="window.broken = 1"></script><script>window.broken = 2</script>\u001b[31mred\u202egnp.exe`;

describe.skipIf(!CHROMIUM)(`the console${SKIP}`, () => {
  let browser: Browser;
  let bench: Bench;
  let context: BrowserContext;
  let page: Page;
  let noise: string[];
  let foreign: string[];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    bench = await startBench("default");
    noise = [];
    foreign = [];
  });
  afterEach(async () => {
    await context?.close();
    await bench.stop();
    expect(noise, "console errors, refusals of the policy, uncaught errors").toEqual([]);
    expect(foreign, "requests to other origins").toEqual([]);
  });

  async function open(options: Parameters<Browser["newContext"]>[0] = {}, hash = ""): Promise<Page> {
    context = await browser.newContext({ viewport: { width: 1300, height: 900 }, ...options });
    context.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) noise.push(message.text());
    });
    context.on("weberror", (error) => noise.push(String(error.error())));
    context.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== bench.sandbox.baseUrl && !/^(data|blob):$/.test(protocol)) foreign.push(request.url());
    });
    page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(`${bench.sandbox.baseUrl}/_console${hash}`);
    await page.getByText("● live").waitFor();
    return page;
  }
  const said = (text: string | RegExp) => page.locator("#said").getByText(text).waitFor();
  const row = (id: number) => page.locator(`a.row[href="#delivery-${id}"]`);
  const rowSays = (id: number, text: string | RegExp) => row(id).getByText(text).first().waitFor();
  const press = async (name: string | RegExp, key = "Enter") => {
    const button = page.getByRole("button", { name }).first();
    // It takes one press at a time.
    await expect.poll(() => button.getAttribute("aria-disabled")).toBe(null);
    await button.focus();
    await page.keyboard.press(key);
  };
  const bodyAs = async (view: string) => {
    await page.getByRole("button", { name: view, exact: true }).click();
    return await page.locator("#bytes").textContent();
  };

  it("says what to do first; its commands register a webhook, which appears and is switched on", async () => {
    await open();
    expect(await page.locator("#glance").textContent()).toContain("No webhook is registered yet");
    expect(await page.locator("#empty").textContent()).toContain("register a webhook");
    await press("Make the commands");
    await said("The commands are ready");
    const commands = (await page.getByLabel("the commands", { exact: true }).textContent()) ?? "";
    if (found("curl")) expect((await run("sh", ["-c", commands])).stdout).toMatch(/^HTTP\/1\.1 201 /);
    else await bench.post("/api/client_webhooks", JSON.parse(/-d '(\{.*\})'/.exec(commands)?.[1] ?? ""));

    await page.locator("#glance").getByText("Ready: a webhook is switched on").waitFor();
    await press("Switch off client webhook 1");
    await said("The client webhook 1 is switched off.");
    expect(await page.locator("#glance").textContent()).toContain("1 webhook registered, none switched on.");
    await page.getByRole("button", { name: "Record and confirm" }).click();
    await said("no delivery: no webhook of this client is switched on and lists the event.");
    await press("Switch on client webhook 1");
    await said("The client webhook 1 is switched on.");
    const again = page.getByRole("button", { name: "Switch off client webhook 1" });
    expect(await again.evaluate((button) => button === document.activeElement), "the focus stays").toBe(true);
    await page.locator("#glance").getByText("Ready: a webhook is switched on").waitFor();
  });

  it("shows a delivery live, with its exact bytes and a signature that verifies", async () => {
    const { id, secret } = await bench.clientWebhook("/hook");
    await open();
    await page.getByRole("button", { name: "Record and confirm" }).click();
    await said(/^Payment \d+ is confirmed: 1 delivery\.$/);
    await rowSays(1, "delivered");
    for (const text of [EVENT, `client webhook ${id} ${ORIGIN}/hook`, "answer 204", "attempt 1"])
      await rowSays(1, text);

    await row(1).focus();
    await page.keyboard.press("Enter");
    const detail = page.locator("#detail");
    await detail.getByText("Delivery #1", { exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate("document.activeElement.id"), { message: "the focus moves there" })
      .toBe("detail-title");
    expect(await page.locator(".row[aria-current=true]").textContent()).toContain("#1");
    const [{ body, headers } = { body: Buffer.of(), headers: {} as Record<string, string> }] =
      bench.receiver.at("/hook");
    const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
    expect(headers["x-service-signature"]).toBe(signature);
    await detail.getByText(`Body, exactly as sent: ${body.length} bytes`).waitFor();
    expect(await bodyAs("Text")).toBe(body.toString());
    expect(await bodyAs("Base64")).toBe(body.toString("base64"));
    const dump = ((await bodyAs("Hex")) ?? "").split("\n").map((line) => line.slice(8, 55).replaceAll(" ", ""));
    expect(dump.join("")).toBe(body.toString("hex"));
    const text = (await detail.textContent()) ?? "";
    expect(text).toContain(`X-Service-Signature: ${signature}`);
    expect(text).toContain(`HMAC-SHA256 of the message with the key, in hexadecimal: ${signature.slice(7)}`);
    expect(text).toContain("✓ Computed again by this browser (WebCrypto): it agrees.");
    expect(text).toContain("✓ The signature verifies with the secret of the webhook.");
    expect(text).toMatch(/took [\d.]+ ms/);

    await detail.getByText("Check it in a shell").click();
    const check = (await page.getByLabel("the check", { exact: true }).textContent()) ?? "";
    if (found("openssl")) expect((await run("sh", ["-c", check])).stdout.trim().slice(-64)).toBe(signature.slice(7));
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the bytes" }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(body);

    await detail.getByRole("link", { name: "Close" }).focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => row(1).evaluate((link) => link === document.activeElement), { message: "the focus goes back" })
      .toBe(true);
    expect(await detail.isVisible()).toBe(false);
  });

  it("computes the signature itself, and tells when it does not agree", async () => {
    await bench.clientWebhook("/hook");
    await bench.pay();
    await open();
    await context.route("**/_control/deliveries/1", async (route) => {
      const response = await route.fetch();
      const detail = await response.json();
      await route.fulfill({ response, json: { ...detail, bodyBase64: btoa(`${detail.bodyText} `) } });
    });
    await row(1).click();
    await page.getByText("✗ Computed again by this browser:").waitFor();
    await page.getByText("✗ The signature does not verify with the secret of the webhook.").waitFor();
  });

  it("shows a retry, advances the clock to it, delivers again, and delivers nothing to the agency", async () => {
    await bench.clientWebhook("/hook");
    bench.receiver.answer((response, _, nth) =>
      status(nth === 0 ? 500 : 200, {}, nth === 0 ? "not now" : "thanks")(response),
    );
    await open();
    await press("Record and confirm", "Space");
    await rowSays(1, "pending");
    await rowSays(1, "answer 500");
    await rowSays(1, /^due in \d+ s$/);
    await row(1).click();
    await page.locator("#attempts").getByText("not now").waitFor();
    await press("+1 min");
    await said("The clock was advanced: +1 min.");
    await rowSays(1, "delivered");
    await rowSays(1, "attempt 2");
    await page.locator("#attempts").getByText("thanks").waitFor();
    expect(await page.locator(".attempt").count()).toBe(2);
    expect(await page.locator("#attempts details[open]").count(), "what was unfolded stays so").toBe(2);
    await press("Redeliver");
    await said("The same bytes go out again as delivery #2.");
    await rowSays(2, "(again, of #1)");
    await rowSays(2, "delivered");
    expect(bench.receiver.received.map(({ body }) => body.toString("hex"))).toEqual(
      Array(3).fill(bench.receiver.received[0]?.body.toString("hex")),
    );

    await page.getByRole("radio", { name: "the agency", exact: true }).check();
    await page.getByRole("button", { name: "Record only" }).click();
    await said(/is recorded\. Confirm it under Payments\.$/);
    await press(/^Confirm payment/);
    await said(/no delivery, because it was paid to the agency\.$/);
    expect((await bench.sandbox.control.deliveries()).deliveries).toHaveLength(2);
  });

  it("goes straight to the next attempt, and filters by state", async () => {
    await bench.clientWebhook("/hook");
    bench.receiver.answer((response, _, nth) => status(nth < 3 ? 503 : 200)(response));
    await open();
    await press("Record and confirm");
    await rowSays(1, "pending");
    await row(1).click();
    for (const attempts of [2, 3, 4]) {
      await press("Advance the clock to the next attempt");
      await rowSays(1, `attempt ${attempts}`);
    }
    await rowSays(1, "delivered");
    await page.getByRole("button", { name: "Advance the clock to the next attempt" }).waitFor({ state: "hidden" });
    await press(/^✗? ?failed/);
    await page.getByText("None is failed now.").waitFor();
    await press("all 1");
    await row(1).waitFor();
  });

  it("runs scenarios, spoils deliveries on purpose, and dispatches an app event", async () => {
    await bench.clientWebhook("/hook");
    await bench.appWebhook("/app");
    await open();
    await page.getByRole("radio", { name: /burst/ }).check();
    await page.getByLabel("Payments burst").fill("60");
    await page.getByRole("button", { name: "Run" }).click();
    await said("burst: 60 payments, 60 deliveries.");
    await page.getByRole("button", { name: "delivered 60" }).waitFor();
    expect(await page.locator("a.row").count()).toBe(50);
    await press("Show older ones");
    await row(1).waitFor();
    expect(await page.locator("a.row").count()).toBe(60);

    await page.getByLabel("What goes wrong").selectOption("wrong-signature");
    await press("Switch on");
    await said("The next delivery is spoilt: wrong-signature.");
    expect(await page.locator("#glance").textContent()).toContain("Faults are on: wrong-signature (next 1).");
    await press("Record and confirm");
    await row(61).click();
    await page.getByText("✗ The signature does not verify with the secret of the webhook.").waitFor();
    await page.getByText("! Spoilt on purpose: wrong-signature").waitFor();
    await page.getByText("None is on. Deliveries go as they should.").waitFor();
    await press("Switch on");
    await press("Switch off wrong-signature");
    await said("The fault wrong-signature is off.");

    await page.getByRole("textbox", { name: /^Payload/ }).fill(JSON.stringify({ note: HOSTILE }));
    await press("Dispatch");
    await said("1 delivery made.");
    await row(62).click();
    await page.getByText("Deliveries to app webhooks carry no signature.").waitFor();
    const body = JSON.stringify({ note: HOSTILE, "@event": EVENT });
    expect(bench.receiver.at("/app")[0]?.body.toString()).toBe(body);
    expect(await bodyAs("Text")).toBe(body.replace("\u202e", "‹U+202E›"));
    expect(await page.evaluate("window.broken")).toBeUndefined();
  });

  it("shows what is hostile as text, wherever it stands", async () => {
    await bench.clientWebhook("/hook", { name: HOSTILE });
    await bench.sandbox.control.createClient(HOSTILE);
    bench.receiver.answer(status(400, { "x-hostile": "<b onclick=1>" }, HOSTILE));
    await open();
    await press("Record and confirm");
    await row(1).click();
    const shown = HOSTILE.replace("\u001b", "␛").replace("\u202e", "‹U+202E›");
    expect(await page.getByLabel("Response body of attempt 1").textContent()).toBe(shown);
    expect(await page.locator("#attempts").textContent()).toContain("<b onclick=1>");
    expect(await page.locator("#owners").textContent()).toContain(shown);
    expect(await page.locator("img, main script").count()).toBe(0);
    expect(await page.evaluate("window.broken")).toBeUndefined();
  });

  it("keeps the row of a delivery low, however long its URL is", async () => {
    await bench.clientWebhook(`/hook?${"q".repeat(2000)}`);
    await bench.pay();
    await open();
    expect((await row(1).boundingBox())?.height).toBeLessThan(150);
  });

  it("shows the profile with its gaps, and changes it while the sandbox runs", async () => {
    await open();
    await page.getByText("Every setting is at its default.").waitFor();
    await page.getByText("All settings").click();
    await page.getByLabel("Find").fill("N-6.5-01");
    const gap = page.locator(".gap");
    await expect.poll(() => gap.count()).toBe(1);
    expect(await gap.textContent()).toMatch(/N-6\.5-01 How many times .* assumed: .*maxAttempts = 5 default/);
    expect(await gap.getByText("default: ").count()).toBe(0);
    await press("Change maxAttempts");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await said("maxAttempts is 2 from now on.");
    expect((await bench.sandbox.control.profile()).profile.maxAttempts).toBe(2);
    await gap.getByText("changed").waitFor();
    await gap.getByText("default: 5").waitFor();
    expect(await page.locator("#differences").textContent()).toBe(
      "1 setting differs from the default: maxAttempts = 2 (N-6.5-01)",
    );
    await page.getByLabel("Find").fill("hexCase");
    await press("Change hexCase");
    await page.getByLabel("New value of hexCase").selectOption("upper");
    await press("Save");
    await said("hexCase is upper from now on.");
    await bench.clientWebhook("/hook");
    await press("Record and confirm");
    await row(1).click();
    await page.getByText("(WebCrypto): it agrees.").waitFor();
    await press("Set all to the default");
    await said("Every setting is at its default.");
    expect((await bench.sandbox.control.profile()).differences).toEqual([]);
  });

  it("deletes everything only after it asked", async () => {
    await bench.clientWebhook("/hook");
    await bench.pay();
    await open({}, "#delivery-1");
    await page.locator("#detail-title").waitFor();
    await press("Reset …");
    await page.getByRole("dialog", { name: "Delete everything?" }).waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe("keep");
    await page.keyboard.press("Escape");
    expect((await bench.sandbox.control.state()).clientWebhooks).toHaveLength(1);
    await press("Reset …");
    await press("Delete everything");
    await said("Everything was deleted.");
    await page.locator("#glance").getByText("No webhook is registered yet").waitFor();
    expect(await page.locator("a.row").count()).toBe(0);
    expect(await page.locator("#detail").isVisible()).toBe(false);
  });

  it("tells when the connection is lost, and goes on with what it missed", async () => {
    await open();
    const port = Number(new URL(bench.sandbox.baseUrl).port);
    await bench.sandbox.stop();
    await page.getByText("○ connection lost, trying again …").waitFor();
    const next = await startSandbox({ port, profile: "strict", clock: "virtual", overrides: { authPort: "same" } });
    try {
      await next.control.createPayment();
      await page.getByText("● live").waitFor({ timeout: 20_000 });
      await page.locator("#payment-list").getByText("to the client").waitFor();
      await page.locator("#differences").getByText("settings differ from the default").waitFor();
    } finally {
      await context.close();
      await next.stop();
    }
    noise = noise.filter(
      (text) => !/ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE)/.test(text),
    );
  });

  it("holds no connection while nobody sees it, and then shows what it missed", async () => {
    const show = (visible: boolean) =>
      page.evaluate(`Object.defineProperty(document, "hidden", { configurable: true, value: ${!visible} });
        document.dispatchEvent(new Event("visibilitychange"));`);
    await open();
    const closed = page.waitForEvent("requestfailed", (request) => request.url().includes("/_control/events"));
    await show(false);
    await closed;
    await bench.sandbox.control.createPayment();
    await show(true);
    await page.locator("#payment-list").getByText("to the client").waitFor();
  });

  it("leads to the authorization page of the profile, which accepts what it was given, and to the reference", async () => {
    await bench.sandbox.control.setProfile({
      pkce: "required",
      state: "required",
      scopeParameter: "permissions",
      operationScopes: { createClientWebhook: ["webhooks:write"] },
    });
    await open();
    const href = (await page.getByRole("link", { name: "Open the authorization page" }).getAttribute("href")) ?? "";
    const answer = await fetch(href, { redirect: "manual" });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("webhooks:write")]);
    const reference = await page.getByRole("link", { name: "Reference" }).getAttribute("href");
    expect((await fetch(bench.sandbox.baseUrl + reference)).status).toBe(200);
  });

  it("can be walked through by the keyboard, in the order of the page, with the focus always to be seen", async () => {
    await bench.clientWebhook("/hook");
    await bench.pay();
    await open({}, "#delivery-1");
    await page.locator("#detail-title").waitFor();
    await page.evaluate("document.activeElement.blur(); document.body.tabIndex = -1; document.body.focus()");
    const seen: { place: number; outlined: boolean; name: string }[] = [];
    for (;;) {
      await page.keyboard.press("Tab");
      const one = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused === document.body) return undefined;
        const { outlineStyle, outlineWidth } = getComputedStyle(focused);
        const place = [...document.querySelectorAll("*")].indexOf(focused);
        const outlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
        return { place, outlined, name: `${focused.tagName} ${focused.id} ${focused.textContent?.slice(0, 30)}` };
      });
      if (!one || seen.some(({ place }) => place === one.place)) break;
      seen.push(one);
    }
    expect(seen[0]?.name).toContain("Skip to the deliveries");
    expect(seen.filter(({ outlined }) => !outlined)).toEqual([]);
    expect(seen.map(({ place }) => place)).toEqual(seen.map(({ place }) => place).toSorted((a, b) => a - b));
    for (const name of [
      "Record and confirm",
      "+1 min",
      "Run",
      "Switch on",
      "Dispatch",
      "#1",
      "Redeliver",
      "Switch off",
      "Reset",
    ]) {
      expect(seen.map((one) => one.name).join("\n")).toContain(name);
    }
  });

  it.each([
    ["light", 1300],
    ["dark", 1300],
    ["light", 390],
    ["dark", 390],
  ] as const)(
    "has nothing that axe finds and nothing that overflows: %s, %d pixels wide",
    async (colorScheme, width) => {
      const { id } = await bench.clientWebhook("/a-path-that-is-rather-long/".padEnd(300, "and-longer-"));
      await bench.clientWebhook("/off");
      await bench.sandbox.control.setClientWebhookActive(id + 1, false);
      await bench.appWebhook("/app");
      await bench.sandbox.control.setProfile({ maxAttempts: 1 });
      bench.receiver.answer(status(500, { "x-long": "x".repeat(400) }, "y".repeat(4000)));
      await bench.pay();
      await bench.sandbox.control.createPayment();
      await bench.sandbox.control.setFaults([{ kind: "slow", next: 3 }]);
      await open({ colorScheme, viewport: { width, height: 844 }, reducedMotion: "reduce" }, "#delivery-1");
      await rowSays(1, "failed");
      await page.locator("#detail-title").waitFor();
      await page.getByRole("button", { name: "Make the commands" }).click();
      await page.getByLabel("the commands", { exact: true }).waitFor();
      await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      await page.getByRole("button", { name: "Hex", exact: true }).click();
      await press("Change tokenHeader");
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      await page.evaluate(axe.source);
      const violations = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run(): Promise<axe.AxeResults> } };
        return (await axe.run()).violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html)]);
      });
      expect(violations).toEqual([]);
    },
  );
});
