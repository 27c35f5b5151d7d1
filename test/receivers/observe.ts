/**
 * What one sees of a receiver: a table of deliveries and forgeries, with what came of each. No verdict is passed here.
 */

import { createHash, createHmac } from "node:crypto";
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { EVENT, type Receiver } from "./receivers.ts";

export type Observations = Record<string, string>;
type Shot = { body: string | Buffer; header?: string | undefined; name?: string; chunked?: boolean };

export async function observe({ url, secret, driver }: Receiver): Promise<Observations> {
  const seen: Observations = {};
  let number = Math.floor(Math.random() * 1e6) * 1000;

  const sign = (body: string | Buffer, key = secret, algorithm = "sha256") =>
    createHmac(algorithm, key).update(body).digest("hex");
  const signed = (body: string | Buffer): Shot => ({ body, header: `sha256=${sign(body)}` });
  const snapshot = (more: object = {}) => ({
    "@event": EVENT,
    id: ++number,
    amount: 12_550,
    paidTo: "client",
    confirmedAt: "2026-03-02T09:15:00+01:00",
    createdAt: "2026-02-27T16:40:12+01:00",
    updatedAt: "2026-03-02T09:15:00+01:00",
    caseFile: { id: 815 },
    ...more,
  });
  const compact = (more?: object) => JSON.stringify(snapshot(more));
  const count = async (id: number) => (await driver.processed()).filter((one) => one.id === id).length;

  /** Was it answered 2xx in time, and how often did the latest payment take effect? */
  async function shoot(shot: Shot): Promise<string> {
    const id = number;
    const start = performance.now();
    const status = await send(url, shot);
    const isPrompt = performance.now() - start < 2000;
    await driver.settle();
    await sleep(50);
    return `${Math.floor(status / 100) === 2 && isPrompt} ${await count(id)}`;
  }
  const forge = async (shot: Shot) => (await shoot(shot)).split(" ")[1] ?? "";

  const pretty = (gap: string, end: string) => `${JSON.stringify(snapshot(), null, gap).replaceAll("\n", end)}${end}`;
  seen["compact"] = await shoot(signed(compact()));
  if (seen["compact"].startsWith("false")) return seen;
  seen["pretty"] = await shoot(signed(pretty("  ", "\n")));
  seen["crlf"] = await shoot(signed(pretty("\t", "\r\n")));
  seen["not ascii"] = await shoot(signed(compact({ reference: "Zürich 東京 😀" })));
  seen["more members"] = await shoot(signed(compact({ currency: "CHF", debtor: { id: 1 } })));
  seen["large"] = await shoot(signed(compact({ note: "n".repeat(20_000) })));
  seen["chunked"] = await shoot({ ...signed(compact()), chunked: true });
  seen["small letters"] = await shoot({ ...signed(compact()), name: "x-service-signature" });
  seen["capitals"] = await shoot({ ...signed(compact()), name: "X-SERVICE-SIGNATURE" });

  const genuine = (change: (body: string) => string) => {
    const body = compact();
    return { body: change(body), header: `sha256=${sign(body)}` };
  };
  const claims = (header: (body: string) => string | undefined) => {
    const body = compact();
    return { body, header: header(body) };
  };
  const flipped = (digits: string, at: number) =>
    digits.slice(0, at) + (digits[at] === "0" ? "1" : "0") + digits.slice(at + 1);
  const forgeries: Record<string, () => Shot> = {
    tampered: () => genuine((body) => body.replace("12550", "99999")),
    "other secret": () => claims((body) => `sha256=${sign(body, "another")}`),
    "no header": () => claims(() => undefined),
    "empty header": () => claims(() => ""),
    "empty digest": () => claims(() => "sha256="),
    truncated: () => claims((body) => `sha256=${sign(body).slice(0, 32)}`),
    "first digit": () => claims((body) => `sha256=${flipped(sign(body), 0)}`),
    "last digit": () => claims((body) => `sha256=${flipped(sign(body), 63)}`),
    "algorithm none": () => claims(() => "none="),
    sha1: () => claims((body) => `sha1=${sign(body, secret, "sha1")}`),
    "no prefix": () => claims((body) => sign(body)),
    "re-encoded": () => genuine((body) => JSON.stringify(JSON.parse(body), null, 1)),
    "newline added": () => genuine((body) => `${body}\n`),
    "bom added": () => genuine((body) => `\ufeff${body}`),
    "byte replaced": () => {
      const body = compact({ note: "\ufffd" });
      const bytes = Buffer.from(body);
      const at = bytes.indexOf(Buffer.from("\ufffd"));
      return {
        body: Buffer.concat([bytes.subarray(0, at), Buffer.of(0xff), bytes.subarray(at + 3)]),
        header: `sha256=${sign(body)}`,
      };
    },
    "plain hash": () => claims((body) => `sha256=${createHash("sha256").update(body).digest("hex")}`),
    "a word for a missing secret": () => claims((body) => `sha256=${sign(body, "undefined")}`),
    garbage: () => claims(() => "sha256=zz"),
  };
  for (const [label, shot] of Object.entries(forgeries)) seen[`forged: ${label}`] = await forge(shot());
  seen["after forgeries"] = await shoot(signed(compact()));

  const [one, two] = [
    { shot: signed(compact()), id: number },
    { shot: signed(compact()), id: number },
  ];
  for (const { shot } of [one, one, two, one]) await send(url, shot);
  const { shot: many, id } = { shot: signed(compact()), id: number };
  await Promise.all(Array.from({ length: 50 }, () => send(url, many)));
  await driver.settle();
  await sleep(50);
  seen["repeated"] = `${await count(one.id)} ${await count(two.id)}`;
  seen["at once"] = String(await count(id));
  return seen;
}

function send(url: string, { body, header, name = "X-Service-Signature", chunked = false }: Shot): Promise<number> {
  return new Promise((resolve) => {
    const headers = { "Content-Type": "application/json", ...(header !== undefined && { [name]: header }) };
    const req = request(url, { method: "POST", headers, agent: false });
    req.on("response", (res) => {
      res.on("error", () => {}).resume();
      resolve(res.statusCode ?? 0);
    });
    req.on("error", () => resolve(0));
    if (chunked) req.write(Buffer.from(body).subarray(0, 40));
    req.end(chunked ? Buffer.from(body).subarray(40) : Buffer.from(body));
  });
}
