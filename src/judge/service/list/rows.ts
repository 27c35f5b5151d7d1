/** What the list of the webhooks of an App must hold, what it may not, and how it shows each, as rows over one look. */

import type { Json } from "../../answers.ts";
import { Breach, type Check, demandOf, must, NotObserved, observed } from "../../check.ts";
import type { Context, Hook } from "../context.ts";
import { mustAccept } from "../expect.ts";
import { at, type Fault, firstLists, isIn, type Look, listWith, look, missing, needsAll, spellings } from "./look.ts";

type Wrong = (resource: Json, hook: Hook) => string | undefined;
/** The first fault in how a list shows webhooks of its App, or in the answer to the creation of one of them. */
const wronglyShown =
  (wrong: Wrong) =>
  ({ after, own, pair, theirs, other }: Pick<Look, "after" | "own" | "pair" | "theirs" | "other">): Fault => {
    for (const hook of [...own, ...pair, ...(other && theirs ? [other] : [])]) {
      const list = hook === other && theirs ? theirs : after;
      const answer = own.includes(hook) ? [hook.response as Json] : [];
      for (const resource of [...answer, ...at(list, hook)]) {
        const why = resource && wrong(resource, hook);
        if (why) return [`${why}.`, resource === hook.response ? hook.exchange : list.exchange];
      }
    }
    return undefined;
  };

/** Writing a member sets it. */
export const asWritten = (member: string) =>
  wronglyShown(({ [member]: value }, { request: { [member]: written } }) =>
    value !== undefined && value !== written
      ? `What was written with ${member} ${JSON.stringify(written)} is shown with ${member} ${JSON.stringify(value)}`
      : undefined,
  );

/** In JSON nothing is escaped for HTML: such a URL is another one. */
function escaped({ after, own }: Look): Fault {
  const wrong = own.filter(({ url }) => url.includes("&")).map(({ url }) => url.replaceAll("&", "&amp;"));
  const isEscaped = after.items.some(({ webhookUrl }) => wrong.some((url) => url === webhookUrl));
  return isEscaped ? ["& is shown as &amp;.", after.exchange] : undefined;
}

function needs(hook: Hook | undefined, owner: "otherAppIri" | "clientIri"): Hook {
  observed(hook, `there is no other webhook for this: the driver has no ${owner}, or it was refused`);
  return hook;
}

function foreign(look: Look): Fault {
  const { after, empty, theirs, own, other, sharing } = look;
  const foreigner = needs(other, "otherAppIri");
  // A list that shows everything twice, as pages that overlap do, proves nothing.
  const isTwice = (hook: Hook) => at(after, hook).length > 1;
  if (isIn(after, foreigner) || (sharing && isTwice(sharing) && !own.some(isTwice)))
    return ["A webhook of the other App is in it.", after.exchange];
  const wrong = [empty, theirs].find((list) => list && own.some((hook) => isIn(list, hook)));
  if (wrong) return ["A webhook of the first App is in the list of the other one.", wrong.exchange];
  const why = "A webhook of the App is shown with the other App";
  return wronglyShown(({ app }) => (app === foreigner.owner ? why : undefined))({ ...look, theirs: undefined });
}

async function ofOther({ after, theirs, other, sharing }: Look, context: Context): Promise<Fault> {
  const [list, hook] = [context.need(theirs, "otherAppId"), needs(other, "otherAppIri")];
  mustAccept(list.exchange);
  // U-39 is about a repeated request, and the one for a URL that the first App has, too, names another App.
  return missing(context, list, sharing ? [hook, sharing] : [hook], after);
}

/** Whether it is in the list, too, that was read just before: a cache overlooks it. */
async function added({ after, own }: Look, context: Context): Promise<Fault> {
  const { appId, otherAppId, otherAppIri: owner } = context.driver;
  const isShown = own.every((hook) => isIn(after, hook));
  observed(isShown, "the list does not show all: see list.holds");
  const other = owner === undefined || otherAppId === undefined ? [] : [{ id: otherAppId, owner, active: false }];
  const all = [{ id: appId, active: false }, { id: appId }, ...other];
  const faults = await context.service.pace.each(all, async ({ id, ...options }) => {
    const hook = await context.hook("app", options);
    return missing(context, await listWith(context, id, [hook]), [hook], after);
  });
  return faults.find((fault) => fault !== undefined);
}

async function twins({ after, pair: [one] }: Look, context: Context): Promise<Fault> {
  observed(one, "a second webhook at a URL, or with an unknown event, is refused (U-09, U-39)");
  const { length } = at(after, one);
  observed(length > 0, "the list does not show the URL of these webhooks: see list.holds");
  if (length > 1) return undefined;
  await needsAll(context, after, one);
  return ["It shows the URL once.", after.exchange];
}

const clients = ({ after, client }: Look): Fault =>
  isIn(after, needs(client, "clientIri")) ? ["One is in it.", after.exchange] : undefined;

function refusedOne({ after, refused }: Look): Fault {
  const found = refused.find((url) => spellings(url).some((one) => after.text.includes(one)));
  return found === undefined ? undefined : [`${found} was refused, and is in it.`, after.exchange];
}

async function answers(context: Context): Promise<void> {
  mustAccept((await context.once(firstLists)).before.exchange, "appId", context.elsewhere);
}

const row = (run: Check<Context>["run"]) => demandOf("list", run);
/** A row about the look, which is one for all. */
const seen = (find: (look: Look, context: Context) => Fault | Promise<Fault>) =>
  row(async (context) => {
    const found = await context.once(look).catch((error: unknown) => {
      throw error instanceof Breach ? new NotObserved("the list is refused: see list.answers") : error;
    });
    const [actual, exchange] = (await find(found, context)) ?? [];
    must(actual === undefined, actual ?? "", exchange);
  });

export const LIST_CHECKS: readonly Check<Context>[] = [
  row(answers)`list.answers F-4.4-01 F-4.4-02 F-4-01
    A request for the list of an App's webhooks is answered 2xx
    Serve GET {base_url}/api/apps/{id}/app_webhooks, where {id} is the identifier of the App.`,
  seen(({ before, after, own }, context) =>
    missing(context, after, own, before),
  )`list.holds F-4.4-01 F-2.3-02 F-2.3-04 F-4.4-02
    A new webhook is in the list of its App
    List every webhook of the App, inactive ones too.`,
  seen(foreign)`list.own-only F-4.4-01 F-4.4-02 F-2.3-01 F-2.3-04
    The list of an App does not contain webhooks of another App
    Filter the list by the App in the path. A webhook belongs to the App that its member app names.`,
  seen(twins)`list.same-url F-4.4-01 F-2.3-02 F-6.1-04
    Two webhooks of an App with one URL and different lists of events are both in its list
    Identify webhooks by their id, not by their URL.`,
  seen(clients)`list.no-client-webhooks F-4.4-01 F-2.3-01
    The list of an App does not contain client webhooks
    Keep the two kinds of webhooks apart.`,
  seen(refusedOne)`list.refused F-7-01 F-7-02
    A webhook that was refused is not in the list
    Check the whole request before anything is stored.`,
  seen(ofOther)`list.of-other F-4.4-02 F-4.4-01 F-2.3-04
    A webhook of another App is in the list of that App`,
  seen(asWritten("active"))`list.active F-3-02 F-2.3-11
    active is shown as it was written`,
  seen(asWritten("responseHandlingType"))`list.type F-2.3-08
    responseHandlingType is shown as it was written`,
  seen(escaped)`list.url F-2.3-05
    webhookUrl is shown with its own characters
    Escape values for HTML where they become HTML, and nowhere else.`,
  seen(added)`list.added F-4.4-01 F-2.3-02
    Each new webhook is in the list of its App although the list was read just before, an inactive one too
    Invalidate a cached list whenever a webhook is created.`,
];
