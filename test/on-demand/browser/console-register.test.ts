/** Registering by a click, forwards that come and go, and the receiver inside the sandbox. */

import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { CHROMIUM, SKIP } from "../../support/chromium.ts";
import { stopping } from "../../support/stopping.ts";
import { useConsole } from "./console-page.ts";

describe.skipIf(!CHROMIUM)(`registering in the console${SKIP}`, () => {
  const on = useConsole();
  const { open, said, row, rowSays, press, pressFor } = on;
  const verdict = () => on.page.locator("#verdict");
  const url = () => on.page.getByLabel("URL", { exact: true });

  it("judges the URL at once, registers by a click, and shows the secret once, to copy and to export", async () => {
    await open({ permissions: ["clipboard-read", "clipboard-write"] });
    await verdict().getByText("✓ This URL may be registered.").waitFor();
    await url().fill("ftp://hooks.example.com/x");
    await verdict().getByText("✗").waitFor();
    await verdict().getByText("url_scheme").waitFor();
    await press("Register");
    await on.page.locator("#said.error").getByText("This URL may not be registered.").waitFor();
    expect(await on.page.locator("#said a").getAttribute("href")).toBe("#verdict");
    expect(await url().getAttribute("aria-invalid")).toBe("true");
    expect(await on.page.evaluate("document.activeElement.name")).toBe("url");
    await press("Close the message");
    on.noise = on.noise.filter((text) => !text.includes("422"));
    await url().fill("https://hooks.example.com/payments");
    await verdict().getByText(`It is delivered to ${on.bench.receiver.url}.`).waitFor();
    await pressFor("Register", "The client webhook 1 is registered.");
    const [webhook] = (await on.bench.sandbox.control.state()).clientWebhooks;
    const registered = on.page.locator("#registered");
    expect(await registered.locator("pre").textContent()).toBe(`export WEBHOOK_SECRET=${webhook?.secret}`);
    await pressFor("Copy the secret", "Copied: the secret.");
    expect(await on.page.evaluate("navigator.clipboard.readText()")).toBe(webhook?.secret);
    await press("Record and confirm");
    await rowSays(1, "delivered");
    const [{ headers, body } = { headers: {} as Record<string, unknown>, body: Buffer.of() }] =
      on.bench.receiver.at("/payments");
    const digest = createHmac("sha256", webhook?.secret ?? "")
      .update(body)
      .digest("hex");
    expect(headers["x-service-signature"]).toBe(`sha256=${digest}`);
  });

  it("offers a public URL with a forward in place of a local one, for a client and for an App", async () => {
    await open();
    const local = on.bench.receiver.url.replace("127.0.0.1", "localhost");
    const { port } = new URL(local);
    await on.page.locator("#register").getByRole("combobox").selectOption({ label: "App 7: Bookkeeping" });
    await url().fill(`${local}/app`);
    await press(`Use https://hooks-${port}.example.com/app, and forward it to ${local}`);
    await verdict().getByText(`It is delivered to ${local}.`).waitFor();
    await pressFor("Register", "The app webhook 1 is registered.");
    await on.page.getByText("Deliveries to app webhooks are not signed, so it has no secret.").waitFor();
    await on.bench.sandbox.control.dispatch(7);
    await rowSays(1, "delivered");
    expect(on.bench.receiver.at("/app")).toHaveLength(1);
  });

  it("adds and removes forwards while it runs, and refuses those that lead elsewhere", async () => {
    await open();
    const forwards = on.page.locator("#forwards");
    await on.page.getByRole("textbox", { name: "From" }).fill("https://pay.example.com");
    await on.page.getByRole("textbox", { name: "To", exact: true }).fill("http://192.168.1.7:3000");
    await press("Add the forward");
    await on.page.locator("#said.error").getByText("forward_not_allowed").waitFor();
    const at = on.page.locator("#add-forward .field-error");
    await at.getByText("forward_not_allowed").waitFor();
    expect(await on.page.evaluate("document.activeElement.name")).toBe("to");
    expect(await on.page.getByRole("link", { name: "Show the field" }).getAttribute("href")).toBe("#add-forward-to");
    for (const [origin, to, named, text] of [
      ["https://pay.example.com", "http://127.0.0.1:3000/hook", "to", "no path"],
      ["https://pay.example.com/x", "http://127.0.0.1:3000", "origin", "no path"],
      ["http://localhost:3000", "http://127.0.0.1:3000", "origin", "url_host_loopback"],
    ] as const) {
      await on.page.getByRole("textbox", { name: "From" }).fill(origin);
      await on.page.getByRole("textbox", { name: "To", exact: true }).fill(to);
      await press("Add the forward");
      await at.getByText(text).waitFor();
      expect(await on.page.locator("#add-forward [aria-describedby]").getAttribute("name")).toBe(named);
      expect(await at.count(), "that of before is gone").toBe(1);
    }
    await on.page.getByRole("textbox", { name: "From" }).fill("https://pay.example.com");
    await press("Close the message");
    await on.page.locator("#said").waitFor({ state: "hidden" });
    await on.page.getByRole("textbox", { name: "To", exact: true }).fill("http://127.0.0.1:3000");
    await press("Add the forward");
    await forwards.getByText("https://pay.example.com is delivered to http://127.0.0.1:3000").waitFor();
    await press("Remove the forward of https://pay.example.com");
    await said("https://pay.example.com is not forwarded any more.");
    expect(Object.keys(await on.bench.sandbox.control.forwards())).toEqual(["https://hooks.example.com"]);
    on.noise = on.noise.filter((text) => !text.includes("400"));
  });

  it("tells the whole story with the receiver inside: verified, refused, retried, accepted unseen", async () => {
    const { control } = on.bench.sandbox;
    await open();
    await pressFor("Use the receiver inside the sandbox", "The client webhook 1 leads to the receiver inside.");
    await press("Record and confirm");
    await rowSays(1, "204");
    await control.run("wrong-signature");
    await rowSays(2, "401");
    await control.advance(10);
    await rowSays(2, "204");
    const answers = on.page.getByLabel("The receiver inside answers");
    for (const [answer, shown] of [
      ["200", "200"],
      ["404", "404"],
      ["500", "500"],
    ] as const) {
      await answers.selectOption(answer);
      await said("The receiver inside answers from now on");
      await expect.poll(async () => (await control.state()).receiver?.answer).toBe(answer);
      const { deliveries } = await control.createPayment({ confirmed: true });
      await rowSays(deliveries[0] ?? 0, shown);
    }
    await answers.selectOption("unseen");
    await expect.poll(async () => (await control.state()).receiver?.answer).toBe("unseen");
    await control.run("wrong-signature");
    await on.page.locator("#glance").getByText("accepted a delivery whose signature does not hold").waitFor();
    await row(6).waitFor();
  });
});

it("the receiver inside gives no answer when told so, answers slowly, and ends with the sandbox", async () => {
  await using sandbox = stopping(await startSandbox({ overrides: { timeoutSeconds: 1, maxAttempts: 1 } }));
  await sandbox.control.useReceiver();
  for (const [answer, error] of [
    ["none", "timeout"],
    ["slow", "timeout"],
    ["204", null],
  ] as const) {
    await sandbox.control.setReceiverAnswer(answer);
    const { deliveries } = await sandbox.control.createPayment({ confirmed: true });
    await sandbox.control.settle();
    expect([answer, (await sandbox.control.delivery(deliveries[0] ?? 0)).error]).toEqual([answer, error]);
  }
  const again = await sandbox.control.useReceiver();
  expect([again.id, (await sandbox.control.state()).clientWebhooks.length]).toEqual([1, 1]);
});
