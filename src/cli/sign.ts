/** `collections-contract sign`: the value of the signature header for the exact bytes. */

import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import { signBody } from "../signature/node.ts";
import { readBody } from "./body.ts";
import { type SecretFlags, secretOf } from "./secret.ts";

/** Prints the value; with --json also the name of the header and the number of bytes. @throws CommandError */
export async function runSign(file: string | undefined, flags: SecretFlags & { json?: true | undefined }) {
  const secret = secretOf(flags);
  const body = await readBody(file);
  const value = signBody(body, secret);
  process.stdout.write(
    flags.json ? `${JSON.stringify({ header: SIGNATURE_HEADER, value, bytes: body.length })}\n` : `${value}\n`,
  );
}
