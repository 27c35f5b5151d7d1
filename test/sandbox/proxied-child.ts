/**
 * Uses a sandbox in an environment that names a proxy, for `proxies.test.ts`: everything that asks it from this
 * process. Prints what came of it.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createControl, startSandbox } from "../../src/sandbox/index.ts";

const receiver = createServer((_, response) => response.writeHead(204).end()).listen(0, "localhost");
await new Promise((resolve) => receiver.once("listening", resolve));
const to = `http://localhost:${(receiver.address() as AddressInfo).port}`;
const statuses: unknown[] = [];
for (const profile of ["default", "strict"]) {
  const sandbox = await startSandbox({ profile, forward: { "https://hooks.example.com": to } });
  const { credentials, refresh } = sandbox.driver;
  const events = sandbox.control.events();
  const first = events.next();
  await sandbox.registerWebhook();
  const { deliveries } = await sandbox.payAndSettle();
  const list = await (await sandbox.client()).listAppWebhooks(sandbox.driver.appId);
  const state = await createControl(sandbox.localUrl).state();
  await credentials();
  const refused = await refresh("unknown").catch((error: Error) => error.message);
  statuses.push(deliveries[0]?.state, list !== undefined, state.baseUrl === sandbox.baseUrl, refused);
  statuses.push(typeof (await first).value?.type);
  await sandbox.stop();
  const rest = (async () => {
    for await (const _ of events);
  })();
  statuses.push(
    await rest.then(
      () => "ended",
      (error) => error.code,
    ),
  );
}
receiver.close();
console.log(JSON.stringify(statuses));
