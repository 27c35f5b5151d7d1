/** Whether a port speaks the other protocol than a URL says: TLS, or plain HTTP. Asks once, at most for two seconds. */

import { isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import { type Exchange, send } from "./http.ts";

const TIMEOUT_MS = 2000;
/** With these, a port for TLS may answer a request in plain HTTP. */
const WANTS_TLS = (status: number) => status === 400 || status === 426 || (status >= 300 && status <= 399);

/**
 * For an https URL, before the first request: what is wrong if no TLS is spoken there, but plain HTTP is. Such a port
 * may wait for the end of a request for ever.
 */
export async function plainHttpAt(url: string): Promise<string | undefined> {
  if (!url.startsWith("https:") || (await speaksTls(url))) return undefined;
  const { response } = await send(
    { method: "GET", url: withProtocol(url, "http:"), headers: {} },
    { timeoutMs: TIMEOUT_MS },
  );
  if (!response || WANTS_TLS(response.status)) return undefined;
  return "speaks plain HTTP: use http://";
}

/** For an http URL, after its first request: what is wrong if that failed, and TLS is spoken there. */
export async function tlsAt(url: string, { failure, response }: Exchange): Promise<string | undefined> {
  const isRefused = response?.status === 400 && /https/i.test(response.body.toString("latin1"));
  const isLost = failure?.code === "broken" || failure?.code === "no_http";
  if (!url.startsWith("http:") || !(isRefused || isLost) || !(await speaksTls(url))) return undefined;
  return "speaks TLS: use https://";
}

function withProtocol(url: string, protocol: string): string {
  const { port, hostname, pathname, search } = new URL(url);
  return `${protocol}//${hostname}:${port || 443}${pathname}${search}`;
}

function placeOf(url: string): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || (protocol === "https:" ? 443 : 80) };
}

/** Whether the handshake ends well; whose certificate it is does not matter here, and nothing is sent. */
function speaksTls(url: string): Promise<boolean> {
  const { host, port } = placeOf(url);
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return new Promise((resolve) => {
    const socket = connectTls({ host, port, ...servername, rejectUnauthorized: false }, () => end(true));
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
