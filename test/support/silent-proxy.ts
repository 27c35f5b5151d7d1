/** A way to a server on which connections go silent, as after a failover or in a firewall that forgot them. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface SilentProxy {
  readonly port: number;
  /** Nothing passes any more on the connections there are, in either direction, not even that one of them is closed. */
  silence(): number;
  /** Whether new connections are silent from their beginning. */
  isNewSilent: boolean;
  /** A text: the connection on which it is next asked passes it on, and no answer any more. */
  deafAt: string | undefined;
  stop(): Promise<void>;
}

/** Starts it in front of the server on a port of this machine. */
export async function startSilentProxy(to: number): Promise<SilentProxy> {
  const open = new Set<{ near: Socket; far: Socket; isSilent: boolean; isDeaf: boolean }>();
  const server = createServer((near) => {
    const far = connect(to, "127.0.0.1");
    const way = { near, far, isSilent: proxy.isNewSilent, isDeaf: false };
    open.add(way);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("data", (bytes) => {
        if (proxy.deafAt !== undefined && from === near && bytes.includes(proxy.deafAt)) {
          way.isDeaf = true;
          proxy.deafAt = undefined;
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
  const proxy: SilentProxy = {
    port: (server.address() as AddressInfo).port,
    isNewSilent: false,
    deafAt: undefined,
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
  };
  return proxy;
}
