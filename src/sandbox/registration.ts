/** The three operations of the API: create a client webhook, create an app webhook, list those of an App. Who may, and what is refused. */

import { EVENT_NAMES, type OPERATIONS } from "../../generated/constants.ts";
import { type Validation, validateAppWebhookWrite, validateClientWebhookCreate } from "../../generated/validators.ts";
import type { Fault } from "../errors.ts";
import { checkWebhookUrl } from "../webhook-url.ts";
import { mediaTypeOf, readJson } from "./body.ts";
import { Refusal } from "./errors.ts";
import { appOf, appOfSegment, clientOf } from "./iris.ts";
import { needRoom } from "./limits.ts";
import type { AppWebhook, ClientWebhook, Grant } from "./model.ts";
import { grantOf } from "./oauth.ts";
import { appWebhookView, clientWebhookView } from "./views.ts";
import type { World } from "./world.ts";

type Operation = Exclude<keyof typeof OPERATIONS, "exchangeAuthorizationCode">;
type Members = Record<string, unknown>;

const CLIENT_WEBHOOK_MEMBERS = ["client", "name", "events", "url"];
const APP_WEBHOOK_MEMBERS = ["app", "webhookUrl", "events", "responseHandlingType", "active"];

/** F-4.3-01, F-4.3-02: the resource with its secret. */
export async function createClientWebhook(world: World, request: Request): Promise<Response> {
  const { profile, store } = world;
  const grant = authorized(world, request, "createClientWebhook");
  const body = await bodyOf(world, request, "url", validateClientWebhookCreate);
  refuseUnknownMembers(world, body, CLIENT_WEBHOOK_MEMBERS);
  const { name, events } = body;
  const url = uriOf(body.url);
  refuseEvents(world, events);
  const client = clientOf(world, body.client);
  if (!client)
    throw new Refusal("unknownReferenceStatus", "client_unknown", [{ path: "/client", message: "does not exist" }]);
  const customer = store.get("customer", grant.customer);
  if (profile.tokenAccess === "own" && !customer?.clients.includes(client.id)) {
    throw new Refusal("forbiddenStatus", "access_denied", [
      { path: "/client", message: "belongs to another customer" },
    ]);
  }
  const twin = (other: ClientWebhook) =>
    other.client === client.id && other.name === name && other.url === url && sameList(other.events, events);
  const existing = repeated(world, () => store.list("clientWebhook").find(twin));
  if (!existing) needRoom(world, "clientWebhook");
  const webhook: ClientWebhook = existing ?? {
    id: store.nextId("clientWebhook"),
    client: client.id,
    name,
    events,
    url,
    secret: profile.secretPrefix + world.random(profile.secretBytes).toString(profile.secretFormat),
    active: profile.clientWebhookInitiallyActive,
    createdAt: world.clock.now(),
  };
  if (!existing) await keep(world, "clientWebhook", webhook);
  return json(clientWebhookView(world, webhook), profile.createClientWebhookStatus, profile.clientWebhookMediaType);
}

/** F-4.4-03. */
export async function createAppWebhook(world: World, request: Request): Promise<Response> {
  const { profile, store } = world;
  authorized(world, request, "createAppWebhook");
  const body = await bodyOf(world, request, "webhookUrl", validateAppWebhookWrite);
  refuseUnknownMembers(world, body, APP_WEBHOOK_MEMBERS);
  const missing = profile.appWebhookRequired.filter((member) => !Object.hasOwn(body, member));
  // A webhook without these could not be kept, whatever the profile says.
  for (const member of ["app", "webhookUrl", "events"] as const) {
    if (!Object.hasOwn(body, member) && !missing.includes(member)) missing.push(member);
  }
  if (missing.length > 0) invalid(missing.map((member) => ({ path: `/${member}`, message: "is missing" })));
  const { events = [], active = profile.activeDefault } = body;
  const webhookUrl = uriOf(body.webhookUrl ?? "");
  const responseHandlingType = body.responseHandlingType ?? profile.responseHandlingTypeDefault;
  refuseEvents(world, events);
  const app = appOf(world, body.app ?? "");
  if (!app) throw new Refusal("unknownReferenceStatus", "app_unknown", [{ path: "/app", message: "does not exist" }]);
  if (profile.registrationProbe && !(await world.sender.probe(webhookUrl, profile.timeoutSeconds * 1000))) {
    throw new Refusal("urlStatus", "url_unreachable", [{ path: "/webhookUrl", message: "cannot be reached" }]);
  }
  const twin = (other: AppWebhook) =>
    other.app === app.id &&
    other.webhookUrl === webhookUrl &&
    other.responseHandlingType === responseHandlingType &&
    other.active === active &&
    sameList(other.events, events);
  const existing = repeated(world, () => store.list("appWebhook").find(twin));
  if (!existing) needRoom(world, "appWebhook");
  const webhook: AppWebhook = existing ?? {
    id: store.nextId("appWebhook"),
    app: app.id,
    webhookUrl,
    events,
    responseHandlingType,
    active,
    createdAt: world.clock.now(),
  };
  if (!existing) await keep(world, "appWebhook", webhook);
  const view = appWebhookView(world, webhook);
  const own = profile.appWebhookExtraMembers as readonly string[];
  const answer = Object.fromEntries(Object.entries(view).filter(([member]) => own.includes(member)));
  return json(profile.createAppWebhookAnswer === "resource" ? view : answer, profile.createAppWebhookStatus);
}

/** F-4.4-01: those of this App and of no other. */
export function listAppWebhooks(world: World, request: Request, segment: string): Response {
  const { profile, store } = world;
  authorized(world, request, "listAppWebhooks");
  const app = appOfSegment(world, segment);
  if (!app) throw new Refusal("unknownReferenceStatus", "app_unknown");
  const webhooks = store.list("appWebhook").filter((webhook) => webhook.app === app.id);
  if (profile.listOrder === "newest") webhooks.reverse();
  const list = webhooks.map((webhook) => appWebhookView(world, webhook));
  return json(profile.listEnvelope === null ? list : { [profile.listEnvelope]: list }, profile.listStatus);
}

function authorized(world: World, request: Request, operation: Operation): Grant {
  const { tokenHeader, tokenPrefix, operationScopes } = world.profile;
  const header = request.headers.get(tokenHeader);
  const prefixed = header?.slice(0, tokenPrefix.length).toLowerCase() === tokenPrefix.toLowerCase();
  if (!header || !prefixed) throw new Refusal("unauthorizedStatus", "token_missing");
  const grant = grantOf(world, header.slice(tokenPrefix.length));
  if (!grant) throw new Refusal("unauthorizedStatus", "token_invalid");
  const needed = operationScopes[operation] ?? [];
  if (!needed.every((scope) => grant.scopes.includes(scope)))
    throw new Refusal("forbiddenStatus", "scope_insufficient");
  return grant;
}

/** The URL first, because its reason is the more useful one; then everything that the contract states. */
async function bodyOf<T>(
  world: World,
  request: Request,
  urlMember: string,
  validate: (value: unknown) => Validation<T>,
): Promise<T> {
  const { requestMediaTypes, webhookUrlUserinfo } = world.profile;
  if (!requestMediaTypes.includes(mediaTypeOf(request))) throw new Refusal("mediaTypeStatus", "media_type_unsupported");
  const body = await readJson(request);
  const url = (body as Members | null)?.[urlMember];
  const legal =
    typeof url === "string"
      ? checkWebhookUrl(url, { allowUserinfo: webhookUrlUserinfo === "accept" })
      : { ok: true as const };
  if (!legal.ok)
    throw new Refusal("urlStatus", legal.code, [{ path: `/${urlMember}`, message: "is refused as a webhook URL" }]);
  const verdict = validate(body);
  if (!verdict.ok) invalid(verdict.errors.map(({ path, message }) => ({ path, message })));
  return verdict.value;
}

/** Kept and shown as a URI, as the schema says: letters outside ASCII, which are let in (U-34), are written in their encoded form. */
function uriOf(url: string): string {
  return /^[\x21-\x7e]*$/.test(url) ? url : (URL.parse(url)?.href ?? url);
}

/** U-09: what the contract states is any text. A name of no characters can match nothing. */
function refuseEvents({ profile }: World, events: readonly string[]): void {
  const at = (found: number): Fault[] => [{ path: `/events/${found}`, message: "is refused as an event name" }];
  const empty = events.indexOf("");
  if (empty >= 0) invalid(at(empty));
  const unknown = events.findIndex((event) => !(EVENT_NAMES as readonly string[]).includes(event));
  if (profile.unknownEvents === "refuse" && unknown >= 0)
    throw new Refusal("validationStatus", "event_unknown", at(unknown));
  const seen = new Set<string>();
  const again = events.findIndex((event) => seen.size === seen.add(event).size);
  if (profile.repeatedEvents === "refuse" && again >= 0)
    throw new Refusal("validationStatus", "event_repeated", at(again));
}

function refuseUnknownMembers({ profile }: World, body: object, known: readonly string[]): void {
  const unknown = Object.keys(body).filter((member) => !known.includes(member));
  if (profile.unknownMembers === "accept" || unknown.length === 0) return;
  throw new Refusal("validationStatus", "member_unknown", [{ path: "", message: `knows only ${known.join(", ")}` }]);
}

/** U-39: what becomes of a request that would make the same webhook again. */
function repeated<T>({ profile }: World, find: () => T | undefined): T | undefined {
  if (profile.repeatedCreate === "create") return undefined;
  const existing = find();
  if (existing && profile.repeatedCreate === "refuse") throw new Refusal("validationStatus", "webhook_exists");
  return existing;
}

async function keep<K extends "clientWebhook" | "appWebhook">(
  world: World,
  kind: K,
  webhook: K extends "clientWebhook" ? ClientWebhook : AppWebhook,
): Promise<void> {
  world.store.put(kind, webhook as never);
  world.journal.add("webhook", {
    system: kind === "clientWebhook" ? "client" : "app",
    id: webhook.id,
    active: webhook.active,
  });
  try {
    await world.store.flushed();
  } catch (error) {
    // It is refused, so it must not come to life when there is room again.
    world.store.remove(kind, webhook.id);
    throw error;
  }
}

function invalid(faults: readonly Fault[]): never {
  throw new Refusal("validationStatus", "validation_failed", faults);
}

function json(body: unknown, status: number, type = "application/json"): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": type, "cache-control": "no-store" } });
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i]);
}
