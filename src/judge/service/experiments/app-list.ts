/** Experiments for judging the list of an App: webhooks of it and of others, and the list before and after them. */

import { APP_WEBHOOK_EVENTS } from "../../../../generated/constants.ts";
import { Breach, NotObserved } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import { type Context, EVENT, type Hook, type HookOptions, unknownEvent } from "../context.ts";
import { mustAccept } from "../expect.ts";
import { type Listed, listed } from "../listed.ts";
import { TWICE } from "./confusable.ts";

/** How many webhooks of the App the experiment creates. */
export const ADDED = 6;

interface Experiment {
  readonly before: Listed;
  readonly after: Listed;
  readonly own: Hook[];
  readonly other: Hook | undefined;
  /** Another webhook of the App, with the same URL as a webhook of the other App. */
  readonly sharing: Hook | undefined;
  /** Two webhooks of the App with one URL and different lists of events; undefined if the service refuses that. */
  readonly pair: readonly [Hook, Hook] | undefined;
  /** A client webhook, which is not a webhook of the App. */
  readonly client: Hook | undefined;
}

/**
 * Webhooks of the App, one of them inactive and one at a URL that another App has as well, one of that other App, and
 * the list before and after.
 */
async function experiment(context: Context): Promise<Experiment> {
  // Before the App has a webhook, its list may be answered 404: whether it exists by then is open.
  const before = await listed(context, context.driver.appId);
  const first = await context.hook("app", { type: 1 });
  const { clientIri, otherAppIri: owner } = context.driver;
  const own = (options: HookOptions) => context.hookIfAllowed("app", options);
  const [inactive, other, base, one, client] = await context.all([
    () => own({ type: 2, active: false }),
    async () => (owner === undefined ? undefined : own({ owner })),
    async () => (owner === undefined ? undefined : own({})),
    () => own({}),
    async () => (clientIri === undefined ? undefined : context.hookIfAllowed("client", {})),
  ]);
  const [isShared, two, last] = await context.all([
    async () => base && own({ owner, at: base }),
    async () => one && own({ events: [unknownEvent(1), EVENT], at: one }),
    async () =>
      (await own({ type: 2, events: [...TWICE, unknownEvent()], query: "?tenant=42&tag=b" })) ?? own({ type: 2 }),
  ]);
  const sharing = isShared ? base : undefined;
  const after = await listed(context, context.driver.appId);
  mustAccept(after.exchange, "The list of the webhooks of the App is answered 2xx.");
  const mine = [first, inactive, last].filter((hook) => hook !== undefined);
  return { before, after, own: mine, other, sharing, pair: one && two && [one, two], client };
}

/** App webhooks that were rightly refused: because of their URL, or because of too few or too many events. */
export async function refusedOnes(context: Context): Promise<{ url: string; why: string }[]> {
  const legal = context.legalUrl();
  const many = Array.from({ length: APP_WEBHOOK_EVENTS.max + 1 }, () => EVENT);
  const tries = [
    { url: `http://127.0.0.1/hook-${legal.slice(-8)}`, events: [EVENT], why: "its URL" },
    { url: context.legalUrl(), events: [], why: "its empty list of events" },
    { url: context.legalUrl(), events: many, why: `its ${many.length} events` },
  ];
  const answers = await context.each(tries, ({ url, events }) =>
    context.create("app", context.createRequest("app", { events }, url)),
  );
  return tries.filter((_, index) => !isAccepted(answers[index] as Exchange));
}

export const spellings = (url: string) => [url, url.replaceAll("/", "\\/"), url.replaceAll("&", "&amp;")];
/** A service may keep to itself what a query says. */
const beforeQuery = (url: unknown) => String(url).split("?")[0] ?? "";
export const isIn = ({ text, items }: Listed, { url }: Hook) =>
  items.some((item) => beforeQuery(item["webhookUrl"]) === beforeQuery(url)) ||
  spellings(beforeQuery(url)).some((one) => text.includes(one));

export async function look(context: Context): Promise<Experiment> {
  return context.once(experiment).catch((error: unknown) => {
    if (error instanceof Breach) throw new NotObserved("the list is refused: see list.answers");
    throw error;
  });
}
