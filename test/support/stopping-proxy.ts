/** A way to PostgreSQL on which the server seems to stop in the moment in which a new connection is ready. */

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** ReadyForQuery, outside of a transaction. */
const READY = Buffer.from("Z\0\0\0\u0005I");
const FIELDS = "SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0";

/** ErrorResponse, as a server sends it when it stops. */
function fatal(): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(FIELDS));
  return Buffer.concat([Buffer.from("E"), length, Buffer.from(FIELDS)]);
}

/** Starts it in front of the server on a port of this machine. */
export async function startStoppingProxy(to: number) {
  const open = new Set<Socket>();
  /** `endsNew`: a new connection is ended in the packet that says it is ready. */
  const now = { endsNew: false };
  const server = createServer((near) => {
    const far = connect(to, "127.0.0.1");
    let isNew = now.endsNew;
    open.add(near);
    near.on("close", () => {
      open.delete(near);
      far.destroy();
    });
    far.on("close", () => near.end());
    for (const socket of [near, far]) socket.on("error", () => socket.destroy());
    near.on("data", (bytes) => far.write(bytes));
    far.on("data", (bytes) => {
      const isReady = isNew && bytes.includes(READY);
      if (isReady) isNew = false;
      near.write(isReady ? Buffer.concat([bytes, fatal()]) : bytes);
      if (isReady) near.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(now, {
    port: (server.address() as AddressInfo).port,
    /** Breaks the connections there are. */
    async breakAll() {
      const gone = [...open].map((socket) => once(socket, "close"));
      for (const socket of open) socket.destroy();
      await Promise.all(gone);
    },
    async stop() {
      const gone = once(server, "close");
      server.close();
      for (const socket of open) socket.destroy();
      await gone;
    },
  });
}
