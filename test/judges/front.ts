/** One origin before a service: the token endpoint is passed on to its `authUrl`, everything else to its `baseUrl`. */

import { createServer, request } from "node:http";
import { OPERATIONS } from "../../generated/constants.ts";
import { listening } from "../../scripts/listen.ts";

export async function startFront(driver: { baseUrl: string; authUrl: string }) {
  const server = createServer((incoming, response) => {
    const { method, url = "/", headers } = incoming;
    const isToken = url.split("?")[0] === OPERATIONS.exchangeAuthorizationCode.path;
    const base = new URL(isToken ? driver.authUrl : driver.baseUrl);
    const out = request(
      { hostname: base.hostname, port: base.port, method, path: base.pathname.replace(/\/$/, "") + url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    out.on("error", () => response.destroy());
    incoming.pipe(out);
  });
  return listening(server);
}
