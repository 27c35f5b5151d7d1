/** Looks for a wrong set-up before a service is judged. Reports one only if nothing else explains the behaviour. */

import { isUtf8 } from "node:buffer";
import { OPERATIONS, TOKEN_REQUEST_TYPE } from "../../../generated/constants.ts";
import type { ServiceDriver } from "../driver.ts";
import { problem, type RunProblem } from "../report/report.ts";
import { type SendOptions, send } from "../wire/http.ts";
import { firstAt } from "../wire/protocol.ts";
import { join } from "./expect.ts";

/** How to ask a service before there is a run. */
type How = Pick<SendOptions, "timeoutMs" | "signal">;

/** Whether a service answers at all, in HTTP, with a readable size. */
export async function reach(driver: ServiceDriver, how: How): Promise<RunProblem | undefined> {
  const path = OPERATIONS.listAppWebhooks.path.replace("{id}", encodeURIComponent(String(driver.appId ?? 1)));
  const request = { method: "GET", url: join(driver.baseUrl, path), headers: { Accept: "application/json" } };
  const where = `baseUrl (${driver.baseUrl})`;
  const exchange = await firstAt(driver.baseUrl, () => send(request, how));
  if (typeof exchange === "string") return problem("setup_protocol", `${where} ${exchange} in the driver.`);
  const { response, failure } = exchange;
  const noHttp = `The answer of ${where} is not HTTP: is the port right?`;
  const away = `${where} gives no answer (${failure?.message}): start the service, or correct the driver.`;
  if (failure)
    return failure.code === "no_http" ? problem("target_no_http", noHttp) : problem("target_unreachable", away);
  if (response?.isCut)
    return problem("answer_too_large", `${where} answers with more than 1 MiB to a request for a list.`);
  const isCoded = response?.headers["content-encoding"] !== undefined;
  if (response && !isCoded && response.body.length > 0 && !isUtf8(response.body))
    return problem("target_garbage", `${where} answers with bytes that are not text: is it the right port?`);
  const lost = await lostAuthUrl(driver, how);
  if (lost || response?.status !== 404 || !(await isNothingThere(driver, how))) return lost;
  const both = `Every path answers 404, under ${where} and under authUrl (${driver.authUrl})`;
  return problem("setup_path", `${both}: correct both in the driver.`);
}

/** What is wrong with authUrl, if nothing else shows it. Without credentials nothing is asked there. */
async function lostAuthUrl(
  { baseUrl, authUrl, credentials }: ServiceDriver,
  how: How,
): Promise<RunProblem | undefined> {
  if (typeof credentials !== "function" || new URL(authUrl).origin === new URL(baseUrl).origin) return undefined;
  const exchange = await firstAt(authUrl, () => send({ method: "GET", url: authUrl, headers: {} }, how));
  if (typeof exchange === "string") return problem("setup_protocol", `authUrl (${authUrl}) ${exchange} in the driver.`);
  const { failure } = exchange;
  if (failure?.code !== "refused") return undefined;
  const nobody = `Nothing listens at authUrl (${authUrl}, ${failure.message})`;
  return problem("target_unreachable", `${nobody}: start it, or correct the driver.`);
}

/**
 * Whether all stated paths are unknown, including the token endpoint. If only one is missing, or only the API, that
 * is a fault of the service.
 */
async function isNothingThere({ baseUrl, authUrl }: ServiceDriver, how: How): Promise<boolean> {
  const json = { "Content-Type": "application/json", Accept: "application/json" };
  const form = { "Content-Type": TOKEN_REQUEST_TYPE, Accept: "application/json" };
  const requests = [
    { operation: OPERATIONS.createClientWebhook, at: baseUrl, headers: json, body: "{}" },
    { operation: OPERATIONS.createAppWebhook, at: baseUrl, headers: json, body: "{}" },
    { operation: OPERATIONS.exchangeAuthorizationCode, at: authUrl, headers: form, body: "" },
  ];
  for (const { operation, at, headers, body } of requests) {
    const request = { method: operation.method, url: join(at, operation.path), headers, body };
    if ((await send(request, how)).response?.status !== 404) return false;
  }
  return true;
}
