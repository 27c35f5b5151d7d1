/** A URL of the other protocol, https on a port for plain HTTP or the reverse, is told at once. */

import { createServer as createPlain } from "node:http";
import { createServer as createSecure } from "node:https";
import { connect, createServer as createBare, type Server } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { RemoteDriver, type Report, testReceiver } from "../../src/judge/index.ts";
import { send } from "../../src/judge/wire/http.ts";
import { firstAt } from "../../src/judge/wire/protocol.ts";
import { certificate } from "../support/certificate.ts";
import { endOf, judgeReceiver, judgeService } from "./judged.ts";

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}
const tlsPort = () => portOf(createSecure(certificate(), (_, response) => response.end()));
const plainPort = () => portOf(createPlain((_, response) => response.end()));
const toldBy = (report: Report) => [...endOf(report), report.setup?.message];
const secret = "a secret";

describe("a receiver", () => {
  it.each([
    ["TLS, at an http URL", "http", tlsPort, "speaks TLS: use https://."],
    ["plain HTTP, at an https URL", "https", plainPort, "speaks plain HTTP: use http://."],
    ["it, and waits for more of what is not HTTP", "https", () => portOf(waiting()), "speaks plain HTTP: use http://."],
  ] as const)("that speaks %s", async (_, scheme, port, words) => {
    const url = `${scheme}://127.0.0.1:${await port()}/hooks`;
    const started = performance.now();
    expect(toldBy(await testReceiver({ url, secret }))).toEqual(["setup_protocol", 2, `${url} ${words}`]);
    expect(performance.now() - started).toBeLessThan(8000);
  });

  it.each([
    ["says so in plain HTTP", "Client sent an HTTP request to an HTTPS server.", "setup_protocol", 2],
    ["answers 400 for another reason", "No.", undefined, 1],
  ])("that speaks TLS and %s", async (_, body, code, exit) => {
    const inner = await tlsPort();
    const server = createBare((socket) => {
      socket
        .on("error", () => {})
        .once("data", (data) => {
          if (data[0] !== 0x16)
            return void socket.end(`HTTP/1.1 400 Bad Request\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
          const to = connect(inner, "127.0.0.1").on("error", () => {});
          to.write(data);
          socket.pipe(to).pipe(socket);
        });
    });
    const url = `http://127.0.0.1:${await portOf(server)}/hooks`;
    const report = await testReceiver({ url, secret }, { only: ["receive.compact"] });
    expect(endOf(report)).toEqual([code, exit]);
  });

  it("that ends every connection speaks no TLS", async () => {
    const port = await portOf(createBare((socket) => socket.once("data", () => socket.destroy())));
    const url = `http://127.0.0.1:${port}/`;
    const exchange = await firstAt(url, () => send({ method: "GET", url, headers: {} }, { timeoutMs: 1000 }));
    expect(exchange).toMatchObject({ failure: { code: "broken" } });
  });
});

/** Answers what is HTTP, and waits for the end of anything else. */
function waiting(): Server {
  return createBare((socket) => {
    socket.on("error", () => {});
    socket.on("data", (data) => {
      if (/^[A-Z]+ \//.test(data.toString("latin1"))) socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    });
  });
}

describe("a service", () => {
  const judged = (more: object) => judgeService({}, { only: ["tokens"] }, () => more);

  it.each(["baseUrl", "authUrl"])("whose %s is of the other protocol", async (name) => {
    const plain = `https://127.0.0.1:${await plainPort()}`;
    const sentence = `${name} (${plain}) speaks plain HTTP: use http:// in the driver.`;
    expect(toldBy(await judged({ [name]: plain }))).toEqual(["setup_protocol", 2, sentence]);
    const tls = `http://127.0.0.1:${await tlsPort()}`;
    const other = `${name} (${tls}) speaks TLS: use https:// in the driver.`;
    expect(toldBy(await judged({ [name]: tls }))).toEqual(["setup_protocol", 2, other]);
  });
});

it("a driver over HTTP", async () => {
  const judged = (url: string) => judgeReceiver({}, {}, () => ({ driver: new RemoteDriver({ url }) }));
  const plain = `https://127.0.0.1:${await plainPort()}/support`;
  expect(toldBy(await judged(plain))).toEqual([
    "driver_invalid",
    2,
    `The URL of the driver ${plain} speaks plain HTTP: use http://`,
  ]);
  const tls = `http://127.0.0.1:${await tlsPort()}/support`;
  expect(toldBy(await judged(tls))).toEqual([
    "driver_invalid",
    2,
    `The URL of the driver ${tls} speaks TLS: use https://`,
  ]);
});
