/** A disk that is full: what was refused has not happened, and does not happen later. */

import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { OPERATIONS } from "../../../generated/constants.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { EVENT, ORIGIN, startBench, status } from "../../sandbox/support.ts";
import { scratchFolder, testFolder } from "../../support/scratch.ts";

/** SQLITE_FULL, as `node:sqlite` reports it. */
const FULL = Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 });

describe("a full disk", async () => {
  const folder = scratchFolder("sandbox-full-");
  const bench = await startBench("default", { dataDir: folder, overrides: { refreshRotation: true } });
  const { id: webhook } = await bench.clientWebhook("/hook");
  await bench.appWebhook("/app");
  let isFull = false;

  beforeEach(() => {
    isFull = false;
    const { exec } = DatabaseSync.prototype;
    vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (this: DatabaseSync, sql: string) {
      if (isFull && sql === "COMMIT") throw FULL;
      return exec.call(this, sql);
    });
  });
  afterAll(() => bench.stop());

  const full = async (refused: () => Promise<unknown>): Promise<void> => {
    isFull = true;
    await refused();
    isFull = false;
    // Attempts pause for a second after a commit that failed.
    await new Promise((resolve) => setTimeout(resolve, 1100));
  };
  const everything = async () => {
    const { control } = bench.sandbox;
    return {
      ...(await control.state()),
      list: (await control.deliveries()).deliveries,
      profile: await control.profile(),
    };
  };
  const post = (path: string, body: object) => async () => {
    const headers = { "content-type": "application/json" };
    const url = `${bench.sandbox.baseUrl}/_control/${path}`;
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    expect([response.status, (await response.json()).code]).toEqual([500, "storage_failed"]);
  };
  const refusedBy = (work: () => Promise<unknown>) => () =>
    expect(work()).rejects.toMatchObject({ code: "control_refused" });

  it.each<[string, () => () => Promise<unknown>]>([
    ["a payment that is confirmed", () => post("payments", { confirmed: true })],
    ["a payment", () => post("payments", {})],
    ["a case file", () => post("case-files", {})],
    ["a client", () => post("clients", { name: "x" })],
    ["an App", () => post("apps", { name: "x" })],
    ["a client webhook of the control", () => post("client-webhooks", { url: `${ORIGIN}/new` })],
    ["an app webhook of the control", () => post("app-webhooks", { webhookUrl: `${ORIGIN}/new` })],
    ["a scenario", () => post("scenarios/burst", { count: 3 })],
    ["a dispatch", () => post("apps/7/dispatch", {})],
    ["an advance of the clock", () => post("clock/advance", { seconds: 60 })],
    ["a reset", () => post("reset", {})],
    ["the receiver inside the sandbox", () => post("receiver", {})],
    ["a code of the driver", () => () => expect(bench.sandbox.driver.credentials()).rejects.toThrow(/could not store/)],
    [
      "a payment of a driver over HTTP",
      () => async () => {
        const body = JSON.stringify({ paidTo: "client", client: bench.clientIri });
        const url = `${bench.sandbox.baseUrl}/_control/driver/confirmPayment`;
        const headers = { "content-type": "application/json" };
        expect((await fetch(url, { method: "POST", headers, body })).status).toBe(500);
      },
    ],
    ["a switch", () => refusedBy(() => bench.sandbox.control.setClientWebhookActive(webhook, false))],
    ["a setting", () => refusedBy(() => bench.sandbox.control.setProfile({ maxAttempts: 2 }))],
    ["a fault", () => refusedBy(() => bench.sandbox.control.setFaults([{ kind: "drop", next: 1 }]))],
    [
      "a client webhook of the API",
      () => async () => {
        const body = { client: bench.clientIri, name: "n", events: [EVENT], url: `${ORIGIN}/new` };
        expect((await bench.post(OPERATIONS.createClientWebhook.path, body, await token)).status).toBe(503);
      },
    ],
  ])("takes back %s", async (_name, refuse) => {
    token = await bench.auth();
    await changesNothing(refuse);
  });
  let token: Record<string, string>;

  async function changesNothing(refuse: () => () => Promise<unknown>): Promise<void> {
    const before = await everything();
    const received = bench.receiver.received.length;
    await full(refuse());
    await bench.sandbox.control.settle();
    expect(await everything()).toEqual(before);
    expect(bench.receiver.received).toHaveLength(received);
  }

  it.each<[string, () => () => Promise<unknown>]>([
    ["an advance", () => post("clock/advance", { seconds: 86_400 })],
    ["a run-out", () => post("clock/run-out", {})],
  ])("leaves the clock before a retry that could not be written: %s", async (_name, refuse) => {
    bench.receiver.answer(status(500));
    await bench.sandbox.control.createPayment({ confirmed: true });
    await bench.sandbox.control.settle();
    bench.receiver.answer(status(204));
    const received = bench.receiver.received.length;
    await changesNothing(refuse);
    await bench.sandbox.control.runOut();
    expect(bench.receiver.received.length).toBeGreaterThan(received);
  });

  it("leaves a real clock ahead", async () => {
    const own = testFolder("sandbox-clock-");
    const sandbox = await startSandbox({ dataDir: own });
    await sandbox.control.advance(3600);
    await full(() => expect(sandbox.control.backToRealTime()).rejects.toMatchObject({ status: 500 }));
    expect((await sandbox.control.state()).clock.aheadMs).toBeGreaterThan(3_599_000);
    await sandbox.stop();
  });

  it("leaves a code usable, and a refresh token", async () => {
    const given = await bench.sandbox.control.code();
    const send = async (fields: Record<string, string>) => {
      const body = new URLSearchParams({ client_id: given.clientId, client_secret: given.clientSecret, ...fields });
      return fetch(bench.sandbox.authUrl + OPERATIONS.exchangeAuthorizationCode.path, { method: "POST", body });
    };
    const exchange = { grant_type: "authorization_code", code: given.code, redirect_uri: given.redirectUri };
    await full(async () => expect((await send(exchange)).status).toBe(503));
    const tokens = await send(exchange);
    expect(tokens.status).toBe(200);
    const refresh = { grant_type: "refresh_token", refresh_token: (await tokens.json()).refresh_token };
    await full(async () => expect((await send(refresh)).status).toBe(503));
    expect((await send(refresh)).status).toBe(200);
  });

  it("records the end of an attempt as soon as there is room", async () => {
    const { control } = bench.sandbox;
    bench.receiver.answer((response) => {
      isFull = true;
      status(204)(response);
    });
    const { deliveries } = await control.createPayment({ confirmed: true });
    await expect.poll(() => isFull).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await control.delivery(deliveries[0] ?? 0)).state).toBe("sending");
    isFull = false;
    await expect.poll(async () => (await control.delivery(deliveries[0] ?? 0)).state).toBe("delivered");
    expect((await control.delivery(deliveries[0] ?? 0)).attempts).toHaveLength(1);
  });
});
