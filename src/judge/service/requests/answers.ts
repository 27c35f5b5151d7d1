/** What answers to creations show. Each shows its own webhook, with its own secret. */

import { contentOf, isObject, type Json, MEMBERS, objectsIn, typeFault } from "../../answers.ts";
import { type Check, demand, observed, told } from "../../check.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import type { Accepted, Context, Kind } from "../context.ts";
import { secretIn } from "../expect.ts";
import { listed } from "../list/listed.ts";
import { create } from "./row.ts";

export const valueIn = ({ response }: Exchange): unknown => response && contentOf(response);

interface Creation {
  readonly context: Context;
  readonly exchange: Exchange;
  readonly request: Json;
}

/** A webhook wherever it is shown: in the answer, and in the list if it is an app webhook that is found there. */
export async function resourcesOf({ context, exchange, request }: Creation): Promise<Json[]> {
  if (!isAccepted(exchange)) return [];
  const value = valueIn(exchange);
  const url = request["webhookUrl"];
  const isHolder = (one: Json, index: number) => index === 0 || "secret" in one;
  if (url === undefined) return objectsIn(value).filter(isHolder).slice(0, 2);
  const inList = await listed(context, context.driver.appId).catch(() => undefined);
  return [...(isObject(value) ? [value] : []), ...(inList?.items.filter((item) => item["webhookUrl"] === url) ?? [])];
}

/** How many valid requests for webhooks of the first owner were accepted since the last reset. */
export function createdSinceReset(context: Context, kind: Kind): number {
  const { trace } = context;
  const members = Object.keys(MEMBERS[kind]);
  const isValid = ({ request }: Accepted) =>
    Object.keys(request).length === members.length &&
    members.every((member) => member in request && !typeFault(kind, member, request));
  const isOwn = (one: Accepted) =>
    one.kind === kind && one.at > trace.resetAt && one.request[kind] === context.owner(kind);
  return trace.of("accepted").filter((one) => isOwn(one) && isValid(one)).length;
}

/** How many webhooks of an owner are made, unless there are so many already. */
export const SEVERAL = 3;
/** Resolves to the last answer, if one was needed. */
export async function makeSeveral(context: Context, kind: Kind): Promise<Exchange | undefined> {
  let last: Exchange | undefined;
  while (createdSinceReset(context, kind) < SEVERAL && (!last || isAccepted(last))) last = await create(context, kind);
  return last;
}

function judgeOwnSecrets(accepted: readonly Accepted[], { trace }: Context): void {
  const expected = "The answer to each creation has a secret of its own.";
  const secrets = accepted.map(({ exchange }) => secretIn(valueIn(exchange)));
  observed(
    secrets.some((one) => one !== undefined),
    "no secret was returned: see client.secret",
  );
  const eras = accepted.map(({ at }) => trace.eraAt(at));
  for (const [index, { exchange, request }] of accepted.entries()) {
    demand(secrets[index] !== undefined, expected, "This one has none.", exchange);
    const twin = accepted.find((_, before) => eras[before] === eras[index] && secrets[before] === secrets[index]);
    // The webhook that exists may be given out again to the client that asks for its URL once more (U-39).
    const isSame = twin?.request["url"] === request["url"] && twin?.request["client"] === request["client"];
    const actual = "This secret belongs to a webhook that was created before.";
    demand(twin?.exchange === exchange || isSame, expected, actual, exchange);
  }
}

/** Values may be shown in another form than they were written; those of another webhook are another webhook's. */
function judgeOwnValues(accepted: readonly Accepted[]): void {
  observed(accepted.length > 0, "every creation is refused: see client.create");
  for (const { exchange, request } of accepted) {
    const shown = objectsIn(valueIn(exchange)).find((one) => "secret" in one);
    // The service may give out the webhook that has this URL already (U-39).
    const others = accepted.filter((one) => one.request["url"] !== request["url"]);
    for (const member of ["url", "name"]) {
      const value = shown?.[member];
      const isAnothers = typeof value === "string" && others.some((one) => one.request[member] === value);
      const expected = "The answer to a creation is the webhook that was created.";
      const holds = value === request[member] || !isAnothers;
      demand(holds, expected, `Its ${member} is that of another webhook.`, exchange);
    }
  }
}

/** Judges all client webhooks of the run that were accepted, and of which there are several. */
const row =
  (judge: (accepted: readonly Accepted[], context: Context) => void) =>
  (...text: Parameters<typeof told>): Check<Context> => ({
    ...{ ...told(...text), severity: "demand", group: "every delivery", isEarly: true },
    async run(context) {
      if (!context.looksBack) await makeSeveral(context, "client");
      judge(
        context.trace.of("accepted").filter(({ kind }) => kind === "client"),
        context,
      );
    },
  });

export const ANSWER_CHECKS: readonly Check<Context>[] = [
  row(judgeOwnSecrets)`client.secret.always F-2.2-11 F-4.3-03 F-2.2-10 F-2.2-02
    Each client webhook of the whole run has a secret that no other webhook has, of any client
    Generate a new secret for every webhook, and return it.`,
  row(judgeOwnValues)`client.answer.own F-4.3-03 F-2.2-02
    The answer to each creation of a client webhook shows that webhook, and not another one`,
];
