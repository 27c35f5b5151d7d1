/** `collections-contract sign`: the value of the signature header for the exact bytes. */

import { signBody } from "../signature/node.ts";
import { readBody } from "./body.ts";
import { readSignatureHeader } from "./deployment-option.ts";
import { readSecret, type SecretFlags } from "./secret.ts";

interface SignFlags extends SecretFlags {
  deployment?: string | undefined;
  json?: true | undefined;
}

/** Prints the value; with --json also the header's name and the number of bytes. @throws CommandError, DocumentError */
export async function runSign(file: string | undefined, flags: SignFlags): Promise<void> {
  const secret = readSecret(flags);
  const header = await readSignatureHeader(flags.deployment);
  const body = await readBody(file);
  const value = signBody(body, secret);
  process.stdout.write(flags.json ? `${JSON.stringify({ header, value, bytes: body.length })}\n` : `${value}\n`);
}
