/** Whether a port speaks the other protocol than a URL says: TLS, or plain HTTP. Asks once, at most for two seconds. */

import { isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import { type Exchange, send } from "./http.ts";

const TIMEOUT_MS = 2000;
/** Tells the statuses with which a port for TLS may answer a request in plain HTTP. */
const WANTS_TLS = (status: number) => status === 400 || status === 426 || (status >= 300 && status <= 399);

/**
 * Makes the first request to a URL: the exchange, or what is wrong if only the other protocol is spoken there. A port
 * for plain HTTP may wait for the end of a handshake for ever, so an https URL is looked at before.
 */
export async function firstAt(url: string, ask: () => Promise<Exchange>): Promise<Exchange | string> {
  if (url.startsWith("https:")) {
    if (await speaksTls(url)) return ask();
    const { port, hostname, pathname, search } = new URL(url);
    const plain = { method: "GET", url: `http://${hostname}:${port || 443}${pathname}${search}`, headers: {} };
    const { response } = await send(plain, { timeoutMs: TIMEOUT_MS });
    return response && !WANTS_TLS(response.status) ? "speaks plain HTTP: use http://" : ask();
  }
  const exchange = await ask();
  const { failure, response } = exchange;
  const isRefused = response?.status === 400 && /https/i.test(response.body.toString("latin1"));
  const isLost = failure?.code === "broken" || failure?.code === "no_http";
  return (isRefused || isLost) && (await speaksTls(url)) ? "speaks TLS: use https://" : exchange;
}

/** Whether the handshake ends well; whose certificate it is does not matter here, and nothing is sent. */
function speaksTls(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const at = { host, port: Number(port) || (protocol === "https:" ? 443 : 80) };
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return new Promise((resolve) => {
    const socket = connectTls({ ...at, ...servername, rejectUnauthorized: false }, () => end(true));
    const timer = setTimeout(() => end(false), TIMEOUT_MS);
    const end = (answer: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    socket.on("error", () => end(false));
    socket.on("close", () => end(false));
  });
}
