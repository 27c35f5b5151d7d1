import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Control, createControl } from "../../src/sandbox/control/client.ts";
import { scratchFolder } from "../support/scratch.ts";
import { tokenForm } from "../support/token-form.ts";
import { EVENT, ORIGIN, startReceiver } from "./support.ts";

/** Kills a sandbox under load this many times: it loses nothing that it acknowledged. */
export const survivesKills = (kills: number) =>
  describe("a sandbox that is killed under load", async () => {
    const folder = scratchFolder("sandbox-crash-");
    const receiver = await startReceiver();
    let child: ChildProcess;
    let control: Control;
    let baseUrl = "";

    afterAll(async () => {
      child.kill("SIGKILL");
      await receiver.stop();
    });

    async function start(): Promise<void> {
      child = spawn(process.execPath, [join(import.meta.dirname, "crash-child.ts"), folder, receiver.url], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      baseUrl = await new Promise<string>((resolve, reject) => {
        child.stdout?.once("data", (data) => resolve(String(data).trim()));
        child.once("exit", () => reject(new Error("the sandbox did not start")));
      });
      control = createControl(baseUrl);
    }

    it("loses nothing that it acknowledged, and goes on with what is pending", async () => {
      // Half of the receivers fail at first, so that retries are pending at every kill.
      receiver.answer((response, received, nth) =>
        response.writeHead(received.path !== "/0" && nth < 2 ? 500 : 204).end(),
      );
      const secrets = new Set<string>();
      const payments = new Set<number>();
      await start();
      for (let kill = 0; kill < kills; kill++) {
        const form = tokenForm(await control.code());
        const answer = await fetch(`${baseUrl}/oauth/v2/token`, { method: "POST", body: new URLSearchParams(form) });
        const { access_token } = await answer.json();
        const headers = { "content-type": "application/json", authorization: `Bearer ${access_token}` };
        const register = async (i: number) => {
          const body = { client: "/api/clients/1", name: `${kill} ${i}`, events: [EVENT], url: `${ORIGIN}/${kill}` };
          const response = await fetch(`${baseUrl}/api/client_webhooks`, {
            method: "POST",
            headers,
            body: JSON.stringify(body),
          });
          secrets.add((await response.json()).secret);
        };
        const pay = async () => payments.add((await control.createPayment({ client: 1, confirmed: true })).payment.id);
        await register(0);
        let killed = false;
        const load = Array.from({ length: 8 }, async () => {
          while (!killed) await pay().catch(() => (killed = true));
        });
        const before = payments.size;
        await new Promise((resolve) => setTimeout(resolve, 30 + kill * 12));
        // A busy machine is slower, and a kill without load shows nothing.
        while (!killed && payments.size < before + 2) await new Promise((resolve) => setTimeout(resolve, 5));
        child.kill("SIGKILL");
        killed = true;
        await Promise.all([...load, new Promise((resolve) => child.once("exit", resolve))]);
        await start();
      }
      const state = await control.state();
      expect(secrets.size).toBe(kills);
      expect(payments.size).toBeGreaterThan(kills);
      expect(state.clientWebhooks.filter(({ secret }) => secrets.has(secret))).toHaveLength(kills);

      const until = performance.now() + 40_000;
      for (;;) {
        await control.settle();
        const { deliveries } = await control.state();
        if (deliveries.pending + deliveries.sending === 0) break;
        expect(performance.now()).toBeLessThan(until);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      // Every acknowledged payment reached the first webhook, which was there from the beginning, at least once.
      const seen = new Set(receiver.at("/0").map(({ body }) => JSON.parse(body.toString()).id));
      expect([...payments].filter((id) => !seen.has(id))).toEqual([]);
      const { deliveries } = await control.state();
      expect([deliveries.failed, deliveries.dropped]).toEqual([0, 0]);
    });
  });
