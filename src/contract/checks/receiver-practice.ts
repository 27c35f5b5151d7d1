/** What is wise and nowhere stated. None of it fails a run. */

import { Breach, type Check } from "../check.ts";
import { isAccepted } from "../http.ts";
import { type Delivered, EVENT, mustAcknowledge, OTHER_EVENT, type ReceiverContext } from "../receiver-context.ts";
import { effectsLater, exactlyOnce, judgeEffect } from "./receiver-effects.ts";

const practice = (
  id: string,
  title: string,
  gap: string,
  run: (context: ReceiverContext) => Promise<void>,
): Check<ReceiverContext> => ({
  id: `practice.${id}`,
  title,
  severity: "practice",
  rests: [gap],
  group: "practice",
  run,
});

/** A genuine delivery in a shape that is likely, or a request that is none. */
async function one(
  context: ReceiverContext,
  how: Partial<Parameters<ReceiverContext["deliver"]>[0]>,
  more = {},
): Promise<Delivered> {
  const snapshot = context.snapshot(more);
  if (how.signature !== null) context.needsSpeed();
  return context.deliver({ id: snapshot.id, body: JSON.stringify(snapshot), ...how });
}

function refused({ exchange }: Delivered, expected: string): void {
  if (isAccepted(exchange)) throw new Breach({ expected, actual: "It was answered 2xx.", exchange });
}

export const PRACTICE_CHECKS: Check<ReceiverContext>[] = [
  practice("capitals", "A digest in upper-case digits is trusted", "U-19", async (context) => {
    const snapshot = context.snapshot();
    const body = JSON.stringify(snapshot);
    const right = context.sign(body);
    const at = right.indexOf("=") + 1;
    mustAcknowledge(
      await context.deliver({ id: snapshot.id, body, signature: right.slice(0, at) + right.slice(at).toUpperCase() }),
    );
  }),
  practice("charset", "A Content-Type with a charset is accepted", "U-22", async (context) =>
    mustAcknowledge(await one(context, { contentType: "application/json; charset=utf-8" })),
  ),
  practice("doubled-header", "A delivery with the signature header twice is refused", "U-21", async (context) =>
    refused(await one(context, { isDoubled: true }), "A request with two signature headers is refused."),
  ),
  practice("unknown-event", "An event that is not known yet is answered 2xx", "U-40", async (context) => {
    const { id } = context.snapshot();
    const unknown = await one(context, {}, { id, "@event": OTHER_EVENT });
    mustAcknowledge(unknown);
    if ((await effectsLater(context))?.get(id)?.includes(EVENT))
      throw new Breach({ expected: "It is no payment.", actual: `It took effect as ${EVENT}.`, ...unknown });
  }),
  practice("large-id", "An id beyond 32 bits stays what it is", "U-32", async (context) => {
    const id = 2 ** 40 + context.snapshot().id;
    const sent = await one(context, {}, { id });
    mustAcknowledge(sent);
    const effects = await effectsLater(context, id);
    if (effects && !effects.has(id))
      throw new Breach({ expected: "It takes effect.", actual: "Nothing with this id took effect.", ...sent });
  }),
  practice(
    "changed",
    "A payment that comes again with another updatedAt takes effect once",
    "A-16",
    async (context) => {
      const first = await one(context, {});
      const again = { ...JSON.parse(String(first.shape.body)), updatedAt: "2026-03-03T00:00:00+01:00" };
      const second = await context.deliver({ id: first.shape.id, body: JSON.stringify(again) });
      exactlyOnce(await effectsLater(context, first.shape.id), second);
    },
  ),
  practice("slow-body", "A body that comes slowly is taken", "N-6.5-03", async (context) =>
    mustAcknowledge(await one(context, { pieces: { count: 8, pauseMs: 60 } })),
  ),
  practice("larger", "A delivery of 200 kB is taken", "N-8-02", async (context) => {
    const remarks = "x".repeat(200_000);
    mustAcknowledge(await one(context, {}, { remarks }));
  }),
  practice("too-large", "A body of 4 MiB from nobody knows whom is refused", "N-8-02", async (context) => {
    const sent = await one(context, { signature: null, body: "x".repeat(4 * 1024 * 1024), timeoutMs: 5000 });
    refused(sent, "It is refused, before all of it is kept in memory.");
    if (sent.exchange.failure?.code === "timeout")
      throw new Breach({ expected: "An answer comes.", actual: "None came within 5 s.", exchange: sent.exchange });
  }),
  practice("method", "A GET request is refused", "N-7-01", async (context) =>
    refused(await one(context, { method: "GET", signature: null }), "Anything but POST is refused."),
  ),
  practice("app-delivery", "An unsigned app delivery never passes for a signed one", "A-17", async (context) => {
    const { id } = context.snapshot();
    const sent = await one(context, { id, body: JSON.stringify({ "@event": EVENT, id, app: 1 }), signature: null });
    judgeEffect(context, sent, await effectsLater(context));
  }),
];
