/** The console in a browser: the whole story of a person who steers the sandbox, by mouse and by keyboard. */

import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { EVENT, status } from "../../sandbox/support.ts";
import { CHROMIUM, SKIP } from "../../support/chromium.ts";
import { LOOKS, useConsole } from "./console-page.ts";

const run = promisify(execFile);
/** A program on the PATH. */
const found = (name: string) =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);

const HOSTILE = `<img src=x onerror="window.broken = 1"></script>\
<script>window.broken = 2</script>\u001b[31mred\u202egnp.exe`;

describe.skipIf(!CHROMIUM)(`the console${SKIP}`, () => {
  const on = useConsole();
  const { open, said, row, rowSays, press, unfold, violations, pressFor } = on;
  const bodyAs = async (view: string) => {
    await on.page.getByRole("button", { name: view, exact: true }).click();
    return await on.page.locator("#bytes").textContent();
  };

  it("says what to do first; its commands register a webhook, which appears and is switched on", async () => {
    await open({ permissions: ["clipboard-read", "clipboard-write"] });
    expect(await on.page.locator("#glance").textContent()).toContain("No webhook is registered yet");
    expect(await on.page.locator("#empty").textContent()).toContain("register a webhook");
    await pressFor("Copy as curl", "Copied: the commands.");
    const commands = (await on.page.getByLabel("the commands", { exact: true }).textContent()) ?? "";
    expect(await on.page.evaluate("navigator.clipboard.readText()")).toBe(commands);
    if (found("curl")) expect((await run("sh", ["-c", commands])).stdout).toMatch(/^HTTP\/1\.1 201 /);
    else await on.bench.post("/api/client_webhooks", JSON.parse(/-d '(\{.*\})'/.exec(commands)?.[1] ?? ""));

    await on.page.locator("#glance").getByText("Ready: a webhook is switched on").waitFor();
    await pressFor("Switch off client webhook 1", "The client webhook 1 is switched off.");
    expect(await on.page.locator("#glance").textContent()).toContain("1 webhook registered, none switched on.");
    await on.page.getByRole("button", { name: "Record and confirm" }).click();
    await said("no delivery, because no webhook of this client is switched on and lists the event.");
    await pressFor("Switch on client webhook 1", "The client webhook 1 is switched on.");
    const again = on.page.getByRole("button", { name: "Switch off client webhook 1" });
    expect(await again.evaluate((button) => button === document.activeElement), "the focus stays").toBe(true);
    await on.page.locator("#glance").getByText("Ready: a webhook is switched on").waitFor();
  });

  it("shows a delivery live, with its exact bytes and a signature that verifies", async () => {
    const { id, secret } = await on.bench.clientWebhook("/hook");
    await open();
    await on.page.getByRole("button", { name: "Record and confirm" }).click();
    await said(/Payment \d+ is confirmed: 1 delivery\.$/);
    await rowSays(1, "delivered");
    const [payment] = (await on.bench.sandbox.control.state()).payments;
    for (const text of [`Payment ${payment?.id}`, "12550", `client webhook ${id} · hooks.example.com/hook`, "204"])
      await rowSays(1, text);

    await row(1).focus();
    await on.page.keyboard.press("Enter");
    const detail = on.page.locator("#detail");
    await detail.getByText("Delivery #1", { exact: true }).waitFor();
    await expect
      .poll(() => on.page.evaluate("document.activeElement.id"), { message: "the focus moves there" })
      .toBe("detail-title");
    expect(await on.page.locator(".row[aria-current=true]").textContent()).toContain("#1");
    const [{ body, headers } = { body: Buffer.of(), headers: {} as Record<string, string> }] =
      on.bench.receiver.at("/hook");
    const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
    expect(headers["x-service-signature"]).toBe(signature);
    await detail.getByText(`Body: ${body.length} bytes`).waitFor();
    expect(await bodyAs("Text")).toBe(body.toString());
    expect(await bodyAs("Base64")).toBe(body.toString("base64"));
    const dump = ((await bodyAs("Hex")) ?? "").split("\n").map((line) => line.slice(8, 55).replaceAll(" ", ""));
    expect(dump.join("")).toBe(body.toString("hex"));
    const text = (await detail.textContent()) ?? "";
    expect(text).toContain("X-Service-Signature");
    expect(text.split(signature).length, "sent, right, and in the headers").toBeGreaterThan(3);
    expect(text).toContain(`HMAC-SHA256 of the message with the key, in hexadecimal: ${signature.slice(7)}`);
    expect(text).toContain("This browser computed the right value again (WebCrypto), with the same result.");
    expect(text).toContain("✓ The signature that was sent holds.");
    expect(text).toMatch(/took [\d.]+ ms/);

    await detail.getByText("Check it in a shell").click();
    const check = (await on.page.getByLabel("the check", { exact: true }).textContent()) ?? "";
    if (found("openssl")) expect((await run("sh", ["-c", check])).stdout.trim().slice(-64)).toBe(signature.slice(7));
    const download = on.page.waitForEvent("download");
    await on.page.getByRole("button", { name: "Save the bytes" }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(body);

    await detail.getByRole("link", { name: "Close" }).focus();
    await on.page.keyboard.press("Enter");
    await expect
      .poll(() => row(1).evaluate((link) => link === document.activeElement), { message: "the focus goes back" })
      .toBe(true);
    expect(await detail.isVisible()).toBe(false);
  });

  it("computes the signature itself, and tells when it does not agree", async () => {
    await on.bench.clientWebhook("/hook");
    await on.bench.pay();
    await open();
    await on.context.route("**/_control/deliveries/1", async (route) => {
      const response = await route.fetch();
      const detail = await response.json();
      await route.fulfill({ response, json: { ...detail, bodyBase64: btoa(`${detail.bodyText} `) } });
    });
    await row(1).click();
    await on.page.getByText("✗ This browser computed another value for these bytes:").waitFor();
    await on.page.getByText("✗ The signature that was sent does not hold").waitFor();
  });

  it("shows a retry, advances the clock to it, delivers again, and delivers nothing to the agency", async () => {
    await on.bench.clientWebhook("/hook");
    on.bench.receiver.answer((response, _, nth) =>
      status(nth === 0 ? 500 : 200, {}, nth === 0 ? "not now" : "thanks")(response),
    );
    await open();
    await press("Record and confirm", "Space");
    await rowSays(1, "pending");
    await rowSays(1, "500");
    await rowSays(1, /^due in \d+ s$/);
    await row(1).click();
    await on.page.locator("#attempts").getByText("not now").waitFor();
    await pressFor("+1 min", "The clock was advanced by 1 min: 1 attempt, 1 delivery acknowledged.");
    await rowSays(1, "delivered");
    await row(1).getByRole("img", { name: "Attempts: 2 made, 0 planned" }).waitFor();
    await on.page.locator("#attempts").getByText("thanks").waitFor();
    expect(await on.page.locator(".attempt").count()).toBe(2);
    expect(await on.page.locator("#attempts details[open]").count(), "the newest alone is unfolded").toBe(1);
    await pressFor("Redeliver", "The same bytes go out again as delivery #2, which is shown now.");
    await on.page.getByText("Delivery #2", { exact: true }).waitFor();
    await rowSays(2, "again, of #1");
    await rowSays(2, "delivered");
    expect(on.bench.receiver.received.map(({ body }) => body.toString("hex"))).toEqual(
      Array(3).fill(on.bench.receiver.received[0]?.body.toString("hex")),
    );

    await on.page.getByRole("radio", { name: "the agency", exact: true }).check();
    await on.page.getByRole("button", { name: "Record only" }).click();
    await said(/is recorded\. Confirm it under Payments\.$/);
    await pressFor(/^Confirm payment/, /no delivery, because it was paid to the agency\.$/);
    expect((await on.bench.sandbox.control.deliveries()).deliveries).toHaveLength(2);
  });

  it("goes straight to the next attempt, and filters by state", async () => {
    await on.bench.clientWebhook("/hook");
    on.bench.receiver.answer((response, _, nth) => status(nth < 3 ? 503 : 200)(response));
    await open();
    await press("Record and confirm");
    await rowSays(1, "pending");
    await row(1).click();
    for (const attempts of [2, 3, 4]) {
      await press("Advance the clock to the next attempt");
      await row(1)
        .getByRole("img", { name: `Attempts: ${attempts} made` })
        .waitFor();
    }
    await rowSays(1, "delivered");
    await on.page.getByRole("button", { name: "Advance the clock to the next attempt" }).waitFor({ state: "hidden" });
    await press(/^✗? ?failed/);
    await on.page.getByText("None is failed now.").waitFor();
    await press("all 1");
    await row(1).waitFor();
  });

  it("runs scenarios, spoils deliveries on purpose, and dispatches an app event", async () => {
    await on.bench.clientWebhook("/hook");
    await on.bench.appWebhook("/app");
    await open();
    await unfold("Scenarios");
    await on.page.getByRole("radio", { name: /burst/ }).check();
    await on.page.getByLabel("Payments burst").fill("60");
    await on.page.getByRole("button", { name: "Run" }).click();
    await said("burst: 60 payments, 60 deliveries.");
    await on.page.getByRole("button", { name: "delivered 60" }).waitFor();
    expect(await on.page.locator("a.row").count()).toBe(50);
    await press("Show older ones");
    await row(1).waitFor();
    expect(await on.page.locator("a.row").count()).toBe(60);

    await unfold("Faults");
    await on.page.getByLabel("What goes wrong").selectOption("wrong-signature");
    await pressFor("Switch on", "On for the next delivery: signature of another secret.");
    expect(await on.page.locator("#glance").textContent()).toContain(
      "Faults are on: signature of another secret (next 1).",
    );
    await press("Record and confirm");
    await row(61).click();
    await on.page.getByText("✗ The signature that was sent does not hold").waitFor();
    await on.page.getByText("! On purpose: signature of another secret").waitFor();
    await on.page.getByText("No fault is on. Deliveries are sent normally.").waitFor();
    await press("Switch on");
    await pressFor("Switch off: signature of another secret", "The fault is off.");

    await unfold("App event");
    await on.page.getByRole("textbox", { name: /^Payload/ }).fill(JSON.stringify({ note: HOSTILE }));
    await pressFor("Dispatch", "1 delivery made.");
    await row(62).click();
    await on.page.getByText("Deliveries to app webhooks carry no signature.").waitFor();
    const body = JSON.stringify({ note: HOSTILE, "@event": EVENT });
    expect(on.bench.receiver.at("/app")[0]?.body.toString()).toBe(body);
    expect(await bodyAs("Text")).toBe(body.replace("\u202e", "‹U+202E›"));
    expect(await on.page.evaluate("window.broken")).toBeUndefined();
  });

  it("shows what is hostile as text, wherever it stands", async () => {
    await on.bench.clientWebhook("/hook", { name: HOSTILE });
    await on.bench.sandbox.control.createClient(HOSTILE);
    on.bench.receiver.answer(status(400, { "x-hostile": "<b onclick=1>" }, HOSTILE));
    await open();
    await press("Record and confirm");
    await row(1).click();
    const shown = HOSTILE.replace("\u001b", "␛").replace("\u202e", "‹U+202E›");
    expect(await on.page.getByLabel("Response body of attempt 1").textContent()).toBe(shown);
    expect(await on.page.locator("#attempts").textContent()).toContain("<b onclick=1>");
    expect(await on.page.locator("#owners").textContent()).toContain(shown);
    expect(await on.page.locator("img, main script").count()).toBe(0);
    expect(await on.page.evaluate("window.broken")).toBeUndefined();
  });

  it("shows the profile with its gaps, and changes it while the sandbox runs", async () => {
    await open();
    await on.page.getByText("Every setting is at its default.").waitFor();
    await on.page.getByText("All settings").click();
    await on.page.getByLabel("Find").fill("N-6.5-01");
    const gap = on.page.locator(".gap");
    await expect.poll(() => gap.count()).toBe(1);
    expect(await gap.textContent()).toMatch(/N-6\.5-01 How many times .* assumed: .*maxAttempts = 5 default/);
    expect(await gap.getByText("default: ").count()).toBe(0);
    await press("Change maxAttempts");
    await on.page.keyboard.press("ControlOrMeta+a");
    await on.page.keyboard.type("2");
    await on.page.keyboard.press("Enter");
    await said("maxAttempts is 2 from now on.");
    expect((await on.bench.sandbox.control.profile()).profile.maxAttempts).toBe(2);
    await gap.getByText("changed").waitFor();
    await gap.getByText("default: 5").waitFor();
    expect(await on.page.locator("#differences").textContent()).toBe(
      "1 setting differs from the default: maxAttempts = 2 (N-6.5-01)",
    );
    await on.page.getByLabel("Find").fill("hexCase");
    await press("Change hexCase");
    await on.page.getByLabel("New value of hexCase").selectOption("upper");
    await pressFor("Save", "hexCase is upper from now on.");
    await on.bench.clientWebhook("/hook");
    await press("Record and confirm");
    await row(1).click();
    await on.page.getByText("(WebCrypto), with the same result.").waitFor();
    await pressFor("Set all to the default", "Every setting is at its default.");
    expect((await on.bench.sandbox.control.profile()).differences).toEqual([]);
  });

  it("deletes everything only after it asked", async () => {
    await on.bench.clientWebhook("/hook");
    await on.bench.pay();
    await open({}, "#delivery-1");
    await on.page.locator("#detail-title").waitFor();
    await press("Reset …");
    await on.page.getByRole("dialog", { name: "Delete everything?" }).waitFor();
    expect(await on.page.evaluate("document.activeElement.id")).toBe("keep");
    await on.page.keyboard.press("Escape");
    expect((await on.bench.sandbox.control.state()).clientWebhooks).toHaveLength(1);
    await press("Reset …");
    await pressFor("Delete everything", "Everything was deleted.");
    await on.page.locator("#glance").getByText("No webhook is registered yet").waitFor();
    expect(await on.page.locator("a.row").count()).toBe(0);
    expect(await on.page.locator("#detail").isVisible()).toBe(false);
  });

  it("tells when the connection is lost, and goes on with what it missed", async () => {
    await open();
    const port = Number(new URL(on.bench.sandbox.baseUrl).port);
    await on.bench.sandbox.stop();
    await on.page.getByText("○ connection lost, trying again …").waitFor();
    const next = await startSandbox({ port, profile: "strict", clock: "virtual", overrides: { authPort: "same" } });
    try {
      await next.control.createPayment();
      await on.page.getByText("● live").waitFor();
      await on.page.locator("#payment-list").getByText("to the client").waitFor();
      await on.page.locator("#differences").getByText("settings differ from the default").waitFor();
    } finally {
      await on.context.close();
      await next.stop();
    }
    on.noise = on.noise.filter(
      (text) => !/ERR_(CONNECTION_REFUSED|INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE)/.test(text),
    );
  });

  it("holds no connection while nobody sees it, and then shows what it missed", async () => {
    const show = (visible: boolean) =>
      on.page.evaluate(`Object.defineProperty(document, "hidden", { configurable: true, value: ${!visible} });
        document.dispatchEvent(new Event("visibilitychange"));`);
    await open();
    const closed = on.page.waitForEvent("requestfailed", (request) => request.url().includes("/_control/events"));
    await show(false);
    await closed;
    await on.bench.sandbox.control.createPayment();
    await show(true);
    await on.page.locator("#payment-list").getByText("to the client").waitFor();
  });

  it("leads to the authorization page of the profile, which accepts its parameters, and to the reference", async () => {
    await on.bench.sandbox.control.setProfile({
      pkce: "required",
      state: "required",
      scopeParameter: "permissions",
      operationScopes: { createClientWebhook: ["webhooks:write"] },
    });
    await open();
    const href = (await on.page.getByRole("link", { name: "Open the authorization page" }).getAttribute("href")) ?? "";
    const answer = await fetch(href, { redirect: "manual" });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("webhooks:write")]);
    const reference = await on.page.getByRole("link", { name: "Reference" }).getAttribute("href");
    expect((await fetch(on.bench.sandbox.baseUrl + reference)).status).toBe(200);
  });

  it("can be walked through by the keyboard, in the order of the page, with the focus always to be seen", async () => {
    await on.bench.clientWebhook("/hook");
    await on.bench.pay();
    await open({}, "#delivery-1");
    await on.page.locator("#detail-title").waitFor();
    await on.page.evaluate("document.activeElement.blur(); document.body.tabIndex = -1; document.body.focus()");
    const seen: { place: number; outlined: boolean; name: string }[] = [];
    for (;;) {
      await on.page.keyboard.press("Tab");
      const one = await on.page.evaluate(() => {
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
      "Scenarios",
      "Faults",
      "App event",
      "find",
      "Payment",
      "Attempt 1",
      "Redeliver",
      "Switch off",
      "Reset",
    ]) {
      expect(seen.map((one) => one.name).join("\n")).toContain(name);
    }
  });

  it.each(LOOKS)(
    "has nothing that axe finds and nothing that overflows: %s, %d pixels wide",
    async (colorScheme, width) => {
      const { id } = await on.bench.clientWebhook("/a-path-that-is-rather-long/".padEnd(300, "and-longer-"));
      await on.bench.clientWebhook("/off");
      await on.bench.sandbox.control.setClientWebhookActive(id + 1, false);
      await on.bench.appWebhook("/app");
      await on.bench.sandbox.control.setProfile({ maxAttempts: 1 });
      on.bench.receiver.answer(status(500, { "x-long": "x".repeat(400) }, "y".repeat(4000)));
      await on.bench.pay();
      await on.bench.sandbox.control.createPayment();
      await on.bench.sandbox.control.setFaults([{ kind: "slow", next: 3 }]);
      await open({ colorScheme, viewport: { width, height: 844 }, reducedMotion: "reduce" }, "#delivery-1");
      await rowSays(1, "failed");
      await on.page.locator("#detail-title").waitFor();
      await on.page.getByRole("button", { name: "Copy as curl" }).last().click();
      await on.page.getByLabel("the commands", { exact: true }).waitFor();
      await on.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
      await on.page.getByRole("button", { name: "Hex", exact: true }).click();
      await press("Change tokenHeader");
      expect(await on.page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      expect(await violations()).toEqual([]);
    },
  );

  it.each(["light", "dark"] as const)(
    "has nothing that axe finds while forms show errors, a receiver is inside, and a code is exchanged: %s",
    async (colorScheme) => {
      await on.bench.sandbox.control.useReceiver();
      await on.bench.sandbox.control.setReceiverAnswer("unseen");
      await on.bench.sandbox.control.run("wrong-signature");
      await open({ colorScheme, reducedMotion: "reduce" }, "#delivery-1");
      await on.page.locator("#alarm").getByText("✗ Your receiver accepted").waitFor();
      await on.page.getByLabel("URL", { exact: true }).fill("http://localhost:3000/x");
      await on.page.locator("#verdict").getByText("url_host_loopback").waitFor();
      await press("Register");
      await on.page.locator("#said.error").waitFor();
      expect(await violations(), "the URL").toEqual([]);
      await on.page.getByRole("textbox", { name: "From" }).fill("https://pay.example.com");
      await on.page.getByRole("textbox", { name: "To", exact: true }).fill("http://192.168.1.7");
      await press("Add the forward");
      await on.page.locator("#add-forward .field-error").waitFor();
      await on.page.getByText("All settings").click();
      await press("Change maxAttempts");
      await on.page.locator("#gaps form").evaluate((form) => {
        (form as HTMLFormElement).noValidate = true;
      });
      await on.page.getByLabel("New value of maxAttempts").fill("0");
      await press(/^Save$/);
      await on.page.locator("#gaps .field-error").getByText("maxAttempts").waitFor();
      expect(await violations(), "forward and setting").toEqual([]);

      const approval = (await (await fetch(`${on.bench.sandbox.baseUrl}/_control/oauth/link`)).json()).url;
      await on.page.goto(approval);
      expect(await violations(), "approval").toEqual([]);
      await on.page.getByRole("button", { name: /approve/i }).click();
      await on.page.getByRole("heading", { name: "The customer approved" }).waitFor();
      expect(await violations(), "callback").toEqual([]);
      await press("Exchange the code for tokens");
      await on.page.getByRole("heading", { name: "Tokens" }).waitFor();
      await on.page.getByText("access_token", { exact: true }).waitFor();
      expect(await violations(), "tokens").toEqual([]);
      on.noise = on.noise.filter((text) => !/\b4(00|22)\b/.test(text));
    },
  );
});
