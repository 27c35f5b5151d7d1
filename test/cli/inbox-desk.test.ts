/** What the page of an inbox asks: who may ask, what is shown, and what changes. */

import { request as send } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDesk } from "../../src/cli/inbox/desk.ts";
import { openSqlite } from "../../src/inbox/sqlite/index.ts";
import type { Store } from "../../src/inbox/store.ts";
import { close, listen } from "../../src/sandbox/listen.ts";
import { delivery } from "../inbox/store-suite.ts";
import { temporary } from "../inbox/support.ts";
import { execIn } from "../support/sqlite.ts";
import { present } from "../support/wrong-type.ts";

const TOKEN = "0123456789abcdef-token";
let place: ReturnType<typeof temporary>;
let store: Store<unknown>;
let stop: () => Promise<void>;
let port: number;
let log: string[];

async function start(allowChanges: boolean): Promise<void> {
  log = [];
  const line = (text: string) => void log.push(text);
  const desk = createDesk({ store, title: "payments.db", allowChanges, token: TOKEN, log: line });
  const listening = await listen(desk, "127.0.0.1", 0);
  port = listening.port;
  stop = () => close(listening.server);
}

/** A dead row (1), a running one (2), one that waits (3), a done one (4). */
beforeEach(async () => {
  place = temporary();
  store = openSqlite({ file: place.file, maxRows: 1e6, maxBytes: 1e9 }) as Store<unknown>;
  for (const id of [1, 2, 4]) await store.insert(delivery(id, { text: "debtor" }));
  const { rows } = await store.claim({ limit: 8, leaseMs: 30_000, idle: true, retryForMs: 1e6 });
  await store.settle(present(rows[0]), { to: "dead", error: "no <answer>" });
  await store.settle(present(rows[2]), { to: "done" });
  await store.insert(delivery(3));
  await start(true);
});
afterEach(async () => {
  await stop();
  await store.close();
  place[Symbol.dispose]();
});

const entered = { authorization: `Bearer ${TOKEN}` };
/** By `node:http`, which sends any Host. */
function ask(path: string, method = "GET", headers: Record<string, string> = entered, body = "") {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const request = send({ host: "127.0.0.1", port, path, method, headers }, async (answer) => {
      const chunks = await answer.toArray();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() });
    });
    request.once("error", reject).end(body);
  });
}
const json = async (path: string) => JSON.parse((await ask(path)).text);
const post = async (path: string, body: unknown = {}) => {
  const headers = { ...entered, "content-type": "application/json" };
  const { status, text } = await ask(path, "POST", headers, typeof body === "string" ? body : JSON.stringify(body));
  return { status, ...JSON.parse(text) };
};

describe("who asks", () => {
  it.each([
    ["without the token", "/", {}, 401],
    ["with another token", "/inbox/rows", { authorization: "Bearer wrong" }, 401],
    ["with another token in the address", "/?token=wrong", {}, 401],
    ["by another name, as a rebound page does", "/", { ...entered, host: "evil.example" }, 421],
    ["by an address of another machine", "/inbox/state", { ...entered, host: "10.0.0.1" }, 421],
    ["from another site", "/inbox/rows/1/body", { ...entered, origin: "https://evil.example" }, 403],
    ["from another site, as the browser says", "/inbox/rows/1", { ...entered, "sec-fetch-site": "cross-site" }, 403],
    ["as a form does", "/inbox/rows/1", { ...entered, "content-type": "text/plain" }, 403],
  ])("%s is refused, and learns nothing", async (_, path, headers, status) => {
    const answer = await ask(path, "GET", headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(/debtor|answer>|payments\.db/);
    expect(log).toEqual([]);
  });

  it("with the token of the address gets a cookie, which opens the page and holds no token", async () => {
    const answer = await ask(`/?token=${TOKEN}`, "GET", {});
    expect([answer.status, answer.headers["location"]]).toEqual([303, "/"]);
    const cookie = String(answer.headers["set-cookie"]);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).not.toContain(TOKEN);
    const other = `sandbox_token_4021=${"x".repeat(43)}`;
    const page = await ask("/", "GET", { cookie: `${other}; ${cookie.split(";")[0]}` });
    expect(cookie.split("=")[0]).toMatch(/^sandbox_token_\d+$/);
    expect([page.status, page.headers["content-security-policy"]]).toEqual([
      200,
      expect.stringMatching(/default-src 'none'/),
    ]);
    for (const path of ["/inbox.js", "/inbox.css", "/console.css", "/kit.js", "/bytes.js"])
      expect((await ask(path)).status).toBe(200);
  });
});

describe("what is shown", () => {
  it("is why a row waits and what happened, and a body only if it is asked for, which is logged", async () => {
    expect(await json("/inbox/state")).toMatchObject({ title: "payments.db", rows: { pending: 2, dead: 1, done: 1 } });
    const states = async (query: string) =>
      (await json(`/inbox/rows?${query}`)).rows.map((row: { shownState: string }) => row.shownState);
    expect(await states("")).toEqual(["dead", "running", "done", "pending"]);
    expect([await states("state=running"), await states("state=dead"), await states("payment=3")]).toEqual([
      ["running"],
      ["dead"],
      ["pending"],
    ]);
    execIn(place.file, "UPDATE inbox SET received = received - 7200000 WHERE id <= 2");
    expect([await states("hours=1.5"), await states("hours=1.5&state=dead")]).toEqual([["done", "pending"], []]);
    const row = await ask("/inbox/rows/1");
    expect(JSON.parse(row.text)).toMatchObject({
      error: "no <answer>",
      history: [{ words: "the last attempt failed" }],
      aheadInLane: "",
    });
    expect(row.text + (await ask("/inbox/rows")).text).not.toContain("debtor");
    expect(log).toEqual([]);
    const body = await json("/inbox/rows/1/body");
    expect(Buffer.from(body.bodyBase64, "base64").toString()).toContain("debtor");
    expect(log).toEqual(["showed the body of row 1"]);
  });

  it("is a page of a hundred of 100,000 rows, and where to go on", async () => {
    const many = Array.from({ length: 1000 }, (_, i) => i + 10);
    await Promise.all(many.map((id) => store.insert(delivery(id))));
    const first = await json("/inbox/rows?state=pending");
    expect([first.rows.length, first.more]).toEqual([100, true]);
    const next = await json(`/inbox/rows?state=pending&after=${first.rows.at(-1).id}`);
    expect(next.rows[0].id).toBeGreaterThan(first.rows.at(-1).id);
  });

  it.each([
    "/inbox/rows?state=gone",
    "/inbox/rows?after=-1",
    "/inbox/rows?hours=x",
    "/inbox/rows?after=x",
    "/inbox/rows/99",
    "/inbox/rows/x",
    "/x",
  ])("is nothing at %s, with a code", async (path) => {
    const { status, text } = await ask(path);
    expect([status >= 400 && status < 500, JSON.parse(text).code]).toEqual([true, expect.stringMatching(/^\w+$/)]);
  });
});

describe("what changes", () => {
  it("is what a person asked for, and logged", async () => {
    const [dead, running, done, waiting] = (await store.list({ limit: 9 })).map(({ id }) => id);
    expect(await post(`/inbox/rows/${waiting}/put-off`, { forMs: 3_600_000, reason: "bank" })).toMatchObject({
      changed: [waiting],
    });
    expect(await post(`/inbox/rows/${dead}/retry`)).toMatchObject({ changed: [dead] });
    expect(await post(`/inbox/rows/${waiting}/discard`)).toMatchObject({ changed: [waiting] });
    expect(await post(`/inbox/rows/${done}/retry`)).toMatchObject({ status: 409, code: "row_unchanged" });
    expect(await post(`/inbox/rows/${running}/put-off`, { forMs: 1 })).toMatchObject({ status: 409 });
    expect(log).toEqual([
      `put-off row ${waiting}: done`,
      `retry row ${dead}: done`,
      `discard row ${waiting}: done`,
      `retry row ${done}: it stayed as it is`,
      `put-off row ${running}: it stayed as it is`,
    ]);
    expect((await store.get(waiting ?? 0))?.history.map(({ what }) => what)).toEqual(["postponed", "discarded"]);
  });

  it.each(["{", "null", "[]", '{"forMs":0}', '{"forMs":"1h"}', '{"forMs":1e12}', "{}"])(
    "is nothing for a time in %s",
    async (body) => {
      expect(await post("/inbox/rows/3/put-off", body)).toMatchObject({ status: 400, code: expect.any(String) });
    },
  );

  it("is nothing unless that is allowed, nor by a method that only reads", async () => {
    expect((await ask("/inbox/rows/1/retry")).status).toBe(405);
    await stop();
    await start(false);
    for (const action of ["retry", "discard", "put-off"])
      expect(await post(`/inbox/rows/1/${action}`, { forMs: 1 })).toMatchObject({ status: 403, code: "changes_off" });
    expect((await store.get(1))?.state).toBe("dead");
  });
});
