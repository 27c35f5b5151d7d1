/** What the API client demands of requests before it sends them, and of answers before it returns them. */

import { type Validation, validateAppWebhookWrite, validateClientWebhookCreate } from "../../generated/validators.ts";
import { type ApiCode, ApiError, type ApiErrorDetails, type Fault } from "../errors/calls.ts";
import { raise } from "../errors/raise.ts";
import { isObject } from "../values/json.ts";
import type { AppWebhook, AppWebhookWrite, ClientOptions, ClientWebhookCreate, OperationId } from "./options.ts";

const LIST_MEMBERS = ["hydra:member", "member", "items", "data"];
/** As a record, so that the compiler misses a member that the contract gains. */
const APP_WEBHOOK_MEMBERS: Record<keyof AppWebhookWrite, true> = {
  app: true,
  webhookUrl: true,
  events: true,
  responseHandlingType: true,
  active: true,
};

/**
 * The app webhooks in an answer of `listAppWebhooks`. Whether the list is wrapped is not stated (U-03). So this
 * returns an array as it is, otherwise the member that you name, otherwise the only array among common members
 * (`hydra:member`, `member`, `items`, `data`). It does not follow pages.
 *
 * @throws ApiError `list_unreadable`
 */
export function itemsOf(list: unknown, options: { member?: string } = {}): AppWebhook[] {
  const candidates = options.member === undefined ? LIST_MEMBERS : [options.member];
  const arrays = Array.isArray(list)
    ? [list]
    : candidates.flatMap((member) => (isObject(list) && Array.isArray(list[member]) ? [list[member]] : []));
  const [items = []] = arrays;
  if (arrays.length !== 1 || !items.every(isObject)) fail("list_unreadable", { operationId: "listAppWebhooks" });
  return items;
}

type CheckUrl = NonNullable<ClientOptions["checkUrl"]>;

/** @throws ApiError a `WebhookUrlCode`, `request_invalid` */
export function clientWebhookBody(given: ClientWebhookCreate, checkUrl: CheckUrl): ClientWebhookCreate {
  return checkedBody("createClientWebhook", given, given?.url, checkUrl, validateClientWebhookCreate);
}

/** @throws ApiError a `WebhookUrlCode`, `request_invalid` */
export function appWebhookBody(given: AppWebhookWrite, checkUrl: CheckUrl): AppWebhookWrite {
  const body = checkedBody("createAppWebhook", given, given?.webhookUrl, checkUrl, validateAppWebhookWrite);
  const missing = Object.keys(APP_WEBHOOK_MEMBERS).filter((member) => !Object.hasOwn(body, member));
  if (missing.length > 0)
    refuse(
      "createAppWebhook",
      missing.map((member) => ({ path: `/${member}`, message: "is missing (U-06)" })),
    );
  return body;
}

/** The body as it is sent: without repeated events (U-09). */
function checkedBody<T extends { events: string[] }>(
  operationId: OperationId,
  given: T,
  url: unknown,
  checkUrl: CheckUrl,
  validate: (value: unknown) => Validation<unknown>,
): T {
  const body = Array.isArray(given?.events) ? { ...given, events: [...new Set(given.events)] } : given;
  const legal = typeof url === "string" ? checkUrl(url) : undefined;
  if (legal && !legal.ok) fail(legal.code, { operationId });
  const verdict = validate(body);
  if (!verdict.ok) refuse(operationId, verdict.faults);
  return body;
}

/** One segment of a path: not empty, and not `.` or `..` for a URL parser. */
export function segment(operationId: OperationId, id: string | number): string | number {
  // A lone surrogate cannot be percent-encoded.
  const usable = typeof id === "number" ? Number.isSafeInteger(id) : typeof id === "string" && !/\p{Cs}/u.test(id);
  if (!usable || /^\.{0,2}$/.test(`${id}`))
    refuse(operationId, [{ path: "/id", message: "must be an identifier: a text, or a safe integer" }]);
  return id;
}

/** Only the secret: no other member is certain, and a webhook with a secret is usable. */
export function faultsOfClientWebhook(value: unknown): Fault[] {
  if (!isObject(value)) return [{ path: "", message: "must be object" }];
  const usable = typeof value.secret === "string" && value.secret !== "";
  return usable ? [] : [{ path: "/secret", message: "must be a string that is not empty" }];
}

/** @throws ApiError */
export function fail(code: ApiCode, details: ApiErrorDetails): never {
  raise(ApiError, code, details);
}

function refuse(operationId: OperationId, faults: readonly Fault[]): never {
  fail("request_invalid", { operationId, faults });
}
