/** The secrets of many customers in PostgreSQL. */

import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { createAtOnce, type Pool, SKIP_POSTGRES } from "../../scripts/servers/postgres.ts";
import { createReceiver, type Problem, postgresSecrets, postgresSecretsTable, signBody } from "../../src/index.ts";
import { commitModes, usePostgres } from "../support/postgres.ts";

const EVENT = "case_file.payment.confirmed";
const body = JSON.stringify({ "@event": EVENT, id: 4711 });

describe.skipIf(SKIP_POSTGRES)(`secrets in PostgreSQL${SKIP_POSTGRES}`, () => {
  let pool: Pool;
  const server = usePostgres(async () => {
    pool = server.pool({ max: 3 });
    await createAtOnce(pool, postgresSecretsTable());
  });
  afterAll(() => pool?.end());

  function receiverOver(postgres: Pool) {
    const secrets = postgresSecrets({ postgres, timeoutMs: 500 });
    const handled: (string | undefined)[] = [];
    const problems: Problem[] = [];
    const receiver = createReceiver({
      secrets: secrets.find,
      onAccepted: secrets.used,
      on: { [EVENT]: ({ owner, label }) => handled.push(`${owner} ${label}`) },
      onProblem: (problem) => problems.push(problem),
    });
    const post = async (url: string, secret: string) => {
      const headers = { "content-type": "application/json", "x-service-signature": signBody(body, secret) };
      return (await receiver.bytes({ method: "POST", url, headers, body })).status;
    };
    return { secrets, handled, problems, post };
  }

  it("finds the secrets of the customer that the URL names, and of no other", async () => {
    const { secrets, handled, problems, post } = receiverOver(pool);
    await secrets.add("acme", "secret-1", "first");
    await secrets.add("Müller & Söhne/1", "secret-2", "first");
    const path = `/payments/${encodeURIComponent("Müller & Söhne/1")}`;
    expect(await post("/payments/acme", "secret-1")).toBe(204);
    expect(await post(`${path}?x=/acme`, "secret-2")).toBe(204);
    expect(await post("/payments/acme", "secret-2")).toBe(401);
    expect(await post("/payments/unknown", "secret-1")).toBe(401);
    expect(await post("/payments/%00", "secret-1")).toBe(401);
    expect(handled).toEqual(["acme first", "Müller & Söhne/1 first"]);
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(["signature_mismatch"]));
  });

  it("takes a new secret at once, says when each was used, and drops the old one at once", async () => {
    const { secrets, handled, post } = receiverOver(pool);
    await secrets.add("rotating", "old", "old");
    const label = await secrets.add("rotating", "new");
    expect(label).toMatch(/^[\da-f]{8}$/);
    expect(await post("/rotating", "new")).toBe(204);
    await expect
      .poll(async () => (await secrets.list("rotating")).map((one) => one.lastUsedAt instanceof Date))
      .toEqual([true, false]);
    // A parser of the program for times changes nothing.
    const parsing = server.pool({ max: 1, textTypes: [1184] });
    expect(await postgresSecrets({ postgres: parsing }).list()).toEqual(await secrets.list());
    await parsing.end();
    expect(JSON.stringify(await secrets.list())).not.toContain('"old"}');
    expect(await secrets.remove("rotating", "nothing")).toEqual([]);
    expect(await secrets.remove("rotating", "old")).toEqual(["old"]);
    expect(await post("/rotating", "old")).toBe(401);
    expect(handled).toEqual([`rotating ${label}`]);
    expect(await secrets.remove("rotating")).toEqual([label]);
    expect(await secrets.list("rotating")).toEqual([]);
  });

  it("refuses a label that is there, and keeps its secret", async () => {
    const { secrets, post } = receiverOver(pool);
    await secrets.add("twice", "one", "label");
    await expect(secrets.add("twice", "other", "label")).rejects.toThrow("there already");
    expect(await post("/twice", "one")).toBe(204);
  });

  it("shows no secret in what it lists", async () => {
    const { secrets } = receiverOver(pool);
    await secrets.add("listed", "a-secret-text");
    expect(JSON.stringify(await secrets.list())).not.toContain("a-secret-text");
  });

  it("answers 500 while the database is away, so that the service retries, and works again", async () => {
    const own = server.pool({ max: 1 });
    onTestFinished(() => own.end());
    const { secrets, problems, post } = receiverOver(own);
    await secrets.add("away", "secret");
    await server.stop("immediate");
    expect(await post("/away", "secret")).toBe(500);
    expect(problems.map(({ code }) => code)).toEqual(["secrets_unavailable"]);
    expect(JSON.stringify(problems)).not.toContain('"secret"');
    await server.start();
    expect(await post("/away", "secret")).toBe(204);
    await expect.poll(async () => (await secrets.list("away"))[0]?.lastUsedAt).toBeInstanceOf(Date);
  });

  it("keeps a secret although a server with asynchronous commits loses its power", async () => {
    const add = (postgres: Pool) => postgresSecrets({ postgres }).add("acme", "secret");
    expect(await commitModes(server, "collections_secrets", add, postgresSecretsTable())).toEqual(["on"]);
  });

  it("encrypts secrets, takes those from before, and answers 500 without their key", async () => {
    const [old, key] = [randomBytes(32), randomBytes(32)];
    const over = (encryptionKeys?: Uint8Array | Uint8Array[]) => {
      const secrets = postgresSecrets({ postgres: pool, ...(encryptionKeys && { encryptionKeys }) });
      const find = async () => (await secrets.find({ url: "/sealed", headers: new Headers() })).secrets;
      return { secrets, find };
    };
    await over().secrets.add("sealed", '{"encrypted":"no"}', "plain");
    await over(old).secrets.add("sealed", "secret ü", "old");
    await over([key, old]).secrets.add("sealed", "newest", "new");
    const { rows } = await pool.query("SELECT secret FROM collections_secrets WHERE owner = 'sealed'");
    expect(JSON.stringify(rows)).not.toMatch(/secret ü|newest/);
    expect(await over([key, old]).find()).toEqual([
      { label: "new", secret: "newest" },
      { label: "old", secret: "secret ü" },
      { label: "plain", secret: '{"encrypted":"no"}' },
    ]);
    await expect(over(key).find()).rejects.toThrow("key that was not given");
    await expect(over().find()).rejects.toThrow("pass encryptionKeys");
  });

  it("waits only so long for a connection", async () => {
    const own = server.pool({ max: 1 });
    const { secrets } = receiverOver(own);
    const taken = await own.connect();
    onTestFinished(async () => {
      taken.release();
      await own.end();
    });
    await expect(secrets.find({ url: "/away", headers: new Headers() })).rejects.toThrow("timeout");
  });
});
