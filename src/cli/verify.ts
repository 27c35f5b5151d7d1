/** `collections-contract verify`: checks a signature over the exact bytes, and explains why it does not match. */

import { styleText } from "node:util";
import { createVerifier } from "../signature/node.ts";
import { readBody } from "./body.ts";
import { wrongUse } from "./command-error.ts";
import { readSignatureHeader } from "./deployment-option.ts";
import { ExitCode } from "./exit.ts";
import { readSecrets, type SecretFlags } from "./secret.ts";
import { narrowText } from "./terminal-width.ts";

interface VerifyFlags extends SecretFlags {
  signature?: string | undefined;
  deployment?: string | undefined;
  json?: true | undefined;
}

/** Exits with 0 if it matches and 1 if not. Never shows a digest or a secret. @throws CommandError, DocumentError */
export async function runVerify(file: string | undefined, flags: VerifyFlags): Promise<void> {
  const { signature } = flags;
  const header = await readSignatureHeader(flags.deployment);
  if (signature === undefined) throw wrongUse(`Give --signature, the value of the header ${header}.`);
  const secrets = readSecrets(flags);
  const body = await readBody(file);
  const verdict = createVerifier(secrets).verify(body, signature);
  process.exitCode = verdict.ok ? ExitCode.holds : ExitCode.fails;
  const bytes = body.length;
  if (verdict.ok) {
    const which = secrets.length > 1 ? ` (secret ${verdict.secretIndex + 1} of ${secrets.length})` : "";
    const result = { ok: true, secretIndex: verdict.secretIndex, header, bytes };
    const word = styleText("green", "valid", { stream: process.stdout });
    process.stdout.write(
      flags.json ? `${JSON.stringify(result)}\n` : `${word}: the signature matches these ${bytes} bytes${which}\n`,
    );
    return;
  }
  // Loads the texts only when there is something to explain.
  const [{ ERROR_TEXTS }, { hintsFor }] = await Promise.all([
    import("../errors/texts/index.ts"),
    import("./verify/hints.ts"),
  ]);
  const { code } = verdict;
  const { means, fix } = ERROR_TEXTS[code];
  const hints = hintsFor(body, signature, secrets, header);
  if (flags.json)
    return void process.stdout.write(`${JSON.stringify({ ok: false, code, means, fix, hints, header, bytes })}\n`);
  const word = styleText("red", code, { stream: process.stdout });
  const list = hints.map((hint) => `  - ${hint}\n`).join("");
  const text = `${word}: ${means}\n${fix}\nThe body has ${bytes} bytes.\n${list && `Hints:\n${list}`}`;
  process.stdout.write(narrowText(text));
}
