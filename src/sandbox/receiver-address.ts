/** Where a receiver of the judge may listen, so that deliveries reach it by a forward. */

import type { DriverReceiver } from "../judge/driver.ts";
import { close, listen } from "./listen.ts";
import type { Forwards } from "./outbound/forward.ts";
import { DEFAULT_HOST } from "./request-guard.ts";

/** The origin that is forwarded to the receiver. */
const RECEIVER_ORIGIN = "https://hooks.example.com";

/** Returns a free port of this machine for a receiver. */
export async function freeReceiver(): Promise<DriverReceiver> {
  const { server, port } = await listen(async () => new Response(), DEFAULT_HOST, 0);
  await close(server);
  return { listen: { host: DEFAULT_HOST, port }, origin: RECEIVER_ORIGIN };
}

/** Returns the forwards that lead to the receiver: what is registered with http reaches it, too. */
export function forwardsTo(receiver: DriverReceiver | undefined): Record<string, string> {
  if (!receiver) return {};
  const local = `http://${receiver.listen.host}:${receiver.listen.port}`;
  return { [receiver.origin]: local, [receiver.origin.replace("https:", "http:")]: local };
}

/** Returns the receiver behind the first forward that leads to plain HTTP. */
export function receiverBehind(forwards: Forwards): DriverReceiver | undefined {
  for (const [origin, local] of Object.entries(forwards.all)) {
    const { protocol, hostname, port } = new URL(local);
    if (protocol === "http:") return { listen: { host: hostname, port: Number(port || 80) }, origin };
  }
  return undefined;
}
