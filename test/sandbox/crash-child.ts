/** The sandbox that crash.test.ts kills: `node crash-child.ts FOLDER RECEIVER`. Prints its base URL. */

import { startSandbox } from "../../src/sandbox/index.ts";

const [folder = "", receiver = ""] = process.argv.slice(2);
const sandbox = await startSandbox({
  dataDir: folder,
  forward: { "https://hooks.example.com": receiver },
  overrides: { retryScheduleSeconds: [0.05], maxAttempts: 100, retryJitter: 0 },
});
process.stdout.write(`${sandbox.baseUrl}\n`);
