/** The list of the webhooks of an App, in any envelope (U-03). */

import { Breach, type Check, demand, NotObserved } from "../../check.ts";
import type { Context, Hook } from "../context.ts";
import { mustAccept } from "../expect.ts";
import { ADDED, isIn, look, refusedOnes, spellings } from "../experiments/app-list.ts";
import { type Listed, listed } from "../listed.ts";
import { isNotEscaped, typeInList, writtenIs } from "./list-members.ts";

const group = "list";
/** A list with fewer webhooks than this is not one page of several. */
const SHORT = 20;

/** Two lists that must differ are equally long, and longer than the number of webhooks added. */
const isFullPage = (one: Listed, other: Listed) =>
  one.items.length === other.items.length && other.items.length > ADDED;

/** Why nothing is said of what is missing in a list. */
export const otherPages = () =>
  new NotObserved("the list may have several pages (U-03), and how to get the others is unknown");

/** Whether what is missing in a list may be on a page of it that nobody can ask for. */
export const mayHaveMore = (list: Listed, other: Listed) =>
  list.isPart || list.items.length >= SHORT || isFullPage(list, other);

export const LIST_CHECKS: Check<Context>[] = [
  {
    id: "list.answers",
    title: "A request for the list of an App's webhooks is answered 2xx",
    severity: "demand",
    rests: ["F-4.4-01", "F-4.4-02", "F-4-01"],
    group,
    fix: "Serve GET {base_url}/api/apps/{id}/app_webhooks, where {id} is the identifier of the App.",
    async run(context) {
      context.need(context.driver.appId, "appId");
      // A list without a webhook may not exist yet.
      if (context.driver.appIri !== undefined) await context.create("app", context.createRequest("app"));
      const { exchange } = await listed(context, context.driver.appId);
      mustAccept(exchange, "GET on the list of the App is answered 2xx.", "appId", context.elsewhere);
    },
  },
  {
    id: "list.holds",
    title: "A new webhook is in the list of its App",
    severity: "demand",
    rests: ["F-4.4-01", "F-2.3-02", "F-2.3-04", "F-4.4-02"],
    group,
    fix: "List every webhook of the App, inactive ones too.",
    async run(context) {
      const { before, after, own } = await look(context);
      const missing = own.filter((hook) => !isIn(after, hook));
      if (missing.length === 0) return;
      const hasChanged = before.text !== after.text;
      if (after.items.length === 0 && hasChanged)
        throw new NotObserved("the list shows no webhookUrl, so its webhooks cannot be identified (U-03)");
      if (mayHaveMore(after, before)) throw otherPages();
      throw new Breach({
        expected: `The list contains the ${own.length} webhooks that were created.`,
        actual: `${missing.length} of them are missing (${missing.map(({ request }) => `active ${String(request["active"])}`).join(", ")}).`,
        exchange: after.exchange,
      });
    },
  },
  {
    id: "list.own-only",
    title: "The list of an App does not contain webhooks of another App",
    severity: "demand",
    rests: ["F-4.4-01", "F-4.4-02", "F-2.3-01", "F-2.3-04"],
    group,
    fix: "Filter the list by the App in the path. A webhook belongs to the App that its member app names.",
    async run(context) {
      const { after, other, sharing, own } = await look(context);
      if (!other)
        throw new NotObserved("there is no webhook of another App: the driver has no otherAppIri, or it was refused");
      demand(
        !isIn(after, other),
        "The webhook of the other App is not in the list.",
        "It is in the list.",
        after.exchange,
      );
      // A list that shows everything twice, as pages that overlap do, proves nothing.
      const isTwice = ({ url }: Hook) => after.items.filter((item) => item["webhookUrl"] === url).length > 1;
      const isForeign = sharing !== undefined && isTwice(sharing) && !own.some(isTwice);
      demand(
        !isForeign,
        "A webhook of another App with the same URL is not in the list.",
        "It is in the list.",
        after.exchange,
      );
      if (context.driver.otherAppId === undefined) return;
      const theirs = await listed(context, context.driver.otherAppId);
      const wrong = own.find((hook) => isIn(theirs, hook));
      demand(
        !wrong,
        "The list of the other App contains none of this App's webhooks.",
        "It contains one.",
        theirs.exchange,
      );
    },
  },
  {
    id: "list.same-url",
    title: "Two webhooks of an App with one URL and different lists of events are both in its list",
    severity: "demand",
    rests: ["F-4.4-01", "F-2.3-02", "F-6.1-04"],
    group,
    fix: "Identify webhooks by their id, not by their URL.",
    async run(context) {
      const { after, pair } = await look(context);
      if (!pair) throw new NotObserved("a second webhook at a URL, or with an unknown event, is refused (U-09, U-39)");
      const count = after.items.filter((item) => item["webhookUrl"] === pair[0].url).length;
      if (count === 0) throw new NotObserved("the list does not show the URL of these webhooks: see list.holds");
      if (count === 1 && (after.isPart || after.items.length >= SHORT)) throw otherPages();
      demand(count > 1, "The list shows the URL of both.", "It shows the URL once.", after.exchange);
    },
  },
  {
    id: "list.no-client-webhooks",
    title: "The list of an App does not contain client webhooks",
    severity: "demand",
    rests: ["F-4.4-01", "F-2.3-01"],
    group,
    fix: "Keep the two kinds of webhooks apart.",
    async run(context) {
      const { after, client } = await look(context);
      if (!client) throw new NotObserved("there is no client webhook: the driver has no clientIri, or it was refused");
      demand(!isIn(after, client), "The webhook of a client is not in the list.", "It is in the list.", after.exchange);
    },
  },
  {
    id: "list.refused",
    title: "A webhook that was refused is not in the list",
    severity: "demand",
    rests: ["F-7-01", "F-7-02"],
    group,
    fix: "Check the whole request before anything is stored.",
    async run(context) {
      await look(context);
      const tried = await refusedOnes(context);
      const { text, exchange } = await listed(context, context.driver.appId);
      const kept = tried.find(({ url }) => spellings(url).some((one) => text.includes(one)));
      const actual = () => `One that was refused because of ${kept?.why} is in the list.`;
      demand(!kept, "A refused webhook is not in the list.", actual, exchange);
    },
  },
  {
    id: "list.of-other",
    title: "A webhook of another App is in the list of that App",
    severity: "demand",
    rests: ["F-4.4-02", "F-4.4-01", "F-2.3-04"],
    group,
    async run(context) {
      const { after, other, sharing } = await look(context);
      if (!other)
        throw new NotObserved("there is no webhook of another App: the driver has no otherAppIri, or it was refused");
      const theirs = await listed(context, context.need(context.driver.otherAppId, "otherAppId"));
      mustAccept(theirs.exchange, "The list of the other App is answered 2xx.");
      const isOtherIn = isIn(theirs, other);
      // Both Apps have a webhook at that URL. U-39 is about a repeated request, and this one names another App.
      if (isOtherIn && (!sharing || isIn(theirs, sharing))) return;
      const showsUrls = after.items.length > 0;
      if (!showsUrls && theirs.items.length === 0 && theirs.text.length > 2)
        throw new NotObserved("the list shows no webhookUrl, so its webhooks cannot be identified (U-03)");
      if (theirs.isPart || theirs.items.length >= SHORT || (isOtherIn && isFullPage(after, theirs))) throw otherPages();
      throw new Breach({
        expected: "The list of the other App contains its webhooks.",
        actual: isOtherIn
          ? "The one whose URL a webhook of the first App has, too, is missing."
          : "The webhook is missing.",
        exchange: theirs.exchange,
      });
    },
  },
  {
    id: "list.active",
    title: "active is shown as it was written",
    severity: "demand",
    rests: ["F-3-02", "F-2.3-11"],
    group,
    run: writtenIs("active"),
  },
  {
    id: "list.type",
    title: "responseHandlingType is shown as it was written",
    severity: "demand",
    rests: ["F-2.3-08"],
    group,
    run: writtenIs("responseHandlingType"),
  },
  {
    id: "list.url",
    title: "webhookUrl is shown with its own characters",
    severity: "demand",
    rests: ["F-2.3-05"],
    group,
    fix: "Escape values for HTML where they become HTML, and nowhere else.",
    run: isNotEscaped,
  },
  typeInList("app", "F-2.3-04"),
  typeInList("events", "F-2.3-06"),
  typeInList("responseHandlingType", "F-2.3-08"),
  typeInList("active", "F-2.3-11"),
];
