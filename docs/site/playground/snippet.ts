/** The same check as a command and as a program. Both read the secret from the environment, so it is never shown. */

import { base64 } from "./bytes.ts";

/** Size limit in bytes of a body that is written into the snippet; a larger one is read from a file. */
const INLINE = 1024;

export function shellSnippet(bytes: Uint8Array, header: string): string {
  const verify = `npx collections-contract verify --signature ${shellQuoted(header)}`;
  return bytes.length > INLINE
    ? `# WEBHOOK_SECRET is set; body.bin has the bytes as they arrived\n${verify} body.bin`
    : `# WEBHOOK_SECRET is set\nprintf %s ${shellQuoted(base64(bytes))} | base64 -d |\n  ${verify}`;
}

export function typescriptSnippet(bytes: Uint8Array, header: string): string {
  const [imported, body] =
    bytes.length > INLINE
      ? ['import { readFileSync } from "node:fs";\n', 'readFileSync("body.bin")']
      : ["", `Buffer.from(${JSON.stringify(base64(bytes))}, "base64")`];
  return `${imported}import { verify } from "collections-contract";

const body = ${body};
console.log(await verify(body, ${JSON.stringify(header)}, process.env.WEBHOOK_SECRET!));`;
}

/** Inside single quotes, a shell treats only the quote itself as special. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
