/** One look at the list of an App: webhooks of it and of others, and the lists before and after them. */

import { setTimeout as sleep } from "node:timers/promises";
import { APP_WEBHOOK_EVENTS } from "../../../../generated/constants.ts";
import type { Json } from "../../answers.ts";
import { observed } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import { type Context, EVENT, type Hook } from "../context.ts";
import { mustAccept } from "../expect.ts";
import { LATE_MS } from "../options.ts";
import { perform } from "../walk/perform/perform.ts";
import { APP, create, FORGETS } from "../walk/steps/script.ts";
import type { Step } from "../walk/steps/steps.ts";
import { type Listed, listed } from "./listed.ts";

/** A list may be a full page of several if it has so many webhooks, or as many as before and more than were created. */
const PAGE = { least: 20, created: 7 };
/** Until this age, a webhook may be missing in a list. Milliseconds. */
const NEW_MS = 10 * LATE_MS;

/** The other webhooks: of each state, without the event, of the other App, at a URL of another one; one of a client. */
const OTHERS: readonly Step[] = [
  ...[create(1, { ...APP, active: false }), create(2, { ...APP, owner: 1 }), create(3, APP), create(4, APP), create(5)],
  ...[create(6, { ...APP, owner: 1, url: 3 }), create(7, { ...APP, events: "most", url: 4 })],
  create(8, { ...APP, events: "twice", query: "?tenant=42&tag=b" }),
  create(9, { ...APP, events: "others", spelt: "the other scheme" }),
];

/** What a row sees: what was created, and the lists before and after. Undefined: not allowed, or no such owner. */
export type Look = Awaited<ReturnType<typeof look>>;

/** The lists with the first webhook alone, or without any if it is refused: then there may be none yet. */
export async function firstLists(context: Context) {
  const { appId, otherAppId } = context.driver;
  context.need(appId, "appId");
  const first = perform(context, [create(0, { ...FORGETS, isNeeded: true })]);
  await Promise.allSettled([first]);
  const [before, empty] = await context.service.pace.both(
    () => listed(context, appId),
    async () => (otherAppId === undefined ? undefined : listed(context, otherAppId)),
  );
  return { first, before, empty };
}

export async function look(context: Context) {
  const { appId, otherAppId } = context.driver;
  const { first, before, empty } = await context.once(firstLists);
  const [others, refused] = await context.service.pace.both(
    () => perform(context, OTHERS),
    () => refusedOnes(context),
  );
  const created = [...(await first).webhooks, ...others.webhooks];
  const hooksOf = (...slots: readonly number[]) =>
    created.flatMap(({ slot, hook }) => (slots.includes(slot) ? [hook] : []));
  const [[other], [client], [sharing], pair] = [hooksOf(2), hooksOf(5), hooksOf(6), hooksOf(4, 7)];
  const [after, theirs] = await Promise.all([
    listWith(context, appId, hooksOf(0, 1, 4, 7, 8, 9)),
    otherAppId === undefined ? undefined : listWith(context, otherAppId, hooksOf(2, 6)),
  ]);
  mustAccept(after.exchange);
  return {
    ...{ before, after, refused, client, other },
    /** The list of the other App before a webhook of it was created, and after. */
    ...{ empty, theirs },
    /** Webhooks of the App: one of each state, one with the event twice, and one with other events only. */
    own: hooksOf(0, 1, 8, 9),
    /** Two webhooks of the App with one URL and different lists of events. */
    pair: pair.length === 2 ? pair : [],
    /** Another webhook of the other App, at a URL that a webhook of the App has, too. */
    sharing,
  };
}

/** A list, or where it lacks a new one of these a later one: no time is stated until which it shows one. */
export async function listWith(context: Context, id: string | number | undefined, due: readonly Hook[]) {
  for (let waitMs = LATE_MS; ; waitMs *= 3) {
    const [from, list] = [performance.now(), await listed(context, id)];
    const isShown = (hook: Hook) => {
      const shown = at(list, hook).length;
      return isIn(list, hook) && (shown === 0 || shown >= due.filter(({ url }) => url === hook.url).length);
    };
    const lost = due.filter((hook) => !isShown(hook));
    if (list.isPart || lost.length === 0 || lost.some(({ createdAt }) => from - createdAt > NEW_MS)) return list;
    await sleep(waitMs);
  }
}

/** The URLs of app webhooks that were rightly refused: because of the URL, or of too few or too many events. */
async function refusedOnes(context: Context): Promise<string[]> {
  const many = Array(APP_WEBHOOK_EVENTS.max + 1).fill(EVENT);
  const webhookUrl = `http://127.0.0.1/hook-${context.legalUrl().slice(-8)}`;
  const asked = await context.service.pace.each([{ webhookUrl }, { events: [] }, { events: many }], async (change) => {
    const request: Json = { ...context.createRequest("app"), ...change };
    return isAccepted(await context.create("app", request)) ? [] : [String(request["webhookUrl"])];
  });
  return asked.flat();
}

export const spellings = (url: string) => [url, url.replaceAll("/", "\\/"), url.replaceAll("&", "&amp;")];
/** A service may keep to itself what a query says. */
const beforeQuery = (url: unknown) => String(url).split("?")[0] ?? "";
/** Whether a list holds a webhook, as an object or anywhere in its text. */
export const isIn = ({ text, items }: Listed, { url }: Hook) =>
  items.some((item) => beforeQuery(item["webhookUrl"]) === beforeQuery(url)) ||
  spellings(beforeQuery(url)).some((one) => text.includes(one));
/** The objects of a list that have the URL of a webhook. */
export const at = ({ items }: Listed, { url }: Hook) => items.filter((item) => item["webhookUrl"] === url);

/** What is wrong: in the words of the finding, in which list or other answer. */
export type Fault = readonly [actual: string, exchange: Exchange] | undefined;

/**
 * Whether webhooks of an App are missing in its list. `beside`: another list, which a page may equal in length.
 * @throws NotObserved if the webhooks cannot be told, or may be on a page that nobody can ask for
 */
export async function missing(context: Context, list: Listed, due: readonly Hook[], beside?: Listed): Promise<Fault> {
  const lost = due.filter((hook) => !isIn(list, hook));
  const [first] = lost;
  if (!first) return undefined;
  const isTold = list.items.length > 0 || beside?.items.length !== 0 || list.text === beside.text;
  observed(isTold, "the list shows no webhookUrl, so its webhooks cannot be identified (U-03)");
  await needsAll(context, list, first, beside);
  const states = lost.map(({ request }) => `active ${request["active"]}`).join(", ");
  return [`${lost.length} of ${due.length} created webhooks are missing (${states}).`, list.exchange];
}

/** @throws NotObserved if the list may be a page of several; it was none if it is longer after another creation */
export async function needsAll(context: Context, list: Listed, { owner }: Hook, beside?: Listed): Promise<void> {
  const { length } = list.items;
  const isFull = length >= PAGE.least || (length === beside?.items.length && length > PAGE.created);
  const { appId, appIri, otherAppId } = context.driver;
  let isPart = list.isPart;
  if (isFull && !isPart) {
    await context.hook("app", { owner });
    const later = await listed(context, owner === appIri ? appId : otherAppId);
    isPart = later.isPart || later.items.length <= length;
  }
  observed(!isPart, "the list may have several pages (U-03), and how to get the others is unknown");
}
