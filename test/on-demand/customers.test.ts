/** The example for many customers: two processes, PostgreSQL, the sandbox; one is killed, and nothing is lost. */

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SKIP_POSTGRES } from "../../scripts/servers/postgres.ts";
import { bookingsIn, connectCustomer, customersPlace, type Place, registerWebhook } from "../support/customers.ts";

const NAMES = ["acme", "Müller & Söhne", "beta/2"] as const;

describe.skipIf(SKIP_POSTGRES)(`many customers${SKIP_POSTGRES}`, () => {
  let place: Place;
  const expected = new Set<string>();
  beforeAll(async () => {
    place = await customersPlace(NAMES.length, { accessTokenLifetimeSeconds: 1, refreshRotation: true });
    await Promise.all(place.apps.map((app) => app.start()));
  });
  afterAll(() => place?.remove());

  async function pay(at: number): Promise<void> {
    const client = `/api/clients/${at + 1}`;
    const { payment } = await place.sandbox.control.createPayment({ client, paidTo: "client", confirmed: true });
    expected.add(`${NAMES[at]}/${payment.id}`);
  }
  const allBooked = () => expect.poll(() => bookingsIn(place.pool)).toEqual([...expected].sort());
  const queryRows = async (sql: string) => (await place.pool.query(sql)).rows;

  it("connects each customer, in the browser that began and in no other", async () => {
    const [a, b] = place.apps;
    for (const [at, name] of NAMES.entries()) {
      const { callback, cookie, answer } = await connectCustomer(name, at + 1, a, b);
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/connected"]);
      expect(answer.headers.get("set-cookie")).toMatch(
        /^authorization_.=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/,
      );
      for (const other of ["", cookie.replace(/.{9}$/, ""), "authorization_0=x"]) {
        const refused = await fetch(callback, { headers: { cookie: other } });
        expect([refused.status, await refused.json()]).toEqual([400, { code: "state_mismatch" }]);
      }
    }
    expect((await queryRows("SELECT grant_name FROM collections_tokens")).length).toBe(3);
  });

  it("books each payment once, although a process is killed and starts again", async () => {
    for (const [at, name] of NAMES.entries()) await registerWebhook(place.apps[(at % 2) as 0 | 1], name, at + 1);
    for (let n = 0; n < 30; n++) {
      await pay(n % 3);
      if (n === 10) await place.apps[0].stop("SIGKILL");
      if (n === 20) await place.apps[0].start();
    }
    await allBooked();
  });

  it("refreshes the tokens in several processes, each refresh token used once", async () => {
    const tokens = "SELECT tokens FROM collections_tokens WHERE grant_name = 'acme'";
    const before = await queryRows(tokens);
    await sleep(1_100);
    await Promise.all(place.apps.map((app) => registerWebhook(app, "acme", 1)));
    const after = await queryRows(tokens);
    expect(after).not.toEqual(before);
    const metrics = await Promise.all(place.apps.map(async (app) => (await app.ask("GET", "/metrics")).text()));
    expect(metrics.join("")).not.toMatch(/outcome="failed"} [1-9]/);
    expect(metrics.join("")).not.toContain("tokens_refresh_failing{");
  });

  it("says which secret matched and when it was last used, and forgets an old one", async () => {
    await pay(0);
    await allBooked();
    type Use = { label: string; lastUsedAt: string | null };
    const uses = async () => (await (await place.apps[1].ask("GET", "/customers/acme/secrets")).json()) as Use[];
    await expect.poll(async () => (await uses()).filter((use) => use.lastUsedAt === null)).toEqual([]);
    const [newest, ...old] = await uses();
    expect(old).toHaveLength(2);
    for (const { label } of old) await place.apps[1].ask("DELETE", `/customers/acme/secrets/${label}`);
    await pay(0);
    await allBooked();
    const [last] = await queryRows("SELECT label FROM collections_inbox ORDER BY id DESC LIMIT 1");
    expect(last).toEqual({ label: newest?.label });
  });

  it("removes one customer with everything of theirs, and nothing of others", async () => {
    const { status } = await place.apps[0].ask("DELETE", `/customers/${encodeURIComponent(NAMES[1])}`);
    expect(status).toBe(204);
    const booked = expected.size;
    await pay(1);
    expected.delete([...expected].at(-1) ?? "");
    for (const at of [0, 2]) await pay(at);
    await allBooked();
    expect(expected.size).toBe(booked + 2);
    expect(await queryRows("SELECT grant_name FROM collections_tokens ORDER BY 1")).toEqual([
      { grant_name: "acme" },
      { grant_name: "beta/2" },
    ]);
    expect(await queryRows("SELECT DISTINCT owner FROM collections_secrets ORDER BY 1")).toHaveLength(2);
    expect(
      await queryRows(
        "SELECT DISTINCT payment_owner AS owner FROM collections_inbox WHERE body IS NOT NULL ORDER BY 1",
      ),
    ).toEqual([{ owner: "acme" }, { owner: "beta/2" }]);
    const refused = async () =>
      (await (await place.apps[1].ask("GET", "/metrics")).text()).match(/signature_mismatch"} \d+/);
    await expect.poll(refused).not.toBe(null);
  });

  it("ends with a refresh and its rows finished", async () => {
    await Promise.all(place.apps.map((app) => app.stop()));
    for (const app of place.apps) expect(app.said()).not.toMatch(/unhandled|TypeError|at .*\.js:\d/);
  });
});
