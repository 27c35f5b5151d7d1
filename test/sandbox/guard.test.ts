import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { guardedConnector, type Lookup } from "../../src/sandbox/outbound/address-guard.ts";
import { Forwards } from "../../src/sandbox/outbound/forward.ts";
import { createSender, type Sender } from "../../src/sandbox/outbound/sender.ts";
import { type Receiver, startReceiver, status } from "./support.ts";

const OUTGOING = {
  body: Buffer.from("{}"),
  headers: { "Content-Type": "application/json" },
  timeoutMs: 1500,
  followRedirects: true,
  allowUserinfo: false,
  fault: null,
};

describe("the guard of deliveries", () => {
  let sender: Sender | undefined;
  let inner: Receiver | undefined;
  afterEach(async () => {
    await sender?.close();
    await inner?.stop();
  });
  const send = async (url: string, options: { lookup?: Lookup; forward?: Record<string, string> } = {}) => {
    sender = createSender({ forwards: new Forwards(options.forward), lookup: options.lookup });
    return sender.send({ ...OUTGOING, url });
  };
  const port = () => new URL(inner?.url ?? "").port;

  it.each([
    ["127.0.0.1", "url_host_loopback"],
    ["2130706433", "url_host_loopback"],
    ["0x7f.1", "url_host_loopback"],
    ["[::1]", "url_host_loopback"],
    ["[::ffff:127.0.0.1]", "url_host_loopback"],
    ["localhost", "url_host_loopback"],
    ["10.0.0.1", "url_host_private"],
    ["169.254.169.254", "url_host_special"],
  ])("refuses %s, although it was registered somehow", async (host, code) => {
    inner = await startReceiver();
    expect((await send(`http://${host}:${port()}/`)).error).toBe(code);
    expect(inner.received).toEqual([]);
  });

  it.each([
    ["127.0.0.1", "address_loopback"],
    ["::1", "address_loopback"],
    ["::ffff:127.0.0.1", "address_loopback"],
    ["192.168.1.1", "address_private"],
    ["169.254.169.254", "address_link_local"],
    ["fd00::1", "address_private"],
  ])("refuses a name that resolves to %s", async (address, code) => {
    inner = await startReceiver();
    const lookup: Lookup = async () => [{ address, family: address.includes(":") ? 6 : 4 }];
    expect((await send(`http://hooks.example.com:${port()}/`, { lookup })).error).toBe(code);
    expect(inner.received).toEqual([]);
  });

  it.each([
    ["hooks.example.com", 0],
    ["hooks.example.net", 0],
    ["example.com", 1],
    ["hooks.acme-example.com", 1],
  ])("asks the resolver about %s %i times", async (name, times) => {
    const asked = vi.spyOn(dns, "lookup").mockRejectedValue(Object.assign(new Error(), { code: "ENOTFOUND" }));
    syncBuiltinESMExports();
    onTestFinished(syncBuiltinESMExports);
    expect((await send(`http://${name}/`)).error).toBe("ENOTFOUND");
    expect(asked).toHaveBeenCalledTimes(times);
  });

  it("refuses a name with one bad address among good ones, and one with none", async () => {
    inner = await startReceiver();
    const mixed: Lookup = async () => [
      { address: "93.184.215.14", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    expect((await send(`http://hooks.example.com:${port()}/`, { lookup: mixed })).error).toBe("address_loopback");
    await sender?.close();
    expect((await send("http://hooks.example.com/", { lookup: async () => [] })).error).toBe("address_unknown");
    expect(inner.received).toEqual([]);
  });

  it("connects to what it checked: a second answer of the resolver is checked anew, never used unseen", async () => {
    inner = await startReceiver();
    let asked = 0;
    const rebinding: Lookup = async () => [{ address: ++asked === 1 ? "192.0.0.9" : "127.0.0.1", family: 4 }];
    const first = await send(`http://hooks.example.com:${port()}/`, { lookup: rebinding });
    const second = await sender?.send({ ...OUTGOING, url: `http://hooks.example.com:${port()}/` });
    expect([first.error, second?.error]).toEqual(["address_special", "address_loopback"]);
    expect(asked).toBe(2);
    expect(inner.received).toEqual([]);
  });

  it.each(["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "10.1.2.3"])(
    "opens no connection to the address %s, not even for a moment",
    async (hostname) => {
      let connections = 0;
      const server = createServer(() => connections++);
      await new Promise<void>((resolve) => server.listen(0, "::", resolve));
      const { port } = server.address() as AddressInfo;
      const connector = guardedConnector({ connectTimeoutMs: 1000 });
      const target = { protocol: "http:", hostname, host: hostname, port: String(port) };
      const error = await new Promise((resolve) => connector(target, (...[failure]) => resolve(failure)));
      expect(error).toMatchObject({ code: expect.stringMatching(/^address_/) });
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(connections).toBe(0);
      await new Promise((resolve) => server.close(resolve));
    },
  );

  it("ignores proxies of the environment", async () => {
    inner = await startReceiver();
    for (const name of ["HTTP_PROXY", "http_proxy"]) vi.stubEnv(name, inner.url);
    const lookup: Lookup = async () => [{ address: "10.0.0.1", family: 4 }];
    expect((await send("http://hooks.example.com/", { lookup })).error).toBe("address_private");
    expect(inner.received).toEqual([]);
  });

  it("reaches a forwarded origin, that port and scheme alone", async () => {
    inner = await startReceiver();
    const forward = { "https://hooks.example.com": inner.url };
    const lookup: Lookup = async () => [{ address: "127.0.0.1", family: 4 }];
    expect((await send("https://hooks.example.com/a?b=1", { forward, lookup })).status).toBe(204);
    expect(inner.received.map(({ path, headers }) => [path, headers.host])).toEqual([["/a?b=1", "hooks.example.com"]]);
    for (const url of [
      "http://hooks.example.com/",
      "https://hooks.example.com:8443/",
      "https://sub.hooks.example.com/",
    ]) {
      await sender?.close();
      expect((await send(url, { forward, lookup })).error).toBe("address_loopback");
    }
    expect(inner.received).toHaveLength(1);
  });

  it("guards every hop of a redirect, and forwards those that are forwarded", async () => {
    inner = await startReceiver();
    const other = await startReceiver();
    const forward = { "https://hooks.example.com": inner.url, "https://other.example.com": other.url };
    inner.answer(status(308, { location: "https://other.example.com/next" }));
    expect((await send("https://hooks.example.com/", { forward })).status).toBe(308);
    expect(other.received[0]).toMatchObject({ path: "/next", headers: { host: "other.example.com" } });
    other.answer(status(307, { location: `${inner.url}/inside` }));
    await sender?.send({ ...OUTGOING, url: "https://hooks.example.com/" });
    expect(inner.at("/inside")).toEqual([]);
    other.answer(status(307, { location: "https://hooks.example.com/" }));
    expect((await sender?.send({ ...OUTGOING, url: "https://hooks.example.com/" }))?.status).toBe(308);
    // The first answer, then five redirects, and no more.
    expect(inner.received.length + other.received.length).toBe(2 + 2 + 6);
    await other.stop();
  });

  it.each([
    "https://hooks.example.com",
    "http://127.0.0.1=http://127.0.0.1:3000",
    "https://localhost=http://127.0.0.1:3000",
    "https://hooks.example.com/path=http://127.0.0.1:3000",
    "https://hooks.example.com=127.0.0.1:3000",
    "https://hooks.example.com=ftp://127.0.0.1",
    "=",
  ])("refuses the forward %s", (pair) => {
    expect(() => new Forwards([pair])).toThrow(expect.objectContaining({ code: "forward_invalid" }));
  });
});
