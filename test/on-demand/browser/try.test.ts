/** “Try it” in the sandbox's copy of the site. The page comes from here, because the site need not be built. */

import { describe, expect, it } from "vitest";
import { CHROMIUM, SKIP } from "../../support/chromium.ts";
import { useConsole } from "./console-page.ts";

const PAGE = `<!doctype html><html lang="en"><title>An operation</title><link rel="icon" href="data:,">
<div class="reference-samples"><starlight-tabs>samples</starlight-tabs></div>
<script type="module" src="/_console/try.js"></script>`;

describe.skipIf(!CHROMIUM)(`Try it${SKIP}`, () => {
  const on = useConsole();

  it("registers a webhook, refuses what is wrong, lists, and exchanges a code", async () => {
    await on.bench.sandbox.control.setProfile({ tokenHeader: "X-Access-Token", tokenPrefix: "" });
    await on.open();
    await on.context.route("**/_docs/api/**", (route) => route.fulfill({ contentType: "text/html", body: PAGE }));
    const answer = on.page.getByRole("status");
    const show = async (name: string) => {
      await on.page.goto(`${on.bench.sandbox.baseUrl}/_docs/api/${name}/`);
      await on.page.getByRole("heading", { name: "Try it" }).waitFor();
    };
    await show("create-client-webhook");
    await on.press("Send");
    await answer.getByText("✓ 201").waitFor();
    const [webhook] = (await on.bench.sandbox.control.state()).clientWebhooks;
    expect(JSON.parse(await on.page.getByLabel("Answer of the sandbox").innerText())).toMatchObject({
      name: "From the reference",
      secret: webhook?.secret,
    });
    await on.page.getByLabel("Body").fill('{"url":');
    await on.press("Send");
    await answer.getByText("✗ 400").waitFor();

    await show("create-app-webhook");
    await on.press("Send");
    await answer.getByText("✓ 201").waitFor();
    await show("list-app-webhooks");
    await on.press("Send");
    await answer.getByText("✓ 200").waitFor();
    expect(await on.page.getByLabel("Answer of the sandbox").innerText()).toContain(
      "https://hooks.example.com/payments",
    );
    await show("exchange-authorization-code");
    await on.press("Send");
    await answer.getByText("access_token").waitFor();
    on.noise = on.noise.filter((text) => !text.includes("400"));
  });
});
