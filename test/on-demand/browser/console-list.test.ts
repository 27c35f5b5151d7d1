/**
 * The list of the console and the pane next to it: at every width, by keys, with hundreds of deliveries, and what is
 * wrong on top.
 */

import { describe, expect, it } from "vitest";
import { status } from "../../sandbox/support.ts";
import { CHROMIUM, SKIP } from "../../support/chromium.ts";
import { useConsole } from "./console-page.ts";
import { playgroundFiles } from "./playground-page.ts";

const WIDTHS = [390, 1000, 1024, 1100, 1280, 1400];

describe.skipIf(!CHROMIUM)(`the list of the console${SKIP}`, () => {
  const on = useConsole();
  const { open, said, row, rowSays, press, pressFor } = on;
  const focused = () => on.page.evaluate(() => document.activeElement?.getAttribute("href"));

  it("has rows of one height at every width, however long a URL and an answer are", async () => {
    const { bench } = on;
    await bench.clientWebhook(`/hook?${"q".repeat(2000)}`);
    await bench.pay();
    await bench.clientWebhook("/other");
    await bench.sandbox.control.run("wrong-signature");
    bench.receiver.answer((response) => response.socket?.destroy());
    await bench.sandbox.control.createPayment({ confirmed: true, amount: Number.MIN_SAFE_INTEGER });
    await bench.sandbox.control.settle();
    bench.receiver.answer((response) => response.writeHead(500).end());
    await bench.appWebhook("/app", { responseHandlingType: 1 });
    await bench.sandbox.control.dispatch(bench.appIri);
    await bench.sandbox.control.settle();
    await open();
    await rowSays(5, "connection closed");
    await on.page.locator("a.row .state", { hasText: "(✓)" }).waitFor();
    const measure = async (state: string) => {
      for (const width of WIDTHS) {
        await on.page.setViewportSize({ width, height: 900 });
        const heights = await on.page
          .locator("a.row")
          .evaluateAll((rows) => [...new Set(rows.map((one) => Math.round(one.getBoundingClientRect().height)))]);
        expect([state, width, heights], "one height, of two lines").toEqual([state, width, [54]]);
        const cut = await on.page
          .locator("a.row .state")
          .evaluateAll((words) =>
            words.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
          );
        expect(cut, "states that are cut").toEqual([]);
        expect(await on.page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      }
    };
    await measure("none is open");
    await row(5).click();
    await on.page.locator("#detail-title").waitFor();
    await measure("a delivery is open");
  });

  it("opens a delivery beside the list from 1200 pixels, and below that at the top of the view", async () => {
    await on.bench.clientWebhook("/hook");
    await on.bench.pay();
    await open({ viewport: { width: 1200, height: 900 } });
    const boxes = async () => {
      await on.page.locator("#detail-title").waitFor();
      const list = await on.page.locator("#deliveries").boundingBox();
      const detail = await on.page.locator("#detail").boundingBox();
      return { list: list ?? { x: 0, y: 0, width: 0 }, detail: detail ?? { x: 0, y: 0, width: 0 } };
    };
    await row(1).click();
    const beside = await boxes();
    expect(beside.detail.x).toBeGreaterThan(beside.list.x + beside.list.width);
    expect(beside.detail.y).toBe(beside.list.y);
    for (const width of [1024, 390]) {
      await on.page.setViewportSize({ width, height: 900 });
      await on.page.getByRole("link", { name: "Close" }).click();
      await row(1).click();
      const below = await boxes();
      expect(below.detail.x).toBe(below.list.x);
      expect(Math.abs(below.detail.y)).toBeLessThan(20);
    }
  });

  it("leads from row to row by keys, to the search and back", async () => {
    await on.bench.clientWebhook("/hook");
    for (let i = 0; i < 3; i++) await on.bench.pay();
    await open();
    await row(3).focus();
    await on.page.keyboard.press("ArrowDown");
    await on.page.getByText("Delivery #2", { exact: true }).waitFor();
    expect(await focused()).toBe("#delivery-2");
    await on.page.keyboard.press("j");
    await on.page.getByText("Delivery #1", { exact: true }).waitFor();
    await on.page.keyboard.press("j");
    await on.page.keyboard.press("k");
    await on.page.getByText("Delivery #2", { exact: true }).waitFor();
    await press("↓ Next");
    await on.page.getByText("Delivery #1", { exact: true }).waitFor();
    await on.page.keyboard.press("Escape");
    await on.page.locator("#detail").waitFor({ state: "hidden" });
    expect(await focused()).toBe("#delivery-1");
    await on.page.keyboard.press("/");
    await on.page.keyboard.type("j nothing has this");
    await on.page.getByText("None has “j nothing has this” in path, id, status or body.").waitFor();
  });

  it("finds deliveries by path, payment, id and status", async () => {
    await on.bench.clientWebhook("/apples");
    const first = await on.bench.pay();
    await on.bench.clientWebhook("/pears");
    on.bench.receiver.answer(status(503));
    await on.bench.pay();
    await on.bench.sandbox.control.settle();
    await open();
    await row(3).waitFor();
    const shows = async (text: string, ids: number[]) => {
      await on.page.getByLabel("Search deliveries").fill(text);
      const hrefs = () => on.page.locator("a.row").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
      await expect.poll(hrefs, { message: text }).toEqual(ids.map((id) => `#delivery-${id}`));
    };
    await shows("pears", [3]);
    await shows("503", [3, 2]);
    await shows(`apples ${first}`, [1]);
    await shows("#2", [2]);
    await shows("", [3, 2, 1]);
  });

  it("shows the attempts of a payment at all its webhooks on one scale, made and planned", async () => {
    await on.bench.clientWebhook("/one");
    await on.bench.clientWebhook("/two");
    on.bench.receiver.answer((response, { path }) => status(path === "/one" ? 204 : 500)(response));
    const payment = await on.bench.pay();
    await on.bench.sandbox.control.settle();
    await open({}, `#payment-${payment}`);
    const lines = on.page.locator(".fall");
    await expect.poll(() => lines.count()).toBe(2);
    expect(await lines.first().getByRole("listitem").count()).toBe(1);
    const second = lines.nth(1).getByRole("listitem");
    await expect
      .poll(() => second.allTextContents())
      .toEqual([
        "✗Attempt 1, 500, at 0 s",
        "○Attempt 2, planned, at +5 s",
        "○Attempt 3, planned, at +35 s",
        "○Attempt 4, planned, at +2.6 min",
        "○Attempt 5, planned, at +12.6 min",
      ]);
    const lefts = await second.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
    await lines.nth(1).getByRole("link").click();
    await on.page.getByText("Delivery #2", { exact: true }).waitFor();
    expect(await on.page.locator("#time-line").getByRole("listitem").count()).toBe(5);
  });

  it("tells first of an accepted forgery, then what failed, then what waits, each until it is cured", async () => {
    const { bench } = on;
    const { control } = bench.sandbox;
    const { secret } = await bench.clientWebhook("/hook");
    await control.run("wrong-signature");
    await control.settle();
    await control.setProfile({ maxAttempts: 1 });
    bench.receiver.answer(status(500));
    await bench.pay();
    await control.settle();
    await control.setProfile({ maxAttempts: 5 });
    await bench.pay();
    await control.settle();
    await open();
    const glance = on.page.locator("#glance");
    await glance.getByText("accepted a delivery whose signature does not hold").waitFor();
    const parts = await glance.locator("> *").allTextContents();
    expect(parts).toEqual([
      expect.stringMatching(/^✗ Your receiver accepted a delivery whose signature does not hold: #1\./),
      expect.stringMatching(/^✗ 1 delivery failed: #2\./),
      expect.stringMatching(/^○ 1 delivery will be retried: #3\./),
    ]);
    await rowSays(1, "accepted");
    expect(await row(1).locator(".state").textContent()).toBe("✗ accepted");
    expect(await on.page.getByRole("button", { name: /delivered/ }).innerText()).toBe("✓ delivered 0 ✗ accepted 1");
    expect(await row(1).locator(".good").count(), "nothing green").toBe(0);

    await glance.getByRole("link", { name: "#1" }).click();
    const alarm = on.page.locator("#alarm");
    await alarm.getByText("✗ Your receiver accepted").waitFor();
    expect(await on.page.locator("#detail-body > *").first().getAttribute("id"), "on top").toBe("alarm");
    const [sent, right] = await alarm.locator("dd").allTextContents();
    const [first] = bench.receiver.received;
    expect(sent).toBe(first?.headers["x-service-signature"]);
    const { signature } = await control.delivery(1);
    expect([right, signature?.secret]).toEqual([signature?.value, secret]);

    bench.receiver.answer(status(204));
    await control.redeliver(2);
    await control.advance(10);
    await glance.getByText("will be retried").waitFor({ state: "hidden" });
    expect(await glance.textContent()).not.toContain("failed");
    bench.receiver.answer(status(401));
    await control.run("wrong-signature");
    await glance.getByText("does not hold").waitFor({ state: "hidden" });
  });

  it("prints light what is wrong, the list and each attempt of the open delivery, no forms or secrets", async () => {
    const { bench } = on;
    const { secret } = await bench.clientWebhook("/hook");
    bench.receiver.answer(status(500));
    await bench.pay();
    await bench.sandbox.control.settle();
    await bench.sandbox.control.advance(6);
    await open({ colorScheme: "dark", viewport: { width: 794, height: 1100 } }, "#delivery-1");
    await rowSays(1, "500");
    expect(await on.page.locator("#glance").evaluate((one) => getComputedStyle(one).borderInlineStartColor)).toBe(
      await on.page
        .locator("#glance .wait")
        .first()
        .evaluate((one) => getComputedStyle(one).color),
    );
    await on.page.emulateMedia({ media: "print", colorScheme: "dark" });
    const paper = await on.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(paper).toBe("rgb(255, 255, 255)");
    for (const part of ["#pay", "#register", "#profile", "nav"])
      expect(await on.page.locator(part).isVisible()).toBe(false);
    for (const part of ["#glance", "#list", "#time-line"]) expect(await on.page.locator(part).isVisible()).toBe(true);
    expect(await on.page.locator(".attempt").count()).toBe(2);
    for (const attempt of await on.page.locator(".attempt").all())
      expect(
        await attempt
          .getByText(/Response 500|same request/i)
          .first()
          .isVisible(),
      ).toBe(true);
    expect(await on.page.getByText(secret).filter({ visible: true }).count()).toBe(0);
  });

  it("edits and sends: re-signed, with the signature of the body before, and shows the new one", async () => {
    await on.bench.clientWebhook("/hook");
    await on.bench.pay();
    await open({}, "#delivery-1");
    await on.page.locator("summary").filter({ hasText: "Edit and send" }).click();
    await on.page.getByLabel("Edited body").fill('{"amount":1}');
    await press("Send");
    await on.page.getByText("Delivery #2", { exact: true }).waitFor();
    await on.page.getByText("✓ The signature that was sent holds.").waitFor();
    expect(on.bench.receiver.received[1]?.body.toString()).toBe('{"amount":1}');

    await on.page.locator("summary").filter({ hasText: "Edit and send" }).click();
    await on.page.getByLabel("Edited body").fill('{"amount":2}');
    await on.page.locator("#detail").getByRole("combobox").selectOption("other-body");
    await press("Send");
    await on.page.getByText("Delivery #3", { exact: true }).waitFor();
    await on.page.locator("#alarm").getByText("✗ Your receiver accepted").waitFor();
    const [, second, third] = on.bench.receiver.received;
    expect(third?.body.toString()).toBe('{"amount":2}');
    expect(third?.headers["x-service-signature"], "that of the body before").toBe(
      second?.headers["x-service-signature"],
    );
  });

  it("copies a delivery as curl, which the receiver takes, and as a fixture", async () => {
    const { secret } = await on.bench.clientWebhook("/hook");
    await on.bench.pay();
    await open({ permissions: ["clipboard-read", "clipboard-write"] }, "#delivery-1");
    const clipboard = () => on.page.evaluate("navigator.clipboard.readText()") as Promise<string>;
    const [first] = on.bench.receiver.received;
    await on.page.locator("#detail").getByRole("button", { name: "Copy as a fixture" }).click();
    await said("Copied: as a fixture.");
    const fixture = JSON.parse(await clipboard());
    expect(Buffer.from(fixture.bodyBase64, "base64")).toEqual(first?.body);
    expect([fixture.secret, fixture.url, fixture.headers["X-Service-Signature"]]).toEqual([
      secret,
      "https://hooks.example.com/hook",
      first?.headers["x-service-signature"],
    ]);
    await on.page.locator("#detail").getByRole("button", { name: "Copy as curl" }).click();
    await said("Copied: as curl.");
    const curl = await clipboard();
    expect(curl).toContain(`${on.bench.receiver.url}/hook`);
    expect(curl).toContain(`X-Service-Signature: ${first?.headers["x-service-signature"]}`);
    expect(curl).toContain(`--data-raw '${first?.body}'`);
  });

  it("opens a delivery in the playground, with its secret only if a person says so", async () => {
    const { secret } = await on.bench.clientWebhook("/hook");
    await on.bench.pay();
    const { "/": page, ...files } = await playgroundFiles();
    await open({}, "#delivery-1");
    // The site need not be built for this: the browser gets the page of the playground from here.
    const asked: string[] = [];
    for (const [path, [contentType, body]] of Object.entries({
      ...files,
      "/_docs/playground/": page as [string, string],
    }))
      await on.context.route(`**${path}`, (route) =>
        route.fulfill({ contentType: `${contentType}; charset=utf-8`, body }),
      );
    await on.context.route("**/_control/contract", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), site: true } });
    });
    on.context.on("request", (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search));
    await on.page.reload();
    const playground = async (withSecret: boolean) => {
      await on.page.locator("#detail").getByLabel("with its secret").setChecked(withSecret);
      asked.length = 0;
      const [tab] = await Promise.all([on.context.waitForEvent("page"), press("Open in the playground")]);
      const verdict = tab.locator("[data-part=verdict]");
      await expect
        .poll(() => tab.locator("#pg-body").inputValue())
        .toBe(on.bench.receiver.received[0]?.body.toString());
      await expect.poll(() => verdict.getAttribute("data-code")).toBe(withSecret ? "" : "secret_empty");
      const seen = await tab.evaluate(() => ({
        url: location.href,
        stored: sessionStorage.length + localStorage.length,
      }));
      expect(seen).toEqual({ url: `${on.bench.sandbox.baseUrl}/_docs/playground/`, stored: 0 });
      const fields = await tab
        .locator("textarea")
        .evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value));
      expect(fields.includes(secret)).toBe(withSecret);
      await tab.close();
    };
    await playground(false);
    const others = asked.filter((path) => !path.startsWith("/_control/"));
    expect(others.sort(), "the delivery goes from page to page").toEqual([
      "/_docs/playground/",
      "/script.js",
      "/style.css",
    ]);
    await playground(true);
  });

  it("never loses the focus: where a button goes away, it moves on to what is next to it", async () => {
    const at = () => on.page.evaluate("document.activeElement.dataset.key ?? document.activeElement.id");
    const { press, said } = on;
    await open();
    await pressFor("Use the receiver inside the sandbox", /leads to the receiver inside/);
    await expect.poll(at).toBe("empty");
    await press("Close the message");
    expect(await at()).toBe("empty");
    await pressFor("Record only", /is recorded/);
    await pressFor(/^Confirm payment/, /is confirmed/);
    await expect.poll(at).toMatch(/^payment-\d+$/);
    await on.page.getByRole("button", { name: "Close the message" }).focus();
    await on.page.keyboard.press("Escape");
    expect(await on.page.locator("#said").textContent()).toBe("");
    expect(await at()).toMatch(/^payment-\d+$/);
    await on.page.getByText("All settings").click();
    await press("Change maxAttempts");
    await on.page.keyboard.press("ControlOrMeta+a");
    await on.page.keyboard.type("7");
    await on.page.keyboard.press("Enter");
    await said("maxAttempts is 7 from now on.");
    await expect.poll(at).toBe("change-maxAttempts");
    await pressFor("Set maxAttempts back to the default", "maxAttempts is at its default again.");
    await expect.poll(at).toBe("change-maxAttempts");
    for (let count = 0; count < 51; count++) await on.bench.pay();
    await on.page.locator("a.row").nth(49).waitFor();
    await press("Show older ones");
    await expect.poll(() => on.page.evaluate("document.activeElement.hash")).toBe("#delivery-2");
  });

  it("tells what the clock brought, how far ahead it is, and leads back to real time", async () => {
    await on.bench.stop();
    await on.again({ clock: "real" });
    await on.bench.clientWebhook("/hook");
    on.bench.receiver.answer(status(500));
    await on.bench.pay();
    await on.bench.sandbox.control.settle();
    await open();
    await pressFor("+1 h", "The clock was advanced by 1 h: 4 attempts, 1 delivery gave up.");
    await expect.poll(() => on.page.locator("#clock-ahead").textContent()).toBe("1 h");
    await pressFor("Back to real time", "The clock shows real time again.");
    await on.page.getByRole("button", { name: "Back to real time" }).waitFor({ state: "hidden" });
    expect((await on.bench.sandbox.control.state()).clock.aheadMs).toBe(0);
  });

  it("keeps two tabs in step with 500 deliveries", async () => {
    await on.bench.clientWebhook("/hook");
    await open();
    const other = await on.context.newPage();
    await other.goto(on.page.url());
    await other.getByText("● live").waitFor();
    await on.bench.sandbox.control.run("burst", { count: 500 });
    await on.bench.sandbox.control.settle();
    for (const tab of [on.page, other]) await tab.getByRole("button", { name: "delivered 500" }).waitFor();
  });
});
