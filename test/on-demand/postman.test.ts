/**
 * The Postman collection in Postman's own runner, against the sandbox on two ports and a receiver that checks the
 * signature.
 */

import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { listen } from "../../scripts/listen.ts";
import { onDemand } from "../../scripts/on-demand.ts";
import vectors from "../../spec/vectors/signature.json" with { type: "json" };
import { startSandbox } from "../../src/sandbox/index.ts";
import { root } from "../support/repository.ts";
import { scratchFolder } from "../support/scratch.ts";
import { stopping } from "../support/stopping.ts";

const newman = await onDemand("newman", { newman: "6.2.2" });
const out = scratchFolder("postman-");

type Execution = { item: { name: string }; response?: { code: number }; assertions?: unknown[] };
type Delivery = { url: string; body: Buffer; signature: string | undefined };

/** A receiver that keeps the bytes. */
async function receiver() {
  const deliveries: Delivery[] = [];
  const server = await listen(async (request, response) => {
    const signature = request.headers["x-service-signature"]?.toString();
    deliveries.push({ url: request.url ?? "", body: await buffer(request), signature });
    response.writeHead(204).end();
  });
  return { ...server, deliveries };
}

/** Runs folders of the collection with these variables, and returns what was sent and what failed. */
async function run(folders: readonly string[], variables: Record<string, string>) {
  const file = join(out, `${folders.length}.json`);
  const args = [
    ...["run", join(root, "generated/postman/collection.json")],
    ...["--environment", join(root, "generated/postman/environment.json")],
    ...folders.flatMap((name) => ["--folder", name]),
    ...Object.entries(variables).flatMap(([name, value]) => ["--env-var", `${name}=${value}`]),
    ...["--reporters", "json", "--reporter-json-export", file],
  ];
  const program = join(newman.folder ?? "", "node_modules/newman/bin/newman.js");
  await promisify(execFile)(process.execPath, [program, ...args], { timeout: 60_000 }).catch(() => {});
  return JSON.parse(readFileSync(file, "utf8")).run as { executions: Execution[]; failures: unknown[] };
}

it.skipIf(newman.skip)(`goes from a code to a signed delivery${newman.skip}`, async () => {
  await using sandbox = stopping(await startSandbox({ overrides: { authPort: "separate" } }));
  await using own = stopping(await receiver());
  const { url, deliveries } = own;
  const { executions, failures } = await run(["Sandbox only", "Operations", "Test deliveries"], {
    ...{ base_url: sandbox.baseUrl, auth_url: sandbox.authUrl },
    ...{ webhook_url: `${url}/client`, app_webhook_url: `${url}/app` },
  });
  expect(failures).toEqual([]);
  expect(executions.map(({ item, response }) => `${item.name}: ${response?.code}`)).toMatchInlineSnapshot(`
        [
          "A code without a browser: 201",
          "Exchange an authorization code for tokens: 200",
          "Create a client webhook: 201",
          "List the webhooks of an App: 200",
          "Create an app webhook: 201",
          "A payment to the client was confirmed: 204",
          "An event was dispatched to an app webhook: 204",
        ]
      `);
  const [webhook] = (await sandbox.control.state()).clientWebhooks;
  const [client, app] = deliveries;
  const digest = createHmac("sha256", webhook?.secret ?? "").update(client?.body ?? "");
  expect(client).toMatchObject({ url: "/client", signature: `sha256=${digest.digest("hex")}` });
  expect(app).toMatchObject({ url: "/app", signature: undefined });
});

it.skipIf(newman.skip)(`signs as the vector does${newman.skip}`, async () => {
  const vector = vectors.cases.find(({ id }) => id === "delivery");
  const secret = Buffer.from(vector?.secrets[0] ?? "", "base64").toString();
  await using own = stopping(await receiver());
  const { url, deliveries } = own;
  await run(["Test deliveries"], { webhook_url: url, app_webhook_url: url, webhook_secret: secret });
  expect(deliveries[0]?.body.toString("base64")).toBe(vector?.body);
  expect(deliveries[0]?.signature).toBe(vector?.header);
});

it.skipIf(newman.skip)(`signs the UTF-8 of a secret beyond ASCII${newman.skip}`, async () => {
  await using own = stopping(await receiver());
  const { url, deliveries } = own;
  await run(["Test deliveries"], { webhook_url: url, app_webhook_url: url, webhook_secret: "käse" });
  const digest = createHmac("sha256", "käse").update(deliveries[0]?.body ?? "");
  expect(deliveries[0]?.signature).toBe(`sha256=${digest.digest("hex")}`);
});
