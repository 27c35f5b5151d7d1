/** Servers of this process on 127.0.0.1. */

import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that listens. `url` has no path. */
export interface Listening {
  readonly url: string;
  readonly server: Server;
  /** Ends it with all of its connections. */
  stop(): Promise<void>;
}

/** Starts a server. @param port 0 takes any free port @throws if the port is taken */
export async function listen(listener: RequestListener, port = 0): Promise<Listening> {
  const server = createServer(listener).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
