import { createServer } from "node:net";

/**
 * A port of 127.0.0.1 for another program to listen on. From 10,000 to 29,999: outside the range that systems give to
 * outgoing connections, because one of those could take it before.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise<void>((resolve) => void server.close(() => resolve()));
    return port;
  }
}
