/**
 * Opens connections that begin a request and go on by a letter a second. Tells its parent when all were tried.
 * Arguments: port, number.
 */

import { connect, type Socket } from "node:net";

const [port = "0", number = "0"] = process.argv.slice(2);
const sockets: Socket[] = [];
let tried = 0;

for (let i = 0; i < Number(number); i++) {
  const socket = connect(Number(port), "127.0.0.1");
  let isTried = false;
  const done = () => {
    if (isTried) return;
    isTried = true;
    if (++tried === Number(number)) process.send?.(tried);
  };
  socket.on("connect", () => socket.write("POST /api/client_webhooks HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: "));
  socket.on("connect", done).on("error", done).on("close", done).resume();
  sockets.push(socket);
  if (i % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
}
setInterval(() => {
  for (const socket of sockets) if (!socket.destroyed && socket.writable) socket.write("a");
}, 1000);
// A connection that the system neither makes nor refuses was tried as well.
setTimeout(() => process.send?.(Number(number)), 20_000);
