/** A sender over a bare socket, which does what no HTTP client would. */

import { connect } from "node:net";
import { HEADER, sign, snapshot } from "./receiver.ts";

/** Waits without timers, which a test may have taken over. */
export async function until<T>(found: () => T | false | undefined): Promise<T> {
  const end = performance.now() + 8000;
  for (;;) {
    const value = found();
    if (value) return value;
    if (performance.now() > end) throw new Error(`nothing came of ${found}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A sender that writes what it likes, and reads meanwhile. */
export async function sender(port: number) {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  let text = "";
  let error: Error | undefined;
  let closed = false;
  socket.on("data", (part) => {
    text += part;
  });
  socket.on("error", (given) => {
    error = given;
  });
  socket.on("close", () => {
    closed = true;
  });
  await until(() => socket.readyState === "open");
  return {
    write: (part: string) => void socket.write(part),
    destroy: () => void socket.destroy(),
    /** Status and body of each answer, when there are so many. */
    answers: (count: number) =>
      until(() => {
        const found = [...text.matchAll(/HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n(?:\{"code":"(\w+)"\})?/g)];
        return found.length === count && found.map(([, status, code]) => code ?? Number(status));
      }),
    closed: () => until(() => closed),
    isOpen: () => !closed && !error,
  };
}

export const head = (more: string, body = snapshot()) =>
  `POST /hook HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${HEADER}: ${sign(body)}\r\n${more}\r\n\r\n`;
export const whole = (body = snapshot()) => head(`Content-Length: ${body.length}`, body) + body;
export const CHUNKED = "Transfer-Encoding: chunked";
export const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
