/**
 * Set up before a test file where `JUDGED_BY_PRISM` names a folder: every sandbox that the file starts in its process
 * stands behind Prism, for all that it fetches. What Prism said is written into the folder when the file has ended.
 */

import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, vi } from "vitest";
import document from "../../generated/openapi.json" with { type: "json" };
import type { Sandbox, SandboxOptions } from "../../src/sandbox/index.ts";
import { documentWith, findOperation, type JudgedProxy, startJudgedProxy } from "./judged-proxy.ts";

const folder = process.env["JUDGED_BY_PRISM"] ?? "";
const proxies = new Map<string, JudgedProxy>();
const all: JudgedProxy[] = [];

vi.mock(import("../../src/sandbox/index.ts"), async (original) => {
  const real = await original();
  const startSandbox = async (options?: SandboxOptions): Promise<Sandbox> => {
    const sandbox = await real.startSandbox(options);
    const { profile } = await sandbox.control.profile();
    for (const origin of new Set([sandbox.baseUrl, sandbox.authUrl])) {
      const proxy = await startJudgedProxy(documentWith(document, profile), origin);
      proxies.set(new URL(origin).origin, proxy);
      all.push(proxy);
    }
    return sandbox;
  };
  return { ...real, startSandbox };
});

const fetchDirectly = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = URL.parse(input instanceof Request ? input.url : String(input));
  const method = (init?.method ?? (input instanceof Request ? input.method : "GET")).toUpperCase();
  const proxy = url && proxies.get(url.origin);
  if (!proxy || !findOperation(method, url.pathname)) return fetchDirectly(input, init);
  const there = proxy.url + url.pathname + url.search;
  return fetchDirectly(input instanceof Request ? new Request(there, input) : there, init);
};

afterAll(async () => {
  const judged = all.flatMap((proxy) => proxy.judged);
  writeFileSync(join(folder, `${randomBytes(6).toString("hex")}.json`), JSON.stringify(judged));
  for (const proxy of all) await proxy.stop();
});
