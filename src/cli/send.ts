/** `collections-contract send`: makes one delivery by hand and shows the answer of the receiver. */

import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { styleText } from "node:util";
import { type Exchange, explainTls, isAccepted, send } from "../judge/wire/http.ts";
import { signBody } from "../signature/node.ts";
import { readBody } from "./body.ts";
import { wholeNumber, wrongUse } from "./command-error.ts";
import { readSignatureHeader } from "./deployment-option.ts";
import { ExitCode } from "./exit.ts";
import { packageFile } from "./package-files.ts";
import { safeJson, safeLine, safeText } from "./safe-text.ts";
import { readSecret, type SecretFlags } from "./secret.ts";
import { narrowText } from "./terminal-width.ts";

interface SendFlags extends SecretFlags {
  url?: string | undefined;
  deployment?: string | undefined;
  app?: true | undefined;
  badSignature?: true | undefined;
  duplicate?: true | undefined;
  repeat: string;
  header?: string[] | undefined;
  timeout: string;
  json?: true | undefined;
}

/** Bytes of an answer's body that are shown. */
const SHOWN_MAX = 16 * 1024;

/**
 * Exits with 0 if every answer is 2xx, 1 if one is not, 3 if one is missing. Never follows redirects.
 *
 * @throws CommandError
 */
export async function runSend(file: string | undefined, flags: SendFlags): Promise<void> {
  const url = parseUrl(flags.url);
  if (flags.app && flags.badSignature) throw wrongUse("--app delivers without a signature: leave out --bad-signature.");
  if (flags.duplicate && flags.repeat !== "1") throw wrongUse("Give --duplicate or --repeat, not both.");
  const count = flags.duplicate ? 2 : wholeNumber("--repeat", flags.repeat, 1, 1000);
  const timeoutMs = wholeNumber("--timeout", flags.timeout, 1, 600_000);
  const own = parseHeaders(flags.header ?? []);
  // A random key: a bad signature must never be valid under a real secret.
  const secret = flags.app ? undefined : flags.badSignature ? randomBytes(32).toString("hex") : readSecret(flags);
  const body = file === undefined ? exampleBody(flags.app ? "app" : "client") : await readBody(file);
  const header = await readSignatureHeader(flags.deployment);
  const headers = {
    "content-type": "application/json",
    ...(secret !== undefined && { [header.toLowerCase()]: signBody(body, secret) }),
    ...own,
  };
  const exchanges: Exchange[] = [];
  if (!flags.json) process.stdout.write(narrowText(requestText(url, body, headers)));
  for (let i = 0; i < count; i++) {
    const exchange = await send({ method: "POST", url, headers, body }, { timeoutMs });
    exchanges.push(exchange);
    if (!flags.json) process.stdout.write(`${answerText(exchange, count > 1 ? i + 1 : 0)}\n`);
  }
  if (flags.json) process.stdout.write(`${safeJson(toResult(url, body, exchanges))}\n`);
  else if (flags.badSignature) process.stdout.write(`${narrowText(verdictOnForgery(exchanges))}\n`);
  process.exitCode = exchanges.every(isAccepted)
    ? ExitCode.holds
    : exchanges.some(({ failure }) => failure)
      ? ExitCode.unreachable
      : ExitCode.fails;
}

function parseUrl(text: string | undefined): string {
  const url = URL.parse(text ?? "");
  if (!url || !/^https?:$/.test(url.protocol)) throw wrongUse("Give --url, the http or https URL of the receiver.");
  if (url.username || url.password) throw wrongUse("--url contains a user or a password; use --header instead.");
  return url.href;
}

/** Parses `Name: value`. Names become lower case, so that they replace default headers. */
function parseHeaders(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined)
        throw wrongUse("--header takes a name and a value, as in: --header 'X-Trace: 1'.");
      if (/^(content-length|transfer-encoding|connection|expect)$/i.test(name))
        throw wrongUse(`--header cannot set ${name}: the body and the connection determine it.`);
      return [name.toLowerCase(), value];
    }),
  );
}

/** Shows no signature; `sign` prints one. */
function requestText(url: string, body: Buffer, headers: Record<string, string>): string {
  const names = Object.keys(headers).join(", ");
  return `POST ${safeLine(url)}\n  ${body.length} bytes; headers: ${names}\n`;
}

function answerText(exchange: Exchange, number: number): string {
  const { response, failure, ms } = exchange;
  const time = `${ms.toFixed(0)} ms`;
  const which = number > 0 ? `${number}. ` : "";
  if (!response) {
    const why = styleText("red", failure?.code ?? "broken", { stream: process.stdout });
    const tls = explainTls(exchange);
    const cause = `${which}no answer (${why}: ${safeLine(failure?.message ?? "")}) after ${time}`;
    return tls === undefined ? cause : `${cause}\n${safeLine(tls)}`;
  }
  const isSuccess = response.status >= 200 && response.status < 300;
  const status = styleText(isSuccess ? "green" : "red", String(response.status), { stream: process.stdout });
  const headers = Object.entries(response.headers).map(([name, value]) => `  ${safeLine(name)}: ${safeLine(value)}`);
  const text = response.body.toString("utf8", 0, SHOWN_MAX);
  const more = response.body.length > SHOWN_MAX || response.isCut ? ["  ... and more"] : [];
  const lines = safeText(text).replace(/\n$/, "").split("\n");
  const shown = text === "" ? [] : ["", ...lines.map((line) => `  ${line}`)];
  return [`${which}${status} after ${time}`, ...headers, ...shown, ...more].join("\n");
}

function verdictOnForgery(exchanges: readonly Exchange[]): string {
  if (exchanges.some(isAccepted))
    return "A delivery with a bad signature was acknowledged: this receiver accepts forgeries.";
  return exchanges.some(({ failure }) => failure)
    ? "No answer, so the test of the signature is inconclusive."
    : "Refused, as it should be.";
}

function toResult(url: string, body: Buffer, exchanges: readonly Exchange[]) {
  return {
    url,
    bytes: body.length,
    acknowledged: exchanges.every(isAccepted),
    answers: exchanges.map(({ response, failure, ms }) => ({
      ms: Math.round(ms * 10) / 10,
      ...(response && {
        status: response.status,
        headers: response.headers,
        body: response.body.toString("utf8"),
        isCut: response.isCut,
      }),
      ...(failure && { failure }),
    })),
  };
}

/** The message of each webhook system in `generated/asyncapi.json`. */
const MESSAGES = { client: "paymentConfirmed", app: "appEvent" } as const;

function exampleBody(of: keyof typeof MESSAGES): Buffer {
  const { messages } = JSON.parse(readFileSync(packageFile("generated/asyncapi.json"), "utf8")).components;
  return Buffer.from(JSON.stringify(messages[MESSAGES[of]].examples[0].payload));
}
