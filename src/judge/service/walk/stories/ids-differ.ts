/** Ids of payments that several payments share. */

import { type Check, demand, NotObserved, told } from "../../../check.ts";
import { idIn } from "../../../wire/delivery.ts";
import type { Context } from "../../context.ts";
import { shownFrom } from "../../shown.ts";
import { needsDriver } from "../findings/needs.ts";
import { perform } from "../perform/perform.ts";
import { create, LATER, pay } from "../steps/script.ts";

export const IDS_DIFFER: Check<Context> = {
  ...told`deliver.ids-differ A-16
    Payments that are confirmed one after the other have different ids
    Give each payment an id of its own: receivers that key by id and @event handle only one payment of each id.`,
  ...{ severity: "practice", group: LATER },
  async run(context) {
    needsDriver(context, "client");
    await perform(context, [create(0), pay(), pay()]);
    const { all, shared } = context.payments;
    if (all.size === 0) throw new NotObserved("the driver does not tell the ids of payments");
    const came = context.hooks.filter(({ kind }) => kind === "client").flatMap((hook) => context.posts(hook));
    const one = came.findLast((delivery) => shared.has(idIn(delivery) ?? Number.NaN));
    const actual = () => `Several of them have the id ${one && idIn(one)}.`;
    demand(one === undefined, `Each of ${all.size} payments has an id of its own.`, actual, shownFrom(context, one));
  },
};
