/** Typed client of the API: openapi-fetch over the generated paths, within bounds, with errors that hold no secret. */

import createFetchClient, { type Client } from "openapi-fetch";
import { OPERATIONS } from "../generated/constants.ts";
import {
  appWebhookBody,
  clientWebhookBody,
  fail,
  faultsOfClientWebhook,
  isObject,
  parsed,
  segment,
} from "./client-checks.ts";
import type {
  ApiPaths,
  AppWebhook,
  AppWebhookWrite,
  CallOptions,
  ClientOptions,
  ClientWebhook,
  ClientWebhookCreate,
  OperationId,
  Schemas,
} from "./client-options.ts";
import { asApiError, attempt, baseUrlOf } from "./client-transport.ts";
import { deprecationOf, once, sentenceOf, unknownEvent } from "./client-warnings.ts";
import type { ApiErrorDetails, Fault } from "./errors.ts";
import { isJsonType, retryAfterSeconds } from "./http.ts";
import { checkWebhookUrl } from "./webhook-url.ts";

export { itemsOf } from "./client-checks.ts";
export type * from "./client-options.ts";
export { ApiError } from "./errors.ts";

/** What `createClient` returns: an operation per method. Each `ApiError` has one of the codes in `ApiCode`. */
export interface ApiClient {
  /**
   * Creates a client webhook (F-4.3-01). Repeated event names are dropped (U-09). Store `secret` at once: whether it is ever shown again
   * is not stated.
   * @returns the resource with its secret and every member the service added (F-2.2-11, N-2.2-02)
   * @throws ApiError
   */
  createClientWebhook(body: ClientWebhookCreate, options?: CallOptions): Promise<ClientWebhook>;
  /**
   * Lists the webhooks of an App (F-4.4-01). `id` is percent-encoded (U-04).
   * @returns whatever JSON arrives, as its form is not stated (U-03): see `itemsOf`
   * @throws ApiError
   */
  listAppWebhooks(id: string | number, options?: CallOptions): Promise<Schemas["AppWebhookList"]>;
  /**
   * Creates an app webhook (F-4.4-03). Repeated event names are dropped (U-09); 1 to 100 must remain (F-2.3-07).
   * @returns the resource with every member the service added; none is sure to be there, and an answer without any is `{}` (U-41)
   * @throws ApiError
   */
  createAppWebhook(body: AppWebhookWrite, options?: CallOptions): Promise<AppWebhook>;
  /**
   * The plain openapi-fetch client underneath, with the same token, bounds and retries: nothing is checked before sending, and an
   * answer that is no success comes back as `{ error, response }`. Branch on `response.ok`.
   */
  raw: Client<ApiPaths>;
}

/**
 * A client of the API.
 *
 * Success is any 2xx (N-7-01) with a JSON media type, and for `createAppWebhook` with any body or none (U-41). Each failure is an
 * `ApiError` with a constant code; redirects are refused. Nothing is logged but warnings.
 *
 * @throws ApiError `base_url_invalid`, `insecure_url`
 */
export function createClient(options: ClientOptions): ApiClient {
  const { onWarning = (warning) => console.warn(sentenceOf(warning)), checkUrl = checkWebhookUrl } = options;
  const clock = options.now ?? Date.now;
  const warn = once(onWarning);
  const headers = { "Content-Type": options.contentType ?? "application/json" };
  const raw = createFetchClient<ApiPaths>({
    baseUrl: baseUrlOf(options),
    headers: { Accept: "application/json" },
    bodySerializer: (body) => JSON.stringify(body),
    fetch: (request) => attempt(request, options, clock),
  });
  raw.use({
    onError: ({ error, request, schemaPath }) => asApiError(error, operationIdOf(request.method, schemaPath)),
    async onResponse({ response, request, schemaPath, options: { parseAs } }) {
      const operationId = operationIdOf(request.method, schemaPath);
      if (operationId) warn(deprecationOf(response.headers, operationId));
      // openapi-fetch would quote the body in its error.
      const text = response.ok && parseAs === "json" ? await response.clone().text() : "";
      if (text && parsed(text) === undefined)
        fail("response_not_json", detailsOf(operationId, response, text, clock()));
    },
  });

  /** What the operations have in common: whatever is no success, no JSON or not what the contract promises is an error. */
  const judged = (
    operationId: OperationId,
    call: CallOptions | undefined,
    faultsOf: ((value: unknown) => Fault[]) | "open",
  ) => ({
    ...(call?.signal && { signal: call.signal }),
    middleware: [
      {
        async onResponse({ response }: { response: Response }): Promise<Response | undefined> {
          const text = await response.clone().text();
          const details = detailsOf(operationId, response, text, clock());
          if (!response.ok) fail(response.status < 500 ? "request_rejected" : "service_failed", details);
          const value = isJsonType(response.headers) ? parsed(text) : undefined;
          if (faultsOf === "open") {
            // It worked; an error would invite to create another one.
            return isObject(value) ? undefined : Response.json({});
          }
          if (value === undefined) fail("response_not_json", details);
          const faults = faultsOf(value);
          if (faults.length > 0) fail("response_invalid", { ...details, faults });
          return undefined;
        },
      },
    ],
  });

  return {
    raw,
    async createClientWebhook(given, call) {
      const operationId = "createClientWebhook";
      const body = clientWebhookBody(given, checkUrl);
      for (const event of body.events) warn(unknownEvent(operationId, event));
      const init = { body, headers, ...judged(operationId, call, faultsOfClientWebhook) };
      return (await raw.POST(OPERATIONS[operationId].path, init)).data as ClientWebhook;
    },
    async listAppWebhooks(id, call) {
      const operationId = "listAppWebhooks";
      const init = { params: { path: { id: segment(operationId, id) } }, ...judged(operationId, call, () => []) };
      // What is no JSON has failed by now; what the list is, only a deployment can say (U-03).
      return (await raw.GET(OPERATIONS[operationId].path, init)).data as Schemas["AppWebhookList"];
    },
    async createAppWebhook(given, call) {
      const operationId = "createAppWebhook";
      const body = appWebhookBody(given, checkUrl);
      for (const event of body.events) warn(unknownEvent(operationId, event));
      const init = { body, headers, ...judged(operationId, call, "open") };
      return (await raw.POST(OPERATIONS[operationId].path, init)).data as AppWebhook;
    },
  };
}

function operationIdOf(method: string, path: string): OperationId | undefined {
  const isIt = ([, operation]: [string, { method: string; path: string }]) =>
    operation.method === method && operation.path === path;
  return Object.entries(OPERATIONS).find(isIt)?.[0] as OperationId | undefined;
}

function detailsOf(operationId: string | undefined, response: Response, text: string, now: number): ApiErrorDetails {
  const { status, headers } = response;
  return { operationId, status, headers, text, retryAfterSeconds: retryAfterSeconds(response, now) };
}
