/** Short stories: later deliveries, and webhooks that have a URL, or its path, in common. */

import { QUERY } from "../steps/odd.ts";
import {
  APP,
  answered,
  atOnce,
  create,
  dispatch,
  FORGETS,
  LATER,
  off,
  on,
  once,
  pay,
  type RuleName,
  record,
  repeated,
  reply,
  type Script,
  type StoryOptions,
  settle,
  storyWith,
  toAgency,
} from "../steps/script.ts";
import type { Creation, Step } from "../steps/steps.ts";
import { ODDLY_GOOD } from "../steps/ways.ts";

/** A payment of each client. */
const each = [pay(), pay(1, 1)];
/** Later in a run, some of them may be refused. */
const later = (rule: RuleName, more: StoryOptions = {}) => storyWith({ group: LATER, mayRefuse: true, rule, ...more });

/** In search of a number of retries that a webhook is granted in all: until the service gives up, and then once. */
const failsAgain = (slot: number, event: Step): Step[] => [
  ...[reply(slot, 500), event, settle, reply(slot, 200), ...repeated(3, once(slot, 500), event, settle), event],
];
/** Each webhook answers the first two events in other ways. */
const oddly = (event: Step, of: Partial<Creation> = {}): Step[] => {
  const half = Math.ceil(ODDLY_GOOD.length / 2);
  const answers = [ODDLY_GOOD.slice(0, half), ODDLY_GOOD.slice(half)];
  const told = answers.flatMap((replies) => [...replies.map((reply, slot) => once(slot, reply)), event, settle]);
  return [...ODDLY_GOOD.slice(0, half).map((_, slot) => create(slot, of)), ...told, event, settle];
};
/** Nobody can switch off an app webhook, so those of Apps are in groups that a reset follows, where there is one. */
export const LATER_STORIES: readonly Script[] = [
  later("hears")`deliver.after-answers F-6.2-01 F-6.2-04 F-3-03
    After any 2xx answer, whatever stands in it, the next payment is delivered
    Take every 2xx for an acknowledgement, and read of an answer nothing but its status.`(oddly(pay())),
  later("hears", { group: "app deliveries" })`app-deliver.after-answers F-6.4-01 F-2.3-11
    After any 2xx answer, whatever stands in it, the next event of an App is delivered, also beside one of another App
    Take every 2xx for an acknowledgement, and read of an answer nothing but its status.`([
    create(20, { ...APP, owner: 1 }),
    ...oddly(dispatch(), APP),
    settle,
    atOnce([dispatch()], [dispatch(1)]),
  ]),
  later("hears")`deliver.row F-6.2-01 F-3-03
    Each of many payments in a row is delivered
    Emit one event for each payment that becomes confirmed, even immediately after another one.`([
    create(0),
    ...repeated(10, pay()),
  ]),
  later("silent", { needs: "setClientWebhookActive" })`deliver.inactive-again F-2.2-14 F-6.2-04 F-6.5-03
    A webhook that is switched off a second time, or belongs to another client, receives nothing while inactive
    Check whether the webhook is active at each event.`(
    [create(0), create(1), create(2, { owner: 1 }), off(1), on(1), off(1), off(2)],
    each,
  ),
  later("silent")`deliver.unheard-later F-3-03 F-6.2-01
    After other payments were delivered, unconfirmed payments and payments to the agency are still not delivered
    Look at each payment by itself.`(
    [create(0), create(1, { owner: 1 }), ...each, settle],
    [record(), toAgency(), record(1), toAgency(true, 1)],
  ),
  later("retries", { settled: failsAgain(1, pay()) })`retry.client.later F-6.5-02 F-7-03
    Every client delivery that fails is retried: not only the first, also after a switch, and for each client
    Keep the attempts of each delivery separate: what came of earlier ones must not count.`(
    // A retry goes to the whole URL, like the first attempt.
    [create(0, { query: QUERY }), create(1), create(2), create(3), create(4, { owner: 1, reply: 500 })],
    [create(5, { owner: 1 }), once(5, "reset")],
    [pay(), settle, off(2), on(2), reply(0, 500), reply(1, 500), reply(2, 503)],
    // The next payment is acknowledged before the retry of this one.
    [once(3, 503), pay(), pay(), pay(1, 1), answered(1)],
    [reply(1, 200), settle, reply(0, 200), reply(2, 200), reply(4, 200)],
  ),
  later("retries", { settled: failsAgain(1, dispatch()) })`retry.app-2.later F-6.4-04 F-7-03
    With responseHandlingType 2, every delivery that fails is retried: not only the first, and for each App
    Keep the attempts of each delivery separate: what came of earlier ones must not count.`(
    [create(0, { ...APP, query: QUERY }), create(1, APP), create(2, APP)],
    [create(3, { ...APP, owner: 1, reply: 500 }), dispatch(), settle, reply(0, 500), reply(1, 500), dispatch()],
    [answered(1), reply(1, 200), settle, dispatch(1), settle, reply(0, 200), reply(3, 200)],
  ),
  later("ignores")`retry.app-1.later F-6.4-03
    With responseHandlingType 1, the status does not matter for later deliveries
    Ignore the status of the answer to a delivery of type 1.`(
    // What is retried with type 2 is no reason to retry others.
    [create(5, APP), ...[0, 1, 2, 3].map((slot) => create(slot, FORGETS)), dispatch(), settle],
    [once(5, 500), reply(0, 500), reply(1, 500), dispatch()],
  ),
];

const hearing = (group: string) => storyWith({ group, rule: "hears" });
const signing = storyWith({ group: "app deliveries", rule: "signs" });
/** What a service may read as a boolean (U-43). */
const BOOLEANS = ["true", "false", "yes", "no", "1", "0", 1, 0];
/** With other events, because what a creation with the same ones does is open (U-39). */
const among = { ...APP, events: "among" } as const;
/** Two app webhooks of both types at one URL, in either order. */
const pair = (slot: number, first: 1 | 2, second: 1 | 2): Step[] => [
  create(slot, { ...APP, type: first }),
  create(slot + 1, { ...among, type: second, url: slot }),
];

/** They are separate resources (F-6.1-03). */
export const URL_STORIES: readonly Script[] = [
  signing`app-deliver.unsigned-beside-client F-6.4-02 F-5-09 F-6.1-02
    An app delivery has no signature header where a client webhook has the same URL
    Sign by what the webhook is; do not look for a secret by its URL.`(
    [create(0), create(1, { ...FORGETS, url: 0 })],
    [dispatch()],
  ),
  signing`deliver.signed-beside-app F-6.3-03 F-5-09 F-6.1-01
    A client delivery has a signature header where an app webhook has the same URL
    Sign by what the webhook is; do not look for it by its URL.`([create(0), create(1, { ...FORGETS, url: 0 }), pay()]),
  hearing("app deliveries")`app-deliver.beside-inactive-client F-6.4-01 F-2.3-11
    An event reaches an app webhook at whose URL a client webhook is inactive
    Keep the state of a webhook with the webhook, not with its URL.`(
    [create(2, APP), create(0), off(0), create(1, { ...FORGETS, url: 0 })],
    [dispatch()],
  ),
  hearing("app deliveries")`deliver.beside-inactive-app F-6.2-01 F-6.2-04 F-2.2-14
    A payment reaches a client webhook at whose URL an app webhook is inactive
    Keep the state of a webhook with the webhook, not with its URL.`(
    [create(2), create(0), create(1, { ...APP, url: 0, active: false })],
    [pay()],
  ),
  hearing("app deliveries")`app-deliver.shared-url F-6.4-01 F-2.3-02 F-6.1-04
    Each of two webhooks of an App with the same URL and different lists of events receives the event
    Identify webhooks by their id, not by their URL.`([...pair(0, 1, 1), dispatch()]),
  hearing(LATER)`deliver.shared-url F-2.2-02 F-6.2-01 F-6.1-04 F-6.2-04 F-2.2-12 F-6.3-05
    Each of two webhooks of a client with the same URL receives a delivery signed with its own secret
    Identify webhooks by their id, not by their URL.`([create(0), create(1, { url: 0 }), pay()]),
  storyWith({ group: LATER })`deliver.shared-url-clients F-2.2-01 F-2.2-03 F-2.2-02 F-6.2-01 F-6.2-04 F-6.3-05
    When webhooks of two clients share a URL, each receives only the payments of its own client
    Identify webhooks by their id, and deliver to those of the client that the payment belongs to.`(
    [create(0), create(1, { url: 0, owner: 1 })],
    [pay(1, 1), settle, pay()],
  ),
  // One of them acknowledges the payment; at the second URL, the retries of both end.
  storyWith({ group: LATER })`retry.client.shared-url F-6.5-02 F-7-03 F-2.2-02 F-6.2-01 F-6.1-04
    Each of two client webhooks at one URL is sent its delivery and its retries, whatever is answered to the other
    Keep the attempts of each webhook separate: identify them by webhook and payment, not by URL and payment.`(
    [create(0), create(1, { url: 0 }), create(2), create(3, { url: 2 })],
    [once(0, 503), reply(2, 503), pay()],
  ),
  storyWith({ group: LATER, rule: "retries" })`retry.app-2.shared-url F-6.4-04 F-7-03 F-2.3-08
    With responseHandlingType 2, a delivery that fails is retried, although a webhook at its URL has type 1
    Take responseHandlingType from the webhook of the delivery, not from another one with its URL.`(
    [...pair(0, 1, 2), ...pair(2, 2, 1), dispatch(), settle],
    [reply(0, 500), reply(2, 500), dispatch()],
  ),
  storyWith({ group: "app deliveries", mayRefuse: true })`app-deliver.converted F-2.3-11 F-3-02 F-6.2-04 F-6.4-01
    An app webhook receives events exactly if active is shown as true, whatever value it was read from
    Read active once, store the boolean, and show and use what is stored.`(
    [create(0, APP), ...BOOLEANS.map((active, index) => create(index + 1, { ...APP, active }))],
    [dispatch()],
  ),
];

const STOPPED =
  "Look for what stops deliveries after a while: a worker that ended, a full queue, an open circuit breaker.";

/** What still comes at the end of a run. */
export const GOES_ON: readonly Script[] = [
  hearing("every delivery")`deliver.goes-on F-6.2-01 F-6.2-04 F-3-03 F-6.1-04 F-4.5-01
    At the end of the run, a client webhook still receives its payments
    ${STOPPED}`([create(0), pay()]),
  hearing("every delivery")`app-deliver.goes-on F-6.4-01 F-2.3-11 F-6.1-04 F-4.5-01
    At the end of the run, an app webhook still receives its events
    ${STOPPED}`([create(0, FORGETS), dispatch()]),
];
