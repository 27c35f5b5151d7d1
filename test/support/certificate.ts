/** A self-signed certificate, made on the spot: no key lies in the repository. */

import { generateKeyPairSync, sign } from "node:crypto";

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const time = (text: string) => der(0x18, Buffer.from(text));
const ECDSA_WITH_SHA256 = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
const SUBJECT_ALT_NAME = der(0x06, Buffer.from("551d11", "hex"));
const COMMON_NAME = der(0x06, Buffer.from("550403", "hex"));

/** Names and addresses, as an extension. */
function alternatives(names: readonly (string | readonly number[])[]): Buffer[] {
  if (names.length === 0) return [];
  const entries = names.map((name) =>
    typeof name === "string" ? der(0x82, Buffer.from(name)) : der(0x87, Buffer.from(name)),
  );
  return [der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, sequence(...entries)))))];
}

/** `names`: names and addresses, as bytes, that it is for. Default: none, so that only its key counts. */
export function certificate(names: readonly (string | readonly number[])[] = []): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from("test")))));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time("20200101000000Z"), time("20990101000000Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    ...alternatives(names),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", signed, privateKey));
  const text = sequence(signed, ECDSA_WITH_SHA256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${text.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}
