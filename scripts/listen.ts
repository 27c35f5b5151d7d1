/** Servers of this process on 127.0.0.1. */

import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that listens. `url` has no path. */
export interface Listening {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /** Ends it with all of its connections, unless it has ended. */
  stop(): Promise<void>;
}

/** Starts a server. @param port 0 takes any free port @throws if the port is taken */
export const listen = (listener: RequestListener, port = 0): Promise<Listening> =>
  listening(createServer(listener), port);

/** Lets a server listen, unless it does already. @throws if the port is taken */
export async function listening(server: Server, wanted = 0): Promise<Listening> {
  if (!server.listening) await once(server.listen(wanted, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    stop() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}
