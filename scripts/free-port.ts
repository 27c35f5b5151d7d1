import { createServer } from "node:net";

const [FIRST, COUNT] = [10_000, 20_000];
/** Each process goes its own way, so that two callers do not get one port before either of them listens. */
let next = Math.floor(Math.random() * COUNT);

/**
 * A port of 127.0.0.1 for another program to listen on. From 10,000 to 29,999: outside the range that systems give to
 * outgoing connections, because one of those could take it before. A process gets each of them once before any again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (next++ % COUNT);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise<void>((resolve) => void server.close(() => resolve()));
    return port;
  }
}
