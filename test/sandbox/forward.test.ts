/** The way to the local side of a forward: the name that TLS asks for, the certificates, the Host. */

import { createServer as createPlain, type RequestListener, type Server } from "node:http";
import { createServer } from "node:https";
import type { TLSSocket } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { Forwards } from "../../src/sandbox/outbound/forward.ts";
import type { LocalOptions } from "../../src/sandbox/outbound/local-target.ts";
import { createSender, type Sender } from "../../src/sandbox/outbound/sender.ts";
import { certificate } from "../support/certificate.ts";
import { failureOf } from "../support/leaks.ts";
import { asWrongType } from "../support/wrong-type.ts";

const ORIGIN = "https://hooks.example.com";
const IPV6 = [...Array(15).fill(0), 1];
const own = certificate(["localhost", "app.localhost", [127, 0, 0, 1], IPV6]);
const foreign = certificate(["other.test"]);

let sender: Sender | undefined;
const servers: Server[] = [];
afterEach(async () => {
  await sender?.close();
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A receiver that tells what it was asked: the name of TLS, and the Host. */
async function receiver(tls: typeof own | undefined, host = "127.0.0.1"): Promise<{ port: number; seen: unknown[] }> {
  const seen: unknown[] = [];
  const answer: RequestListener = ({ socket, headers }, response) => {
    seen.push([(socket as TLSSocket).servername || null, headers.host]);
    response.writeHead(204).end();
  };
  const server = tls ? createServer(tls, answer) : createPlain(answer);
  servers.push(server);
  // Free by IPv4 as well, where `localhost` is tried first.
  const port = await freePort();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  return { port, seen };
}

function send(target: string, local: LocalOptions = {}, url = `${ORIGIN}/payments`) {
  const forwards = new Forwards({ [ORIGIN]: target, "https://other.example.com": target });
  sender ??= createSender({ forwards, local });
  const limits = { timeoutMs: 10_000, followRedirects: false, allowUserinfo: false, fault: null };
  return sender.send({ url, body: Buffer.from("{}"), headers: {}, ...limits });
}
afterEach(() => {
  sender = undefined;
});

describe("a forward to https", () => {
  it.each([
    ["localhost", "127.0.0.1", "localhost"],
    ["app.localhost", "127.0.0.1", "app.localhost"],
    ["127.0.0.1", "127.0.0.1", null],
    ["[::1]", "::1", null],
    ["localhost", "::1", "localhost"],
  ])("%s on %s is judged by its own name, not by the registered one", async (name, host, servername) => {
    const { port, seen } = await receiver(own, host);
    const target = `https://${name}:${port}`;
    expect(await send(target, { forwardCa: own.cert })).toMatchObject({ status: 204, error: null });
    expect(seen).toEqual([[servername, "hooks.example.com"]]);
    expect(await sender?.probe(`${ORIGIN}/`, 5000)).toBe(true);
  });

  it("serves several registered hosts", async () => {
    const { port, seen } = await receiver(own);
    const target = `https://localhost:${port}`;
    for (const host of ["hooks.example.com", "other.example.com", "hooks.example.com"])
      expect(await send(target, { forwardCa: own.cert }, `https://${host}/`)).toMatchObject({ status: 204 });
    expect(seen.map((one) => (one as string[])[1])).toEqual([
      "hooks.example.com",
      "other.example.com",
      "hooks.example.com",
    ]);
  });

  it.each<[string, typeof own, LocalOptions, string | null]>([
    ["one that nobody knows", own, {}, "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["one of another authority", own, { forwardCa: foreign.cert }, "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["one for another name", foreign, { forwardCa: foreign.cert }, "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["any, if it is said so", foreign, { forwardInsecure: true }, null],
  ])("checks the certificate: %s", async (_, tls, local, error) => {
    const { port } = await receiver(tls);
    expect((await send(`https://localhost:${port}`, local)).error).toBe(error);
  });
});

describe("the Host of a forward", () => {
  it.each([
    [undefined, "hooks.example.com"],
    ["registered", "hooks.example.com"],
    ["forward", "localhost:PORT"],
    ["app.test", "app.test"],
    ["App.test:8443", "App.test:8443"],
    ["[::1]:80", "[::1]:80"],
  ])("%s: %s", async (forwardHost, host) => {
    for (const tls of [undefined, own]) {
      const { port, seen } = await receiver(tls);
      const target = `${tls ? "https" : "http"}://localhost:${port}`;
      expect((await send(target, { forwardHost, forwardInsecure: true })).status).toBe(204);
      expect(seen).toEqual([[tls ? "localhost" : null, host.replace("PORT", `${port}`)]]);
      await sender?.close();
      sender = undefined;
    }
  });

  it.each(["", "a b", "a/b", "http://a", "a:b", "a@b", "a\r\nx: y", asWrongType(5)])(
    "%j is refused",
    async (forwardHost) => {
      expect(await failureOf(startSandbox({ forwardHost }))).toMatchObject({ code: "forward_host_invalid" });
    },
  );
});

it.each(["", "no certificate", own.key])("a CA that is none is refused, and not shown", async (forwardCa) => {
  const error = await failureOf(startSandbox({ forwardCa }));
  expect(error).toMatchObject({ code: "forward_ca_invalid" });
  if (forwardCa) expect(String(error)).not.toContain(forwardCa);
});
