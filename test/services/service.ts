/**
 * One correct service, whole and in process: token exchange, registration, lists, deliveries with retries. It was
 * written from `spec/` alone and shares no code with what judges it or stands in for it.
 *
 * Every choice it makes is a switch. As they stand in `CORRECT`, all stated facts hold; `flaws.ts` turns the ones that
 * break a fact and `variants.ts` the ones that are open. Several services run side by side: nothing is shared between
 * two of them.
 */

import { createHmac, randomBytes } from "node:crypto";
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { tlds } from "@hapi/tlds";
import { freePort } from "../../scripts/free-port.ts";
import type {
  Answered,
  Attempt,
  DeliveryRequest,
  Driver,
  Hook,
  Json,
  Kind,
  Names,
  Outcome,
  Party,
  Payment,
  TokenRequest,
} from "./types.ts";

export const EVENT = "case_file.payment.confirmed";
export const SIGNATURE = "X-Service-Signature";
const HOOKS_HOST = "hooks.example.com";

const isText = (value: unknown) => typeof value === "string";
const given = (value: unknown) => value !== undefined;

/** The rules of a create request: true = broken. */
const RULES = {
  client: {
    "client-missing": ({ client }: Json) => !given(client),
    "client-type": ({ client }: Json) => given(client) && !isText(client),
    "name-missing": ({ name }: Json) => !given(name),
    "name-type": ({ name }: Json) => given(name) && !isText(name),
    "events-missing": ({ events }: Json) => !given(events),
    "events-type": ({ events }: Json) => given(events) && !Array.isArray(events),
    "events-item-type": ({ events }: Json) => Array.isArray(events) && !events.every(isText),
    "events-few": ({ events }: Json) => Array.isArray(events) && events.length < 1,
    "url-missing": ({ url }: Json) => !given(url),
    "url-type": ({ url }: Json) => given(url) && !isText(url),
  },
  app: {
    "app-type": ({ app }: Json) => !isText(app),
    "url-type": ({ webhookUrl }: Json) => !isText(webhookUrl),
    "events-type": ({ events }: Json) => !Array.isArray(events),
    "events-item-type": ({ events }: Json) => Array.isArray(events) && !events.every(isText),
    "events-few": ({ events }: Json) => Array.isArray(events) && events.length < 1,
    "events-many": ({ events }: Json) => Array.isArray(events) && events.length > 100,
    "type-value": ({ responseHandlingType: type }: Json) => given(type) && type !== 1 && type !== 2,
    "active-type": ({ active }: Json) => given(active) && typeof active !== "boolean",
  },
} as const;
export type Rule = { [K in Kind]: `${K}: ${keyof (typeof RULES)[K] & string}` }[Kind];

/**
 * Scheme http or https; a host whose last label is a real top-level domain, which leaves out addresses and single
 * labels.
 */
function isWebhookUrl(text: string): boolean {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  const labels = url?.hostname.replace(/\.$/, "").split(".") ?? [];
  return labels.length > 1 && labels.every((label) => label !== "") && tlds.has(labels.at(-1) ?? "");
}

/** ISO 8601 in the offset of Central Europe's winter. */
function timestamp(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().replace(/\.\d+Z$/, "+01:00");
}

export function digest(algorithm: string, key: string | Buffer, body: string | Buffer): Buffer {
  return createHmac(algorithm, key).update(body).digest();
}

const CORRECT = {
  /** Method and path of each operation. */
  routes: {
    token: "POST /oauth/v2/token",
    client: "POST /api/client_webhooks",
    app: "POST /api/app_webhooks",
    list: "GET /api/apps/{id}/app_webhooks",
  },
  /** The path in `{base_url}`, and the one under which the API really answers. */
  basePath: "",
  servedUnder: undefined as string | undefined,
  /** Whether `{auth_url}` is `{base_url}`; if not, on which of the two the exchange is. */
  sharedOrigin: false,
  tokenOn: "auth" as "auth" | "base",
  names: {
    clientIri: "/api/clients/1",
    otherClientIri: "/api/clients/2",
    appIri: "/api/apps/7",
    appId: 7,
    otherAppIri: "/api/apps/8",
    otherAppId: 8,
  } as Names,

  tokenForm: ({ form }: TokenRequest, _app: { clientId: string; clientSecret: string; redirectUri: string }): Json =>
    form,
  tokenRefuses: ({ mediaType }: TokenRequest): boolean => mediaType !== "application/x-www-form-urlencoded",
  newCode: (): string => randomBytes(12).toString("hex"),
  codeUses: 1,
  newAccessToken: (): string =>
    [{ alg: "HS256" }, { jti: randomBytes(9).toString("hex") }, randomBytes(32)].map(segment).join("."),
  expiresIn: 3600,
  tokenAnswer: (tokens: Json): unknown => tokens,
  tokenHeaders: { "Content-Type": "application/json", "Cache-Control": "no-store" } as Record<string, string>,
  tokenStatus: 200,
  /** Whether new tokens, or a new code, end those given out before. */
  endsEarlierTokens: false,
  endsEarlierCodes: false,
  /** How many requests of the API a token is good for. */
  tokenUses: Number.POSITIVE_INFINITY,
  /** For how long a token is really good, in milliseconds, whatever expires_in says. */
  tokenLivesMs: Number.POSITIVE_INFINITY,
  /** For how long a new token is refused, in milliseconds. */
  tokenStartsMs: 0,
  /** For how long a token of an exchange alone is really good. */
  exchangedLivesMs: Number.POSITIVE_INFINITY,
  refreshed: (answer: { accessToken: string; refreshToken: string }): unknown => answer.accessToken,

  requestHeaders: (token?: string): Record<string, string> => (token ? { Authorization: `Bearer ${token}` } : {}),
  readToken: (headers: IncomingHttpHeaders): string | undefined =>
    /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1],
  needsToken: true,

  /** Rules of creation that are not checked, wrong URLs that pass, and what is refused beyond the rules. */
  overlooks: [] as Rule[],
  urlHole: (_url: string, _kind: Kind, _body: Json, _hooks: Hook[]): boolean => false,
  refuses: (_create: { kind: Kind; body: Json; headers: IncomingHttpHeaders; hooks: Hook[] }): boolean => false,
  /** A creation that is refused, and whose webhook is kept all the same. */
  keepsRefused: (_kind: Kind, _body: Json): boolean => false,
  /** A creation that ends in a server error instead of an answer. */
  failsAt: (_body: Json): boolean => false,
  probesUrls: false,
  newSecret: (_hooks: Hook[]): string => randomBytes(24).toString("base64url"),
  /** The webhook that is kept, and earlier ones that it makes disappear or that are returned in its place. */
  adopts: (hook: Hook, _hooks: Hook[]): Hook => hook,
  notes: (_hook: Hook, _hooks: Hook[]): void => {},
  replaces: (_earlier: Hook, _hook: Hook): boolean => false,
  reuses: (_earlier: Hook, _hook: Hook): boolean => false,
  createdStatus: 201,
  /** How long after the answer to its creation a webhook exists. Milliseconds. */
  existsAfterMs: (_hook: Hook): number => 0,
  /** How a webhook is shown: the answer to its creation and its entry in the list; undefined = no body at all. */
  created: (resource: Json, _hook: Hook): unknown => resource,
  listed: (resource: Json, _hook: Hook): unknown => resource,
  lists: (hook: Hook, app: string): boolean => hook.kind === "app" && hook.owner === app,
  list: (items: unknown[], _query: URLSearchParams): unknown => items,
  /** The list of an App without a webhook is answered 404. */
  hidesEmptyList: false,
  mediaType: "application/json",
  /** Seconds, or a text, after which a request should come again that is answered 429; undefined = it is served. */
  slowsDown: (_nth: number): string | undefined => undefined,
  /** How an answer gets onto the wire. */
  respond: (res: ServerResponse, status: number, headers: Record<string, string>, body: string): void =>
    void res.writeHead(status, headers).end(body),
  encodeAnswer: (answer: unknown): string => JSON.stringify(answer),
  refusal: {
    status: 422,
    mediaType: "application/problem+json",
    body: '{"title":"Unprocessable Content","status":422}',
  },

  /** The events that a payment emits, and who receives one. */
  emits: (payment: Payment): string[] => (payment.confirmed && payment.paidTo === "client" ? [EVENT] : []),
  receives: (hook: Hook, event: string, owner: string, _hooks: Hook[]): boolean =>
    hook.active && hook.events.includes(event) && hook.owner === owner,
  chooses: (hooks: Hook[]): Hook[] => hooks,
  startsActive: true,
  deactivates: (hook: Hook, told: Hook): boolean => hook === told,
  /** Whether a webhook is active after it was switched to `told`. */
  becomes: (_hook: Hook, told: boolean): boolean => told,
  /** After how many milliseconds a payment is delivered that was not, as by a sweep; 0 = never. */
  sweptAfterMs: (_payment: Payment): number => 0,
  /** Apps whose webhooks are told of a payment as well. */
  tellsApps: (_payment: Payment): string[] => [],

  newId: (number: number): number => 4700 + number,
  newAmount: (_number: number): number => 12_550,
  timestamp: timestamp as (at: Date) => unknown,
  payload: (snapshot: Json, _context: { payment: Payment; attempt: number; hook: Hook }): unknown => snapshot,
  appPayload: (event: Json, _context: { snapshot: Json; attempt: number; hook: Hook }): unknown => event,
  encode: (payload: unknown): string => JSON.stringify(payload),
  sign: ({ body, hook }: Attempt): string | undefined =>
    `sha256=${digest("sha256", hook.secret, body).toString("hex")}`,
  signApp: (_attempt: Attempt): string | undefined => undefined,
  send: (delivery: DeliveryRequest, _attempt: Attempt): DeliveryRequest => delivery,
  keepAlive: false,
  /** A request with this method and no body goes before each delivery. */
  asksFirst: undefined as string | undefined,
  http10: false,

  attempts: 3,
  pauseMs: (attempt: number): number => 20 * attempt,
  delayMs: (_number: number): number => 0,
  copies: 1,
  /** Deliveries of one lane go one after the other, each with its retries; undefined = all at once. */
  laneOf: (_hook: Hook): string | undefined => undefined,
  /** Which redirections are followed, by the path and the Location; whether the answer there is the receiver's. */
  follows: (_path: string, _location: string): boolean => false,
  countsTarget: false,
  /** If set, webhooks are served one after the other, and once it is true of an outcome, the rest is left out. */
  endsTurn: undefined as ((hook: Hook, outcome: Outcome) => boolean) | undefined,
  /** What happened while a webhook was switched off is delivered when it is switched on. */
  catchesUp: false,
  /** The driver's confirmPayment() returns when everything is delivered. */
  confirmWaits: false,
  /** Retries of a webhook that is inactive meanwhile are made all the same: that after this attempt. */
  keepsPending: (_attempt: number, _outcome: Outcome): boolean => false,
  /** A retry whose webhook is inactive waits so long for it to become active. Milliseconds. */
  holdsPendingMs: 0,
  retries: ({ kind, type }: Hook, outcome: Outcome): boolean =>
    (kind === "client" || type === 2) && !isSuccess(outcome),
  answered: (_hook: Hook, _outcome: Outcome, _isLast: boolean): void => {},
  /** Whether a delivery that failed then is given up when its retry is due. */
  drops: (_hook: Hook, _failedAt: number): boolean => false,
  /**
   * Whether it takes an answer for an acknowledgement, whatever its status says; if set, answers are read to their end.
   */
  misreads: undefined as ((answer: Answered, hook: Hook) => boolean) | undefined,
  /** The URL that is called instead of the registered one. */
  callsAt: (hook: Hook): string => hook.url,
  /** An answer with a `Location`. */
  wasMoved: (_hook: Hook, _status: Outcome, _location: string): void => {},
  /** A delivery failed in transport: the code of Node, or `unended` if its answer had begun. */
  broke: (_hook: Hook, _code: string | undefined): void => {},
  retryWindowMs: 400,
  /** How long an attempt may take, as the driver says; undefined = 3 s, and the driver does not say. */
  attemptTimeoutMs: undefined as number | undefined,
};
export type Switches = Omit<typeof CORRECT, "routes" | "refusal"> & {
  routes: Partial<(typeof CORRECT)["routes"]>;
  refusal: Partial<(typeof CORRECT)["refusal"]>;
};
export const SWITCHES = Object.keys(CORRECT) as (keyof Switches)[];

export const isSuccess = (outcome: Outcome) => outcome !== "error" && outcome >= 200 && outcome < 300;

/** The list shows the webhooks of an App whose age, in milliseconds, is as wanted. */
export function listsByAge(isShown: (ms: number) => boolean): Partial<Switches> {
  const since = new WeakMap<Hook, number>();
  return {
    notes: (hook) => void since.set(hook, performance.now()),
    lists: (hook, app) => CORRECT.lists(hook, app) && isShown(performance.now() - (since.get(hook) ?? 0)),
  };
}

const segment = (part: object) =>
  (Buffer.isBuffer(part) ? part : Buffer.from(JSON.stringify(part))).toString("base64url");

export async function startService(switches: Partial<Switches> = {}): Promise<Driver> {
  const s = { ...CORRECT, ...switches };
  const routes = Object.entries({ ...CORRECT.routes, ...switches.routes });
  const refusal = { ...CORRECT.refusal, ...switches.refusal };
  const { names } = s;
  const app = { clientId: "app-7", clientSecret: "s3cret of the app", redirectUri: "https://app.example.com/callback" };

  const codes = new Map<string, number>();
  const accessTokens = new Map<string, number>();
  /** From when until when each token is good. */
  const tokenTimes = new Map<string, readonly [number, number]>();
  const refreshTokens = new Set<string>();
  let hooks: Hook[] = [];
  let pending = new Set<Promise<void>>();
  let cancel = new AbortController();
  let count = 0;
  let asked = 0;
  let missed: { hook: Hook; send: () => void }[] = [];
  const lanes = new Map<string, Promise<unknown>>();
  let previous: Buffer = Buffer.from("{}");

  // ---- tokens

  function issue(livesMs = s.tokenLivesMs) {
    const tokens = { accessToken: s.newAccessToken(), refreshToken: randomBytes(24).toString("hex") };
    if (s.endsEarlierTokens) accessTokens.clear();
    accessTokens.set(tokens.accessToken, s.tokenUses);
    tokenTimes.set(tokens.accessToken, [performance.now() + s.tokenStartsMs, performance.now() + livesMs]);
    refreshTokens.add(tokens.refreshToken);
    return tokens;
  }

  function exchange(asked: TokenRequest, answer: Answer): void {
    const form = s.tokenForm(asked, app);
    const uses = codes.get(String(form["code"])) ?? 0;
    const isKnown =
      form["client_id"] === app.clientId &&
      form["client_secret"] === app.clientSecret &&
      form["redirect_uri"] === app.redirectUri;
    if (s.tokenRefuses(asked) || form["grant_type"] !== "authorization_code" || !isKnown || uses < 1) {
      answer(400, { "Content-Type": "application/json" }, '{"error":"invalid_grant"}');
    } else {
      codes.set(String(form["code"]), uses - 1);
      const { accessToken: access_token, refreshToken: refresh_token } = issue(
        Math.min(s.tokenLivesMs, s.exchangedLivesMs),
      );
      const tokens = { token_type: "Bearer", expires_in: s.expiresIn, access_token, refresh_token };
      answer(s.tokenStatus, s.tokenHeaders, s.encodeAnswer(s.tokenAnswer(tokens)));
    }
  }

  // ---- registration

  const refuse = (answer: Answer, status = refusal.status) =>
    answer(status, { "Content-Type": refusal.mediaType }, refusal.body);
  const show = (answer: Answer, status: number, body: unknown) =>
    given(body) ? answer(status, { "Content-Type": s.mediaType }, s.encodeAnswer(body)) : answer(status, {}, "");

  function isRefused(kind: Kind, body: Json, headers: IncomingHttpHeaders): boolean {
    const broken = Object.entries(RULES[kind]).some(
      ([rule, breaks]) => !s.overlooks.includes(`${kind}: ${rule}` as Rule) && breaks(body),
    );
    const url = kind === "client" ? body["url"] : body["webhookUrl"];
    const owner = kind === "client" ? body["client"] : body["app"];
    const owners = kind === "client" ? [names.clientIri, names.otherClientIri] : [names.appIri, names.otherAppIri];
    const isBadUrl = isText(url) && !isWebhookUrl(url as string) && !s.urlHole(url as string, kind, body, hooks);
    return (
      broken ||
      isBadUrl ||
      (isText(owner) && !owners.includes(owner as string)) ||
      s.refuses({ kind, body, headers, hooks })
    );
  }

  function resourceOf({ kind, body, secret, type, active }: Hook): Json {
    if (kind === "client")
      return { client: body["client"], name: body["name"], events: body["events"], url: body["url"], secret };
    const { app, webhookUrl, events, responseHandlingType = type, active: written = active } = body;
    return { app, webhookUrl, events, responseHandlingType, active: written };
  }

  async function create(kind: Kind, body: Json, headers: IncomingHttpHeaders, answer: Answer): Promise<void> {
    if (s.failsAt(body)) return refuse(answer, 500);
    const isKept = isRefused(kind, body, headers) && s.keepsRefused(kind, body);
    if (!isKept && isRefused(kind, body, headers)) return refuse(answer);
    const url = String(kind === "client" ? body["url"] : body["webhookUrl"]);
    if (s.probesUrls && (await probe(url)) === "error") return refuse(answer);
    const asked: Hook = {
      number: ++count,
      kind,
      owner: String(kind === "client" ? body["client"] : body["app"]),
      url,
      events: [body["events"]].flat(),
      type: Number(body["responseHandlingType"] ?? 1),
      active: kind === "client" ? s.startsActive : ![false, "false", 0].includes(body["active"] as boolean),
      secret: s.newSecret(hooks),
      body,
    };
    s.notes(asked, hooks);
    const made = s.adopts(asked, hooks);
    const hook = hooks.find((earlier) => s.reuses(earlier, made)) ?? made;
    const keep = () => {
      hooks = [...hooks.filter((earlier) => earlier !== hook && !s.replaces(earlier, hook)), hook];
    };
    const lateMs = s.existsAfterMs(hook);
    if (lateMs === 0) keep();
    else sleep(lateMs, undefined, { signal: cancel.signal }).then(keep, () => {});
    if (isKept) refuse(answer);
    else show(answer, s.createdStatus, s.created(resourceOf(hook), hook));
  }

  function list(id: string, query: URLSearchParams, answer: Answer): void {
    const app = { [names.appId]: names.appIri, [names.otherAppId]: names.otherAppIri }[id];
    const shown = hooks.filter((hook) => s.lists(hook, app ?? "")).map((hook) => s.listed(resourceOf(hook), hook));
    if (app && !(s.hidesEmptyList && shown.length === 0)) show(answer, 200, s.list(shown, query));
    else refuse(answer, 404);
  }

  // ---- deliveries

  function emit(payment: Payment): void {
    const stamp = s.timestamp(payment.at);
    for (const app of s.tellsApps(payment)) dispatch(app, EVENT);
    for (const event of s.emits(payment)) {
      const { id, amount, paidTo, caseFile } = payment;
      const times = {
        confirmedAt: stamp,
        createdAt: s.timestamp(new Date(payment.at.getTime() - 86_400_000)),
        updatedAt: stamp,
      };
      const snapshot = { "@event": event, id, amount, paidTo, ...times, caseFile: { id: caseFile } };
      const send = (hook: Hook) => queue(hook, (attempt) => s.payload(snapshot, { payment, attempt, hook }));
      const fits = hooks.filter((hook) => hook.kind === "client" && s.receives(hook, event, payment.client, hooks));
      for (const hook of s.catchesUp ? hooks : [])
        if (
          hook.kind === "client" &&
          !hook.active &&
          s.receives({ ...hook, active: true }, event, payment.client, hooks)
        )
          missed.push({ hook, send: () => send(hook) });
      queueAll(fits, (hook, attempt) => s.payload(snapshot, { payment, attempt, hook }));
    }
  }

  function dispatch(app: string, event: string): void {
    const stamp = s.timestamp(new Date());
    const times = { confirmedAt: stamp, createdAt: stamp, updatedAt: stamp };
    const snapshot = { "@event": event, id: ++count, amount: 100, paidTo: "client", ...times, caseFile: { id: 815 } };
    const payload = { "@event": event, id: snapshot.id };
    const fits = hooks.filter((hook) => hook.kind === "app" && s.receives(hook, event, app, hooks));
    queueAll(fits, (hook, attempt) => s.appPayload(payload, { snapshot, attempt, hook }));
  }

  function queueAll(fits: Hook[], payloadOf: (hook: Hook, attempt: number) => unknown): void {
    const chosen = s.chooses(fits);
    if (s.endsTurn) queueInTurn(chosen, payloadOf, s.endsTurn);
    else for (const hook of chosen) queue(hook, (attempt) => payloadOf(hook, attempt));
  }

  function queue(hook: Hook, payloadOf: (attempt: number) => unknown): void {
    const { signal } = cancel;
    for (let copy = 0; copy < s.copies; copy++) {
      const done: Promise<void> = inLane(hook, () => deliver(hook, payloadOf, signal))
        .then(() => {})
        .catch((error) => {
          if (!signal.aborted) throw error;
        })
        .finally(() => pending.delete(done));
      pending.add(done);
    }
  }

  function inLane<T>(hook: Hook, work: () => Promise<T>): Promise<T> {
    const lane = s.laneOf(hook);
    if (lane === undefined) return work();
    const done = (lanes.get(lane) ?? Promise.resolve()).then(work, work);
    lanes.set(lane, done);
    return done;
  }

  function queueInTurn(
    fits: Hook[],
    payloadOf: (hook: Hook, attempt: number) => unknown,
    ends: typeof s.endsTurn,
  ): void {
    const { signal } = cancel;
    const inTurn = async () => {
      for (const hook of fits)
        if (ends?.(hook, (await deliver(hook, (attempt) => payloadOf(hook, attempt), signal)) ?? 0)) return;
    };
    const done: Promise<void> = inTurn()
      .catch((error) => {
        if (!signal.aborted) throw error;
      })
      .finally(() => pending.delete(done));
    pending.add(done);
  }

  async function deliver(
    hook: Hook,
    payloadOf: (attempt: number) => unknown,
    signal: AbortSignal,
  ): Promise<Outcome | undefined> {
    await sleep(s.delayMs(++count), undefined, { signal });
    for (let attempt = 1; attempt <= s.attempts; attempt++) {
      const payload = payloadOf(attempt);
      const body = Buffer.from(s.encode(payload));
      const outcome = await post(
        hook,
        { hook, hooks, attempt, payload, body, previous, clientSecret: app.clientSecret },
        signal,
      );
      previous = body;
      s.answered(hook, outcome, attempt === s.attempts);
      if (!s.retries(hook, outcome) || attempt === s.attempts) return outcome;
      const failedAt = performance.now();
      await sleep(s.pauseMs(attempt), undefined, { signal });
      if (s.drops(hook, failedAt)) return outcome;
      for (let held = 0; !hook.active && held < s.holdsPendingMs; held += 20) await sleep(20, undefined, { signal });
      if (!hook.active && !s.keepsPending(attempt, outcome)) return outcome;
    }
    return undefined;
  }

  async function post(hook: Hook, attempt: Attempt, signal: AbortSignal): Promise<Outcome> {
    const url = URL.parse(s.callsAt(hook));
    if (url?.hostname !== HOOKS_HOST) return 204; // The rest of the world answers politely.
    const signature = hook.kind === "client" ? s.sign(attempt) : s.signApp(attempt);
    const headers = {
      Host: url.host,
      "Content-Type": "application/json",
      ...(given(signature) && { [SIGNATURE]: signature as string }),
    };
    const plain = { method: "POST", path: url.pathname + url.search, headers, body: attempt.body, chunked: false };
    const delivery = s.send(plain, attempt);
    if (s.asksFirst)
      await transmit({ ...delivery, method: s.asksFirst, headers: { Host: url.host }, body: Buffer.alloc(0) }, signal);
    const { status, location, code, answered } = await (s.http10 ? transmitOld(delivery) : transmit(delivery, signal));
    if (status === "error") s.broke(hook, code);
    if (answered && s.misreads?.(answered, hook)) return 200;
    if (location) s.wasMoved(hook, status, new URL(location, url).href);
    if (!location || !s.follows(url.pathname, location) || isSuccess(status)) return status;
    const target = await transmit({ ...delivery, path: new URL(location, url).pathname }, signal);
    return s.countsTarget ? target.status : status;
  }

  const agent = new Agent({ keepAlive: true });
  const probe = async (url: string) => {
    const { hostname, pathname, host } = new URL(url);
    if (hostname !== HOOKS_HOST) return "error";
    const head = { method: "HEAD", path: pathname, headers: { Host: host }, body: Buffer.alloc(0), chunked: false };
    return (await transmit(head, cancel.signal)).status;
  };

  /** HTTP/1.0: no Host of necessity, a length, and the end of the connection. */
  function transmitOld({ method, path, headers, body }: DeliveryRequest) {
    return new Promise<Came>((resolve) => {
      const socket = connect(listen.port, listen.host);
      const lines = Object.entries({ ...headers, "Content-Length": String(body.length) }).map(([n, v]) => `${n}: ${v}`);
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket
        .on("error", () => {})
        .on("close", () => {
          const status = /^HTTP\/1\.\d (\d{3})/.exec(text)?.[1];
          resolve({ status: status === undefined ? "error" : Number(status) });
        });
      socket.write(`${method} ${path} HTTP/1.0\r\n${lines.join("\r\n")}\r\n\r\n`);
      socket.end(body);
    });
  }

  function transmit({ method, path, headers, body, chunked, isEndless }: DeliveryRequest, signal: AbortSignal) {
    return new Promise<Came>((resolve) => {
      const out = request({
        ...listen,
        method,
        path,
        headers,
        signal,
        agent: s.keepAlive ? agent : false,
        timeout: s.attemptTimeoutMs ?? 3000,
      });
      let early = 0;
      let hasBegun = false;
      out.on("information", (info) => {
        early = info.statusCode;
      });
      out.on("response", (answer) => {
        hasBegun = true;
        const { statusCode: status = 0, statusMessage: phrase = "", headers } = answer;
        const came = { status, location: headers.location };
        let bytes = 0;
        let text = "";
        answer
          .on("error", () => {})
          .on("data", (chunk: Buffer) => {
            bytes += chunk.length;
            if (text.length < 1000) text += chunk.toString("latin1");
          });
        const answered = () => ({ status, early, bytes, text, isCut: !answer.complete, headers, phrase });
        if (s.misreads) answer.on("close", () => resolve({ ...came, answered: answered() }));
        else resolve(came);
      });
      const fail = ({ code }: NodeJS.ErrnoException) => resolve({ status: "error", code: hasBegun ? "unended" : code });
      out
        .on("error", fail)
        .on("timeout", () => out.destroy(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" })));
      const cut = Math.ceil(body.length / 2);
      if (chunked) out.write(body.subarray(0, cut));
      if (!isEndless) out.end(chunked ? body.subarray(cut) : body);
    });
  }

  // ---- the two servers

  async function handle(side: "auth" | "base", req: IncomingMessage, res: ServerResponse): Promise<void> {
    const answer: Answer = (status, headers, body) => s.respond(res, status, headers, body);
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString();
    const url = new URL(req.url ?? "/", "http://service.invalid");
    const base = s.servedUnder ?? s.basePath;
    const isTokenSide = s.sharedOrigin || side === s.tokenOn;
    const isApiSide = side === "base" && url.pathname.startsWith(base);

    for (const [operation, route] of routes) {
      const [method, template = ""] = route.split(" ");
      const path = operation === "token" ? url.pathname : url.pathname.slice(base.length);
      const pattern = new RegExp(`^${template.replace("{id}", "([^/]+)")}$`);
      const match = (operation === "token" ? isTokenSide : isApiSide) && method === req.method && pattern.exec(path);
      if (!match) continue;
      const after = s.slowsDown(++asked);
      if (after !== undefined) return answer(429, after === "" ? {} : { "Retry-After": after }, "");
      const mediaType = (req.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
      if (operation === "token") {
        const form = mediaType === "application/json" ? parse(raw) : Object.fromEntries(new URLSearchParams(raw));
        return exchange({ mediaType, form, headers: req.headers, raw }, answer);
      }
      const token = s.readToken(req.headers) ?? "";
      const uses = accessTokens.get(token) ?? 0;
      const [from, to] = tokenTimes.get(token) ?? [0, 0];
      const isGood = performance.now() >= from && performance.now() <= to;
      if (s.needsToken && (uses < 1 || !isGood)) return refuse(answer, 401);
      accessTokens.set(token, uses - 1);
      if (operation === "list") return list(decodeURIComponent(match[1] ?? ""), url.searchParams, answer);
      return create(operation as Kind, parse(raw), req.headers, answer);
    }
    refuse(answer, 404);
  }

  async function serve(side: "auth" | "base"): Promise<[Server, string]> {
    const server = createServer((req, res) => void handle(side, req, res).catch(() => res.destroy()));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
  }

  const listen = { host: "127.0.0.1", port: await freePort() };
  const [base, baseOrigin] = await serve("base");
  const [auth, authOrigin] = await serve("auth");

  // ---- what a driver can do in addition to the contract

  function pay({ paidTo, client }: { paidTo: Party; client: string }, confirmed: boolean): { id: number } {
    const number = ++count;
    const payment = {
      id: s.newId(number),
      amount: s.newAmount(number),
      caseFile: 800 + number,
      paidTo,
      client,
      confirmed,
      at: new Date(),
    };
    emit(payment);
    const ms = s.sweptAfterMs(payment);
    if (ms > 0) setTimeout(() => emit({ ...payment, paidTo: "client", confirmed: true }), ms).unref();
    return { id: payment.id };
  }

  function reset(): void {
    cancel.abort();
    cancel = new AbortController();
    pending = new Set();
    hooks = [];
    missed = [];
  }

  return {
    ...names,
    baseUrl: baseOrigin + s.basePath,
    authUrl: s.sharedOrigin ? baseOrigin : authOrigin,
    receiver: { listen, origin: `https://${HOOKS_HOST}` },
    registrationProbesUrls: s.probesUrls,
    retryWindowMs: s.retryWindowMs,
    ...(s.attemptTimeoutMs !== undefined && { attemptTimeoutMs: s.attemptTimeoutMs }),
    requestHeaders: s.requestHeaders,
    async reset() {
      reset();
    },
    async stop() {
      reset();
      agent.destroy();
      for (const server of [base, auth]) server.close().closeAllConnections();
    },
    async credentials() {
      const code = s.newCode();
      if (s.endsEarlierCodes) codes.clear();
      codes.set(code, s.codeUses);
      return { ...app, code };
    },
    async accessToken() {
      return issue().accessToken;
    },
    async refresh(refreshToken) {
      if (!refreshTokens.has(refreshToken)) throw new Error("The service does not know this refresh token.");
      return { accessToken: s.refreshed(issue()) as string };
    },
    async confirmPayment(payment) {
      const made = pay(payment, true);
      while (s.confirmWaits && pending.size > 0) await Promise.all(pending);
      return made;
    },
    async recordPayment(payment) {
      return pay(payment, false);
    },
    async setClientWebhookActive({ request: { url, name } }, active) {
      const told = hooks.findLast(
        ({ kind, body }) => kind === "client" && body["url"] === url && body["name"] === name,
      );
      for (const hook of hooks)
        if (hook.kind === "client" && (active ? hook === told : told && s.deactivates(hook, told)))
          hook.active = s.becomes(hook, active);
      const due = active ? missed.filter(({ hook }) => hook === told) : [];
      missed = missed.filter(({ hook }) => !active || hook !== told);
      for (const { send } of due) send();
    },
    async dispatchAppEvent(app, event) {
      dispatch(app, event);
    },
    async settle() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

type Came = { status: Outcome; location?: string | undefined; code?: string | undefined; answered?: Answered };
type Answer = (status: number, headers: Record<string, string>, body: string) => void;

/** Always returns an object: other JSON, and what is not JSON, becomes one without members. */
function parse(text: string): Json {
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
