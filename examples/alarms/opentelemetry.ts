import { metrics } from "@opentelemetry/api";
import type { ReceiverMeters } from "collections-contract";
import type { Inbox } from "collections-contract/inbox";
import type { TokenKeepers } from "collections-contract/oauth";

/** Hands what is counted to OpenTelemetry, whatever exporter the program has registered. */
export function observe(inbox: Inbox<unknown>, receiver: ReceiverMeters, keepers: TokenKeepers): void {
  const meter = metrics.getMeter("collections-contract");
  type Read = () => Promise<Record<string, number>>;
  const report = (instrument: ReturnType<typeof meter.createObservableGauge>, label: string, read: Read) =>
    instrument.addCallback(async (result) => {
      for (const [kind, value] of Object.entries(await read())) result.observe(value, { [label]: kind });
    });
  report(meter.createObservableGauge("inbox.oldest_undone", { unit: "s" }), "of", async () => ({
    all: ((await inbox.stats()).oldestMs ?? 0) / 1000,
  }));
  report(meter.createObservableGauge("inbox.rows"), "state", async () => (await inbox.stats()).rows);
  report(meter.createObservableCounter("receiver.refused"), "code", async () => receiver.stats().refused);
  report(meter.createObservableCounter("receiver.deliveries"), "outcome", async () => receiver.stats().accepted);
  report(meter.createObservableGauge("tokens.refresh_failing"), "code", async () => keepers.stats().failing);
}
