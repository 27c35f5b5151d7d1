/** Looks for a wrong set-up before a service is judged. Reports one only if nothing else explains the behaviour. */

import { isUtf8 } from "node:buffer";
import { OPERATIONS, TOKEN_REQUEST_TYPE } from "../../../generated/constants.ts";
import type { ServiceDriver } from "../driver.ts";
import type { RunProblem } from "../report/report.ts";
import { send } from "../wire/http.ts";
import { plainHttpAt, tlsAt } from "../wire/protocol.ts";
import { join } from "./expect.ts";

/** Whether a service answers at all, in HTTP, with a readable size. */
export async function reach(
  driver: ServiceDriver,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<RunProblem | undefined> {
  const path = OPERATIONS.listAppWebhooks.path.replace("{id}", encodeURIComponent(String(driver.appId ?? 1)));
  const request = { method: "GET", url: join(driver.baseUrl, path), headers: { Accept: "application/json" } };
  const where = `baseUrl (${driver.baseUrl})`;
  const plain = await plainHttpAt(driver.baseUrl);
  if (plain) return protocolOf(where, plain);
  const exchange = await send(request, { timeoutMs, signal });
  const { response, failure } = exchange;
  const tls = await tlsAt(driver.baseUrl, exchange);
  if (tls) return protocolOf(where, tls);
  if (failure?.code === "no_http")
    return { code: "target_no_http", message: `The answer of ${where} is not HTTP: is the port right?` };
  if (failure)
    return {
      code: "target_unreachable",
      message: `${where} gives no answer (${failure.message}): start the service, or correct the driver.`,
    };
  if (response?.isCut)
    return { code: "answer_too_large", message: `${where} answers with more than 1 MiB to a request for a list.` };
  const isCoded = response?.headers["content-encoding"] !== undefined;
  if (response && !isCoded && response.body.length > 0 && !isUtf8(response.body))
    return {
      code: "target_garbage",
      message: `${where} answers with bytes that are not text: is it the right port?`,
    };
  const lost = await lostAuthUrl(driver, timeoutMs, signal);
  if (lost) return lost;
  if (response?.status === 404 && (await isNothingThere(driver, timeoutMs, signal)))
    return {
      code: "setup_path",
      message: `Every path answers 404, under ${where} and under authUrl (${driver.authUrl}): correct both in the driver.`,
    };
  return undefined;
}

const protocolOf = (where: string, what: string): RunProblem => ({
  code: "setup_protocol",
  message: `${where} ${what} in the driver.`,
});

/**
 * Whether nothing listens at authUrl, or the other protocol is spoken there. Without credentials nothing is asked
 * there.
 */
async function lostAuthUrl(
  { baseUrl, authUrl, credentials }: ServiceDriver,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<RunProblem | undefined> {
  if (typeof credentials !== "function" || new URL(authUrl).origin === new URL(baseUrl).origin) return undefined;
  const plain = await plainHttpAt(authUrl);
  if (plain) return protocolOf(`authUrl (${authUrl})`, plain);
  const exchange = await send({ method: "GET", url: authUrl, headers: {} }, { timeoutMs, signal });
  const { failure } = exchange;
  const tls = await tlsAt(authUrl, exchange);
  if (tls) return protocolOf(`authUrl (${authUrl})`, tls);
  if (failure?.code !== "refused") return undefined;
  return {
    code: "target_unreachable",
    message: `Nothing listens at authUrl (${authUrl}, ${failure.message}): start it, or correct the driver.`,
  };
}

/**
 * Whether all stated paths are unknown, including the token endpoint. If only one is missing, or only the API, that
 * is a fault of the service.
 */
async function isNothingThere(
  { baseUrl, authUrl }: ServiceDriver,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const json = { "Content-Type": "application/json", Accept: "application/json" };
  const form = { "Content-Type": TOKEN_REQUEST_TYPE, Accept: "application/json" };
  const requests = [
    { operation: OPERATIONS.createClientWebhook, at: baseUrl, headers: json, body: "{}" },
    { operation: OPERATIONS.createAppWebhook, at: baseUrl, headers: json, body: "{}" },
    { operation: OPERATIONS.exchangeAuthorizationCode, at: authUrl, headers: form, body: "" },
  ];
  for (const { operation, at, headers, body } of requests) {
    const request = { method: operation.method, url: join(at, operation.path), headers, body };
    if ((await send(request, { timeoutMs, signal })).response?.status !== 404) return false;
  }
  return true;
}
