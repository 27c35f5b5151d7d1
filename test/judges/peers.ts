/** Other judges of HTTP services, each with our bundled document: do they find anything wrong with a service? */

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import document from "../../generated/openapi.json" with { type: "json" };
import document3 from "../../generated/openapi-3.0.json" with { type: "json" };
import { onDemand } from "../../scripts/on-demand.ts";
import { type ServiceDriver, testService } from "../../src/judge/index.ts";
import type { Driver } from "../services/types.ts";
import { startJudgedProxy } from "../support/judged-proxy.ts";
import { runRespect } from "../support/respect.ts";
import { tokenForm } from "../support/token-form.ts";
import { startFront } from "./front.ts";

/** True: it complains. */
export interface Judge {
  readonly name: string;
  readonly how: string;
  accuses(driver: Driver): Promise<boolean>;
}

export const ours: Judge = {
  name: "test api",
  how: "its own requests, payments and deliveries",
  async accuses(driver) {
    const report = await testService(driver);
    return report.checks.some(({ status, severity }) => status === "failed" && severity === "demand");
  },
};

/** It only looks at what passes: what passes is all that our judge asks, which is more than anyone writes by hand. */
const prism: Judge = {
  name: "Prism proxy",
  how: "the requests of `test api` pass through it; any violation in an answer counts",
  async accuses(driver) {
    const front = await startFront(driver);
    const proxy = await startJudgedProxy(document, front.url);
    const { stop, receiver: _, ...rest } = driver;
    const through = { ...rest, baseUrl: proxy.url, authUrl: proxy.url } as ServiceDriver;
    await testService(through, { only: ["tokens", "registration", "list", "urls"] });
    await proxy.stop();
    await front.stop();
    await stop();
    return proxy.judged.some(({ response }) => response.length > 0);
  },
};

const respect: Judge = {
  name: "redocly respect",
  how: "the onboarding workflow of `spec/workflows`, all four operations",
  async accuses(driver) {
    const front = await startFront(driver);
    const folder = mkdtempSync(join(tmpdir(), "respect-"));
    try {
      const { clientIri: client, appIri: app, appId } = driver;
      const inputs = { ...(await driver.credentials()), client, app, appId: String(appId) };
      const url = `${driver.receiver.origin}/hooks`;
      const { exitCode } = await runRespect(folder, front.url, { ...inputs, url });
      return exitCode !== 0;
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await front.stop();
      await driver.stop();
    }
  },
};

/** It knows neither ranges nor OpenAPI 3.1, and sends the examples: it gets them with the values of this service. */
async function documentForDredd(driver: Driver): Promise<string> {
  const { clientId, clientSecret, redirectUri, code } = await driver.credentials();
  const values: Record<string, string> = {
    "<AUTHORIZATION_CODE>": code,
    "<CLIENT_ID>": clientId,
    "<CLIENT_SECRET>": clientSecret,
    "https://app.example.com/callback": redirectUri,
    "/api/clients/1": driver.clientIri,
    "/api/apps/7": driver.appIri,
  };
  let text = JSON.stringify(document3);
  for (const [placeholder, value] of Object.entries(values))
    text = text.replaceAll(JSON.stringify(placeholder), JSON.stringify(value));
  // biome-ignore lint/suspicious/noExplicitAny: a document is changed as it comes
  const copy: any = JSON.parse(text);
  for (const [path, item] of Object.entries(copy.paths) as [string, Record<string, { responses?: unknown }>][])
    for (const operation of Object.values(item)) {
      const { responses } = operation as { responses?: Record<string, unknown> };
      const status = /token|\{id\}/.test(path) ? 200 : 201;
      if (responses?.["2XX"]) operation.responses = { [status]: responses["2XX"] };
    }
  return JSON.stringify(copy);
}

/** Examples of forms are beyond it: the exchange gets its five fields by a hook. */
async function hooksForDredd(driver: Driver): Promise<string> {
  const form = new URLSearchParams(tokenForm(await driver.credentials()));
  return `require("hooks").beforeEach((transaction, done) => {
  if (/token$/.test(transaction.fullPath)) transaction.request.body = ${JSON.stringify(String(form))};
  done();
});
`;
}

function dreddIn(bin: string): Judge {
  return {
    name: "Dredd",
    how: "the examples of the document, filled in with the values and the statuses of the correct service",
    async accuses(driver) {
      const front = await startFront(driver);
      const folder = mkdtempSync(join(tmpdir(), "dredd-"));
      try {
        writeFileSync(join(folder, "openapi.json"), await documentForDredd(driver));
        writeFileSync(join(folder, "hooks.js"), await hooksForDredd(driver));
        const headers = Object.entries(driver.requestHeaders(await driver.accessToken()));
        const own = headers.flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
        const args = [bin, "openapi.json", front.url, "--hookfiles", "hooks.js", "--loglevel", "error", ...own];
        const options = { cwd: folder, timeout: 60_000 };
        return await new Promise<boolean>((resolve) => {
          execFile(process.execPath, args, options, (error) => resolve(error !== null));
        });
      } finally {
        rmSync(folder, { recursive: true, force: true });
        await front.stop();
        await driver.stop();
      }
    },
  };
}

/** All that can be had here, and words on those that cannot. */
export async function judges(): Promise<{ judges: Judge[]; skipped: string[] }> {
  const { folder, skip } = await onDemand("judges", { dredd: "14.1.0" });
  const dredd = folder ? [dreddIn(join(folder, "node_modules/dredd/bin/dredd"))] : [];
  return { judges: [ours, prism, respect, ...dredd], skipped: folder ? [] : [`Dredd${skip}`] };
}
