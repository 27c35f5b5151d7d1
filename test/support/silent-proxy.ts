/** A way to a server on which connections go silent, as after a failover or in a firewall that forgot them. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type SilentProxy = Awaited<ReturnType<typeof startSilentProxy>>;

/** Starts it in front of the server on a port of this machine. */
export async function startSilentProxy(to: number) {
  /**
   * `isNewSilent`: new connections are silent from their beginning. `deafAt`: a text; the connection on which it is
   * next asked passes it on, and no answer any more.
   */
  const now = { isNewSilent: false, deafAt: undefined as string | undefined };
  const open = new Set<{ near: Socket; far: Socket; isSilent: boolean; isDeaf: boolean }>();
  const server = createServer((near) => {
    const far = connect(to, "127.0.0.1");
    const way = { near, far, isSilent: now.isNewSilent, isDeaf: false };
    open.add(way);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("data", (bytes) => {
        if (now.deafAt !== undefined && from === near && bytes.includes(now.deafAt)) {
          way.isDeaf = true;
          now.deafAt = undefined;
        }
        if (!way.isSilent && !(way.isDeaf && from === far)) into.write(bytes);
      });
      from.on("error", () => from.destroy());
      from.on("close", () => {
        if (way.isSilent) return;
        into.destroy();
        open.delete(way);
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(now, {
    port: (server.address() as AddressInfo).port,
    /** Nothing passes any more on the connections there are, not even that one of them is closed. */
    silence() {
      for (const way of open) way.isSilent = true;
      return open.size;
    },
    async stop() {
      const gone = once(server, "close");
      server.close();
      for (const { near, far } of open) for (const socket of [near, far]) socket.destroy();
      await gone;
    },
  });
}
