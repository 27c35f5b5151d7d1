/** The rules of the guide in the real Prometheus, over what real sources count; and the same through OpenTelemetry. */

import { spawn, spawnSync } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { announceSkip, onDemand } from "../../scripts/on-demand.ts";
import { endProcess } from "../../scripts/running.ts";
import { type Inbox, openInbox } from "../../src/inbox/index.ts";
import { createReceiver, createReceiverMeters, joinMetrics, OPEN_METRICS_TYPE } from "../../src/index.ts";
import { createTokenKeepers, memoryTokenStore } from "../../src/oauth/index.ts";
import { until } from "../inbox/support.ts";
import { expiredTokens } from "../oauth/rotating-service.ts";
import { startServer } from "../support/http-server.ts";
import { root } from "../support/repository.ts";
import { scratchFolder } from "../support/scratch.ts";
import { asWrongType } from "../support/wrong-type.ts";

const SKIP_PROMETHEUS =
  spawnSync("promtool", ["--version"]).status === 0 ? "" : announceSkip("Prometheus", "it is not installed");
const otel = await onDemand("otel-metrics", { "@opentelemetry/sdk-metrics": "2.2.0" });

const folder = scratchFolder("alarms-");
const meters = createReceiverMeters();
const keepers = createTokenKeepers({
  store: () => memoryTokenStore(expiredTokens()),
  refresh: () => Promise.reject(new Error("broken")),
  onProblem: () => undefined,
});
let inbox: Inbox<never>;

/** A row that nobody handles, a refused signature, and tokens that do not refresh. */
beforeAll(async () => {
  inbox = (await openInbox({ file: join(folder, "payments.db") })) as unknown as Inbox<never>;
  const receiver = createReceiver({ secrets: "secret", inbox, meters, onProblem: () => undefined });
  const headers = { "content-type": "application/json", "x-service-signature": `sha256=${"0".repeat(64)}` };
  await receiver.bytes({ method: "POST", headers, body: "{}" });
  const payload = { "@event": "case_file.payment.confirmed", id: 1 };
  const body = new TextEncoder().encode(JSON.stringify(payload));
  await inbox.accept({ event: payload["@event"], verified: true, payload, key: "verified 1", body });
  await inbox.work({}, { pollMs: 100 });
  await until(async () => (await inbox.stats()).rows.unhandled === 1);
  await keepers
    .of("acme")
    .accessToken()
    .catch(() => undefined);
});
afterAll(async () => {
  await inbox?.close();
});

describe.skipIf(SKIP_PROMETHEUS)(`Prometheus${SKIP_PROMETHEUS}`, () => {
  it("each rule fires when it should, and only then", () => {
    const tests = ["rules.test.yml", "silence.test.yml"];
    cpSync(join(root, "examples/alarms/rules.yml"), join(folder, "rules.yml"));
    for (const name of tests) cpSync(join(root, "test/on-demand/alarms", name), join(folder, name));
    const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", ...tests], {
      cwd: folder,
      encoding: "utf8",
    });
    expect([status, stderr], stdout).toEqual([0, ""]);
  });

  it("loads the rules, reads what we count, and raises an alarm", async () => {
    const source = await startServer((_, response) => {
      joinMetrics(inbox, meters, keepers).then((text) =>
        response.setHeader("content-type", OPEN_METRICS_TYPE).end(text),
      );
    });
    onTestFinished(() => source.stop());
    const rules = join(root, "examples/alarms/rules.yml");
    const config = {
      global: { scrape_interval: "1s", evaluation_interval: "1s" },
      rule_files: [rules],
      scrape_configs: [{ job_name: "app", static_configs: [{ targets: [new URL(source.url).host] }] }],
    };
    writeFileSync(join(folder, "prometheus.yml"), JSON.stringify(config));
    const port = await freePort();
    const listen = `--web.listen-address=127.0.0.1:${port}`;
    const args = ["--config.file=prometheus.yml", `--storage.tsdb.path=${join(folder, "data")}`, listen];
    const prometheus = spawn("prometheus", args, { cwd: folder, stdio: "ignore" });
    onTestFinished(async () => void (await endProcess(prometheus, "SIGKILL")));
    const ask = async (path: string) =>
      (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
        .then((answer) => answer.json())
        .catch(() => undefined)) as { data: Record<string, never[]> } | undefined;
    const listNames = async (path: string, member: string) =>
      ((await ask(path))?.data[member] ?? []).map((one: { labels: { alertname: string } }) => one.labels.alertname);
    await expect
      .poll(() => listNames("alerts", "alerts"), { interval: 500 })
      .toEqual(expect.arrayContaining(["PaymentsNeedAPerson", "TokensDoNotRefresh"]));
    const groups = ((await ask("rules"))?.data["groups"] ?? []) as { rules: { name: string; health: string }[] }[];
    expect(groups.flatMap((group) => group.rules).map(({ health }) => health)).toEqual(Array(6).fill("ok"));
    const [target] = ((await ask("targets"))?.data["activeTargets"] ?? []) as { health: string; lastError: string }[];
    expect(target).toMatchObject({ health: "up", lastError: "" });
  });
});

describe.skipIf(otel.skip)(`OpenTelemetry${otel.skip}`, () => {
  it("gets the same numbers", async () => {
    type Metric = { descriptor: { name: string }; dataPoints: { value: number; attributes: object }[] };
    type Sdk = {
      MeterProvider: new (options: object) => object;
      MetricReader: new () => { collect(): Promise<{ resourceMetrics: { scopeMetrics: { metrics: Metric[] }[] } }> };
    };
    const sdk = createRequire(join(otel.folder ?? "", "package.json"))("@opentelemetry/sdk-metrics") as Sdk;
    class Reader extends sdk.MetricReader {
      async onShutdown() {}
      async onForceFlush() {}
    }
    const reader = new Reader();
    const { metrics } = await import("@opentelemetry/api");
    metrics.setGlobalMeterProvider(asWrongType(new sdk.MeterProvider({ readers: [reader] })));
    onTestFinished(() => metrics.disable());
    const example = join(root, "examples/alarms/opentelemetry.ts");
    const { observe } = (await import(example)) as { observe(...sources: unknown[]): void };
    observe(inbox, meters, keepers);
    const { resourceMetrics } = await reader.collect();
    const found = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
    const readNumber = (name: string, kind: string) =>
      found
        .find(({ descriptor }) => descriptor.name === name)
        ?.dataPoints.find(({ attributes }) => Object.values(attributes).includes(kind))?.value;
    expect(readNumber("inbox.rows", "unhandled")).toBe(1);
    expect(readNumber("inbox.oldest_undone", "all")).toBeGreaterThan(0);
    expect(readNumber("receiver.refused", "signature_mismatch")).toBe(1);
    expect(readNumber("receiver.deliveries", "stored")).toBe(0);
    expect(readNumber("tokens.refresh_failing", "unknown")).toBe(1);
  });
});
