/** A listener of the judge with one webhook, of which deliveries are sent by hand. */

import { Trace } from "../../src/judge/trace.ts";
import { Listener } from "../../src/judge/wire/listener.ts";

export async function listening(reply: Parameters<Listener["open"]>[1] = 200) {
  const trace = new Trace();
  const listener = new Listener(trace);
  const port = await listener.start("127.0.0.1", 0);
  const endpoint = listener.open("WhAAAAAAAAAAAAAA", reply, "");
  endpoint.since = 1;
  return { trace, listener, endpoint, url: `http://127.0.0.1:${port}${endpoint.target}` };
}
