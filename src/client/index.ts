/** Typed client of the API: openapi-fetch over the generated paths, with limits, and errors without secrets. */

import "../runtime/supported-node.ts";
import createFetchClient from "openapi-fetch";
import { OPERATIONS } from "../../generated/constants.ts";
import { typedKeys } from "../values/names.ts";
import { checkWebhookUrl } from "../webhook-url/index.ts";
import { checkAnswer, checkJson, type Exchange, type Expected } from "./answer.ts";
import { appWebhookBody, clientWebhookBody, faultsOfClientWebhook, segment } from "./checks.ts";
import type {
  ApiPaths,
  AppWebhook,
  AppWebhookWrite,
  CallOptions,
  ClientOptions,
  ClientWarning,
  ClientWebhook,
  ClientWebhookCreate,
  OperationId,
  RawClient,
  Schemas,
} from "./options.ts";
import { AccessTokens, asApiError, attempt, checkBaseUrl, type Transport } from "./transport.ts";
import { describeWarning, findDeprecation, findRounded, once, unknownEvent } from "./warnings.ts";

export type { ApiCode, ApiErrorDetails, Fault, HttpCode } from "../errors/calls.ts";
export { ApiError } from "../errors/calls.ts";
export type { WebhookUrlCode } from "../errors/webhook-url.ts";
export { itemsOf } from "./checks.ts";
export type * from "./options.ts";

/** What `createClient` returns: an operation per method. Each `ApiError` has one of the codes in `ApiCode`. */
export interface ApiClient {
  /**
   * Creates a client webhook (F-4.3-01). Repeated event names are dropped (U-09). Store `secret` at once: whether it is
   * ever shown again is not stated.
   * @returns the resource with its secret and every member the service added (F-2.2-11, N-2.2-02)
   * @throws ApiError
   */
  createClientWebhook(body: ClientWebhookCreate, options?: CallOptions): Promise<ClientWebhook>;
  /**
   * Lists the webhooks of an App (F-4.4-01). `id` is percent-encoded (U-04).
   * @returns any JSON that arrives, because its form is not stated (U-03): see `itemsOf`
   * @throws ApiError
   */
  listAppWebhooks(id: string | number, options?: CallOptions): Promise<Schemas["AppWebhookList"]>;
  /**
   * Creates an app webhook (F-4.4-03). Repeated event names are dropped (U-09); 1 to 100 must remain (F-2.3-07).
   * @returns the resource with every member the service added; none is certain, and an answer without any is `{}`
   * (U-41)
   * @throws ApiError
   */
  createAppWebhook(body: AppWebhookWrite, options?: CallOptions): Promise<AppWebhook>;
  /**
   * The underlying openapi-fetch client, with the same token, limits and retries. Nothing is checked before sending,
   * and an answer that is not a success comes back as `{ error, response }`: branch on `response.ok`. Its type is that
   * of openapi-fetch 0.x, so it may change with any release: the version of this package does not cover it.
   */
  raw: RawClient;
}

/**
 * Creates a client of the API.
 *
 * Success is any 2xx (N-7-01) with a JSON media type, and for `createAppWebhook` with any body or none (U-41). Each
 * failure is an `ApiError` with a constant code; redirects are refused. Only warnings are logged.
 *
 * @throws ApiError `base_url_invalid`, `insecure_url`
 */
export function createClient(options: ClientOptions): ApiClient {
  const { onWarning = (warning) => console.warn(describeWarning(warning)), checkUrl = checkWebhookUrl } = options;
  const clock = options.now ?? Date.now;
  const warn = once(onWarning);
  const headers = { "Content-Type": options.contentType ?? "application/json" };
  const transport: Transport = { options, clock, tokens: new AccessTokens(options, clock) };
  const raw = createRaw(transport, warn);
  const checkReply = (operationId: OperationId, call: CallOptions | undefined, expected: Expected) => {
    const sent = { operationId, tokenRenewed: false, withoutToken: false };
    return {
      ...(call?.signal && { signal: call.signal }),
      fetch: (request: Request) => attempt(request, transport, sent),
      middleware: [
        // Runs before the check of `raw`, which then finds nothing to refuse.
        { onResponse: (given: Exchange) => checkAnswer(given, sent, expected, clock()) },
      ],
    };
  };
  const warnOfEvents = (operationId: OperationId, events: readonly string[]) => {
    const strangers = events.filter((event) => !options.events?.includes(event));
    for (const event of strangers) warn(unknownEvent(operationId, event));
  };
  /** Returns the body of an answer, which `checkAnswer` has found to be there. */
  const takeData = <T>(operationId: OperationId, { data }: { data?: T }) => {
    warn(findRounded(data, operationId));
    return data as T;
  };

  return {
    raw,
    async createClientWebhook(given, call) {
      const operationId = "createClientWebhook";
      const body = clientWebhookBody(given, checkUrl);
      warnOfEvents(operationId, body.events);
      const init = { body, headers, ...checkReply(operationId, call, faultsOfClientWebhook) };
      return takeData(operationId, await raw.POST(OPERATIONS[operationId].path, init));
    },
    async listAppWebhooks(id, call) {
      const operationId = "listAppWebhooks";
      // Any JSON: only a deployment can say what the list is (U-03).
      const init = { params: { path: { id: segment(operationId, id) } }, ...checkReply(operationId, call, () => []) };
      return takeData(operationId, await raw.GET(OPERATIONS[operationId].path, init));
    },
    async createAppWebhook(given, call) {
      const operationId = "createAppWebhook";
      const body = appWebhookBody(given, checkUrl);
      warnOfEvents(operationId, body.events);
      const init = { body, headers, ...checkReply(operationId, call, "any") };
      return takeData(operationId, await raw.POST(OPERATIONS[operationId].path, init));
    },
  };
}

/** The openapi-fetch client over our transport, with warnings, and without errors that quote a body. */
function createRaw(transport: Transport, warn: (warning: ClientWarning | undefined) => void): RawClient {
  const raw = createFetchClient<ApiPaths>({
    baseUrl: checkBaseUrl(transport.options),
    headers: { Accept: "application/json" },
    bodySerializer: (body) => JSON.stringify(body),
    fetch: (request) => attempt(request, transport, { tokenRenewed: false, withoutToken: false }),
  });
  raw.use({
    onError: ({ error, request, schemaPath }) =>
      asApiError(error, { operationId: findOperationId(request.method, schemaPath), url: request.url }),
    async onResponse({ response, request, schemaPath, options: { parseAs } }) {
      const operationId = findOperationId(request.method, schemaPath);
      if (operationId) warn(findDeprecation(response.headers, operationId));
      if (parseAs === "json") await checkJson({ response, request }, { operationId }, transport.clock());
    },
  });
  return raw;
}

function findOperationId(method: string, path: string): OperationId | undefined {
  const id = typedKeys(OPERATIONS).find((one) => OPERATIONS[one].method === method && OPERATIONS[one].path === path);
  // The token endpoint is not called here.
  return id === "exchangeAuthorizationCode" ? undefined : id;
}
