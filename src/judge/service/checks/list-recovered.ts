/** A webhook that failed once and recovered is still a webhook of its App. */

import { Breach, type Check, NotObserved } from "../../check.ts";
import { statusOf } from "../../wire/listener.ts";
import type { Context } from "../context.ts";
import { needsTrigger } from "../experiments/acting.ts";
import { isIn } from "../experiments/app-list.ts";
import { listed } from "../listed.ts";

/** How long to wait for a first delivery that must fail, in milliseconds. */
const FAILS_MS = 1000;

async function recovered(context: Context): Promise<void> {
  const { appId } = context.driver;
  context.need(appId, "appId");
  needsTrigger(context, "app");
  const hook = await context.hook("app", { type: 2, reply: 500 });
  const isHeld = async () => isIn(await listed(context, appId), hook);
  if (!(await isHeld())) throw new NotObserved("the list does not show it: see list.holds");
  await context.dispatch(hook.owner);
  const posts = () => context.posts(hook);
  await context.listener?.until(() => posts().length > 0, FAILS_MS);
  hook.endpoint.reply = 200;
  await context.due(() => posts().length > 1);
  const [first, ...more] = posts().map(({ reply }) => statusOf(reply));
  if (first !== 500 || !more.includes(200)) throw new NotObserved("it was not retried in time: see retry.app-2.500");
  if ((await isHeld()) || (await isHeld())) return;
  throw new Breach({
    expected: "The list holds the webhook after a failure, a retry and a success, as it did before.",
    actual: "It is not in the list any more.",
    exchange: (await listed(context, appId)).exchange,
  });
}

export const RECOVERED_CHECKS: Check<Context>[] = [
  {
    id: "list.recovered",
    title: "An app webhook that failed once and recovered is still in the list of its App",
    severity: "demand",
    rests: ["F-4.4-01", "F-2.3-02"],
    group: "list",
    fix: "List the webhooks of the App, whatever happened to their deliveries.",
    run: recovered,
  },
];
