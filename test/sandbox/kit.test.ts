/** The members of a sandbox for tests: three lines that do the same with every profile. */

import { afterEach, expect, it } from "vitest";
import { itemsOf } from "../../src/client/index.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import { verifySignature } from "../../src/signature/node.ts";
import { ORIGIN, PROFILES, type Receiver, startReceiver, status } from "./support.ts";

let sandbox: Sandbox;
let receiver: Receiver;
afterEach(async () => {
  await sandbox.stop();
  await receiver.stop();
});

it.each(PROFILES)("registers, pays and settles with the profile %s", async (profile) => {
  receiver = await startReceiver();
  sandbox = await startSandbox({ profile, clock: "virtual", forward: { [ORIGIN]: receiver.url } });
  const client = await sandbox.client();
  const { apps } = await sandbox.control.state();
  await sandbox.registerAppWebhook();
  expect(itemsOf(await client.listAppWebhooks(apps[0]?.appId ?? ""))).toHaveLength(1);

  const { secret, active } = await sandbox.registerWebhook();
  expect(active).toBe(true);
  receiver.answer((response, _, nth) => status(nth === 0 ? 500 : 204)(response));
  const { payment, deliveries } = await sandbox.payAndSettle({ amount: 7 });
  expect(deliveries.map(({ state, attempts }) => [state, attempts.map((one) => one.status)])).toEqual([
    ["delivered", [500, 204]],
  ]);
  const [received] = receiver.at("/payments");
  const signature = received?.headers["x-service-signature"] as string;
  expect(verifySignature(received?.body ?? Buffer.of(), signature, secret)).toBe(true);
  expect(JSON.parse(received?.body.toString() ?? "")).toMatchObject({ id: payment.id, amount: 7 });
});

it("gives a client that works after the clock advanced, and after a reset", async () => {
  receiver = await startReceiver();
  receiver.answer((response) => status(500)(response));
  sandbox = await startSandbox({ clock: "virtual", forward: { [ORIGIN]: receiver.url } });
  const client = await sandbox.client();
  const { apps } = await sandbox.control.state();
  const list = async () => itemsOf(await client.listAppWebhooks(apps[0]?.appId ?? "")).length;
  await sandbox.control.advance(30 * 24 * 60 * 60);
  expect(await list()).toBe(0);
  await sandbox.control.reset();
  expect(await list()).toBe(0);
});

it("gives the reason when a URL may not be registered", async () => {
  receiver = await startReceiver();
  sandbox = await startSandbox();
  await expect(sandbox.registerWebhook({ url: receiver.url })).rejects.toMatchObject({ code: "control_refused" });
  expect(await sandbox.control.checkUrl(receiver.url)).toMatchObject({ ok: false, code: "url_host_loopback" });
  expect(await sandbox.control.checkUrl(`${ORIGIN}/a`)).toMatchObject({ ok: true, origin: ORIGIN });
});

it("adds and removes forwards while it runs, to this machine alone", async () => {
  receiver = await startReceiver();
  sandbox = await startSandbox({ clock: "virtual", forward: {} });
  await sandbox.control.addForward(ORIGIN, receiver.url);
  await sandbox.registerWebhook();
  expect((await sandbox.payAndSettle()).deliveries.map(({ state }) => state)).toEqual(["delivered"]);
  await expect(sandbox.control.addForward(ORIGIN, "http://192.168.1.7:80")).rejects.toThrow(/forward/);
  expect(await sandbox.control.removeForward(ORIGIN)).toEqual({});
});
