/** axe over every state of the console and of the pages beside it, in both themes, at a desk and on a phone. */

import { describe, expect, it } from "vitest";
import { CHROMIUM, SKIP } from "../../support/chromium.ts";
import { LOOKS, useConsole } from "./console-page.ts";

describe.skipIf(!CHROMIUM)(`the states of the console${SKIP}`, () => {
  const on = useConsole();
  const found: string[] = [];
  const look = async (state: string) => {
    const faults = await on.violations();
    const over = (await on.page.evaluate("document.documentElement.scrollWidth - innerWidth")) as number;
    found.push(...faults.map((one) => `${state}: ${one}`), ...(over > 0 ? [`${state}: ${over} px too wide`] : []));
  };

  it.each(LOOKS)("have nothing that axe finds: %s, %i pixels wide", async (colorScheme, width) => {
    const { press, row, rowSays, unfold, pressFor } = on;
    const { control } = on.bench.sandbox;
    found.length = 0;
    const page = await on.open({ colorScheme, viewport: { width, height: 844 }, reducedMotion: "reduce" });
    await look("empty");
    await pressFor("Use the receiver inside the sandbox", /leads to the receiver inside/);
    await look("a receiver inside, and a message");
    await press("Record and confirm");
    await rowSays(1, "delivered");
    await row(1).click();
    await page.locator("#detail-title").waitFor();
    for (const view of ["Text", "Hex", "Base64"]) {
      await press(view);
      await look(`a delivery, as ${view}`);
    }
    await page.getByRole("link", { name: /all deliveries/ }).click();
    await page.locator("#detail-title").getByText("Payment").waitFor();
    await look("a payment over its webhooks");
    await control.setReceiverAnswer("unseen");
    await control.run("wrong-signature");
    await page.locator("#alarm, .alarm").first().waitFor();
    await look("an accepted forgery");
    await control.setReceiverAnswer("500");
    await press("Record and confirm");
    await page.locator("#glance").getByText("will be retried").waitFor();
    await look("a pending delivery");
    for (const by of ["+1 min", "+1 h", "+1 day", "+1 day"]) {
      await pressFor(by, /^✓ The clock was advanced by/);
    }
    await look("a clock that is ahead");
    await page.locator("#find").fill("no such thing");
    await page.locator("#empty").getByText("None has").waitFor();
    await look("a search without results");
    await page.locator("#find").fill("");
    for (const name of ["Scenarios", "Faults", "App event"]) {
      await unfold(name);
      await look(name);
    }
    await page.getByText("All settings").click();
    await look("all settings");
    await press("Change maxAttempts");
    await look("the form of a setting");
    await press("Register");
    await page.locator("#registered h3").waitFor();
    await look("a registered webhook");
    await press("Reset …");
    await look("the question before everything is deleted");
    await page.keyboard.press("Escape");

    for (const path of ["/authorize", "/_console/callback", "/_docs/"]) {
      await page.goto(on.bench.sandbox.baseUrl + path);
      await look(path);
    }
    await page.goto(on.bench.sandbox.baseUrl);
    expect(new URL(page.url()).pathname).toMatch(/^\/_console/);
    on.noise = on.noise.filter((text) => !/\b4(00|04|22)\b|ERR_INCOMPLETE|ERR_ABORTED/.test(text));
    expect(found).toEqual([]);
  });
});
