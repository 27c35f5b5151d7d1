/**
 * What the page of an inbox asks. As the control of the sandbox, it answers to names of this machine alone and not to
 * pages of other sites; besides, it needs the token of this run, because the file is closed to other users of the
 * machine as well.
 */

import { errorCode } from "../../errors/caught.ts";
import { InboxError } from "../../errors/inbox.ts";
import { YEAR_MS } from "../../inbox/options.ts";
import { shortenNote } from "../../inbox/put-off.ts";
import { type Row, STATES, type Store } from "../../inbox/store.ts";
import { readText } from "../../sandbox/api/body.ts";
import { answer } from "../../sandbox/console/serve.ts";
import { type Access, DEFAULT_HOST, enter, foreignTo, hasEntered, isKnownHost } from "../../sandbox/request-guard.ts";
import { CommandError } from "../command-error.ts";
import { NOT_DONE } from "./change.ts";
import { decryptText } from "./keys.ts";
import { describeState, formatAhead, idBefore, toJsonRow, WORDS } from "./show.ts";

/** `title`: what is shown, for its reader. `log`: gets a line for each action. */
export type DeskParts = {
  readonly store: Store<unknown>;
  readonly title: string;
  readonly allowChanges: boolean;
  readonly token: string;
  readonly log: (line: string) => void;
};

/** Rows on one page. */
const PAGE = 100;
const FOLDER = new URL("./page/", import.meta.url);
const ACTIONS = ["retry", "discard", "put-off"] as const;

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Returns what answers the requests of the page. */
export function createDesk(parts: DeskParts): (request: Request) => Promise<Response> {
  const access: Access = { host: DEFAULT_HOST, publicHost: undefined, token: parts.token };
  const pages = new Map([
    ["/", answer("inbox.html", FOLDER)],
    ...["inbox.js", "inbox.css"].map((name) => [`/${name}`, answer(name, FOLDER)] as const),
    ...["console.css", "kit.js", "bytes.js"].map((name) => [`/${name}`, answer(name)] as const),
  ]);
  return async (request) => {
    try {
      const url = new URL(request.url);
      if (!isKnownHost(access, request))
        throw new Refused(421, "host_unknown", "This page answers to 127.0.0.1 alone.");
      const given = url.pathname === "/" ? url.searchParams.get("token") : null;
      const cookie = given === null ? undefined : enter(access, request, given);
      if (cookie) return new Response(null, { status: 303, headers: { location: "/", "set-cookie": cookie } });
      if (!hasEntered(access, request))
        throw new Refused(401, "page_locked", "Open the address that the command printed, with its token.");
      const page = pages.get(url.pathname);
      if (page) return onlyGet(request, page);
      const foreign = foreignTo(request);
      if (foreign) throw new Refused(403, "page_foreign", foreign);
      return json(await answerAboutRows(parts, request, url));
    } catch (error) {
      return refusal(error);
    }
  };
}

function onlyGet({ method }: Request, page: () => Response): Response {
  if (method === "GET" || method === "HEAD") return page();
  throw new Refused(405, "method_not_allowed", "This path allows GET.");
}

async function answerAboutRows(parts: DeskParts, request: Request, { pathname, searchParams }: URL): Promise<object> {
  const { store, title, allowChanges, log } = parts;
  const [, id, rest] = /^\/inbox\/rows\/(\d{1,10})(?:\/(body|retry|discard|put-off))?$/.exec(pathname) ?? [];
  const action = ACTIONS.find((one) => one === rest);
  if (id !== undefined && action) return change(parts, request, Number(id), action);
  if (request.method !== "GET") throw new Refused(405, "method_not_allowed", "This path allows GET.");
  if (pathname === "/inbox/state") return { title, allowChanges, ...(await store.totals()) };
  if (pathname === "/inbox/rows") return listRows(store, searchParams);
  const row = id === undefined ? undefined : await store.get(Number(id));
  if (!row) throw new Refused(404, "row_unknown", "There is no such row.");
  const { body, history, ahead, ...plain } = row;
  if (rest !== "body")
    return {
      ...rowWithState(plain),
      hasBody: body !== null,
      aheadInLane: formatAhead(row),
      history: history.map((one) => ({ ...one, words: WORDS[one.what] })),
    };
  log(`showed the body of row ${row.id}`);
  const text = decryptText(row) ?? "";
  return { id: row.id, bodyText: text, bodyBase64: Buffer.from(text).toString("base64") };
}

const rowWithState = (row: Row) => ({ ...toJsonRow(row), shownState: describeState(row) });

async function listRows(store: Store<unknown>, given: URLSearchParams): Promise<object> {
  const state = given.get("state") ?? "";
  const running = state === "running";
  const states = state === "" || running ? undefined : STATES.filter((one) => one === state);
  const [from, hours] = ["after", "hours"].map((name) => Number(given.get(name) ?? 0)) as [number, number];
  if (states?.length === 0 || !Number.isSafeInteger(from) || from < 0 || !(hours >= 0))
    throw new Refused(400, "query_invalid", "state names a state, after is the id of a row, hours a number.");
  const after = hours > 0 ? Math.max(from, await idBefore(store, hours * 3_600_000)) : from;
  const filter = { states, running, payment: given.get("payment")?.trim() || undefined, after, limit: PAGE + 1 };
  const rows = await store.list(filter);
  return { rows: rows.slice(0, PAGE).map(rowWithState), more: rows.length > PAGE };
}

async function change(
  { store, allowChanges, log }: DeskParts,
  request: Request,
  id: number,
  action: (typeof ACTIONS)[number],
): Promise<object> {
  if (request.method !== "POST") throw new Refused(405, "method_not_allowed", "This path allows POST.");
  if (!allowChanges)
    throw new Refused(403, "changes_off", "Nothing can be changed here. Start the command with --allow-changes.");
  const given: { forMs?: unknown; reason?: unknown } = JSON.parse((await readText(request)) || "{}") ?? {};
  const ids = await changeRow(store, id, action, given);
  log(`${action} row ${id}: ${ids.length > 0 ? "done" : "it stayed as it is"}`);
  if (ids.length === 0) throw new Refused(409, "row_unchanged", "The row stayed as it is: look at its state.");
  return { changed: ids };
}

async function changeRow(
  store: Store<unknown>,
  id: number,
  action: (typeof ACTIONS)[number],
  { forMs, reason }: { forMs?: unknown; reason?: unknown },
): Promise<readonly number[]> {
  // A done row is handled again only by the command, which asks once more.
  if (action === "retry") return store.retry([id], NOT_DONE);
  if (action === "discard") return store.discard([id]);
  if (typeof forMs !== "number" || !Number.isInteger(forMs) || forMs < 1 || forMs > YEAR_MS)
    throw new Refused(400, "time_invalid", "forMs is a number of milliseconds, at most 365 days.");
  return store.putOff([id], forMs, typeof reason === "string" ? shortenNote(reason) : null);
}

function json(value: object): Response {
  return Response.json(value, { headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" } });
}

function refusal(error: unknown): Response {
  const known = error instanceof Refused || error instanceof CommandError || error instanceof InboxError;
  const status = error instanceof Refused ? error.status : error instanceof InboxError ? 503 : known ? 409 : 400;
  const code = errorCode(error) ?? "request_invalid";
  const message = known ? error.message : "The request cannot be read.";
  return Response.json({ code, message }, { status, headers: { "cache-control": "no-store" } });
}
