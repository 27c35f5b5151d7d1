/**
 * What a deployment states beyond its documents (`deployment.json`): settings, the unit of amounts, answers in words,
 * the names of its packages. What is stated newly was open before, so it breaks no one.
 */

import { isSameText } from "../../documents/json.ts";
import { entriesOf, isObject, itemsOf, type JsonObject, type Maybe, member } from "../../values/json.ts";
import { plainMediaType } from "./media-types.ts";
import { type Cell, FINE, NAMES, OTHER, REVIEW, SIDE, TEXT } from "./outcomes.ts";
import { memberNames, type Pair } from "./pair.ts";
import { node, readNothing } from "./readers.ts";
import { RECEIVERS, row, SENDERS } from "./rows.ts";
import type { Form, Judge, Row } from "./statement.ts";

/** What one side states in `deployment.json`. */
export interface Deployed {
  readonly data: JsonObject;
  /** The settings that its documents state as well. */
  readonly documented: ReadonlySet<string>;
}

/** Answers in words that follow from a member of `amount`. */
const AMOUNT_ANSWERS: Readonly<Record<string, string>> = { unit: "N-2.4-01", currency: "U-31" };

/** Leaves out what is told elsewhere: settings by the documents, answers by `amount`, where both sides have these. */
export function statedIn({ old, new: fresh }: Pair<Deployed | undefined>): Pair<JsonObject> {
  const names = Object.keys(AMOUNT_ANSWERS);
  const answered = names.filter((name) => [old, fresh].every((side) => member(side?.data, "amount", name)));
  const without = (value: Maybe, isTold: (name: string) => boolean) =>
    Object.fromEntries(entriesOf(value).filter(([name]) => !isTold(name)));
  const comparableFacts = (side: Deployed | undefined): JsonObject => ({
    ...side?.data,
    settings: without(side?.data["settings"], (name) =>
      [old, fresh].every((one) => one?.documented.has(name) === true),
    ),
    answers: without(side?.data["answers"], (gap) => answered.some((name) => AMOUNT_ANSWERS[name] === gap)),
  });
  return { old: comparableFacts(old), new: comparableFacts(fresh) };
}

/** Compares each member by its own row of the table, or by the row of its family. */
const members = (family: string, place?: (name: string) => string): Form => ({
  words: {},
  first: (views, task, comparison) => {
    for (const name of memberNames(views)) {
      const [a, b] = [views.old[name], views.new[name]];
      const move = a === undefined ? "added" : b === undefined ? "gone" : "changed";
      const where = place?.(name) ?? task.where;
      if (!isSameText(a, b)) comparison.tell(`${family}.${name}`, move, { ...task, where, item: name, old: a, new: b });
    }
    return false;
  },
});

const TOLD = ["schema", "title", "version", "baseUrl", "authUrl", "authorizationUrl", "signature", "events", "closed"];

export const DEPLOYMENT_FORMS = {
  deployment: {
    words: {
      ...Object.fromEntries(TOLD.map((name) => [name, readNothing])),
      settings: node("its settings", { kind: "settings", at: "settings", isAlone: true }),
      amount: node("its amount", { kind: "amount", at: "amount", isAlone: true }),
      answers: node("its answers", { kind: "answers", at: "answers", isAlone: true }),
      package: node("its package", { kind: "package", at: "package", isAlone: true }),
    },
  },
  settings: members("setting"),
  amount: members("amount"),
  answers: members("answer", (gap) => gap),
  package: members("package"),
} satisfies Record<string, Form>;

const toNumber = (value: Maybe): number =>
  Array.isArray(value) ? value.reduce((sum: number, one) => sum + Number(one), 0) : Number(value ?? Infinity);
const breaksIf = (isBroken: boolean): Cell => (isBroken ? SIDE : FINE);
const less: Judge = ({ old, new: fresh }) => breaksIf(toNumber(fresh) < toNumber(old));
const to =
  (...values: readonly Maybe[]): Judge =>
  ({ new: fresh }) =>
    breaksIf(values.includes(fresh));
/** Whether the second list lacks an item of the first. */
const lacks = (one: Maybe, that: Maybe): boolean => itemsOf(one).some((item) => !itemsOf(that).includes(item));
const breaksWhereRemoved: Judge = ({ old, new: fresh }) => breaksIf(lacks(old, fresh));
const breaksWhereAdded: Judge = ({ old, new: fresh }) => breaksIf(lacks(fresh, old));
const moreScopes: Judge = ({ old, new: fresh }) =>
  breaksIf(!isObject(fresh) || entriesOf(fresh).some(([operation, needed]) => lacks(needed, member(old, operation))));
const byMediaType: Judge = ({ old, new: fresh }) =>
  breaksIf(plainMediaType(String(old)) !== plainMediaType(String(fresh)));
const byName: Judge = ({ old }) => breaksIf(old !== null);

type Told = Partial<Row>;
const statedRow = (changed: Row["changed"], more: Told = {}): Row =>
  row(REVIEW, FINE, changed, {
    isCode: true,
    hasNoRole: true,
    tells: ["{} is no longer stated; it was {old}", "{} is stated now: {new}", "{} is {new} instead of {old}"],
    fine: "What they do today still works.",
    ...more,
  });

const CODES: Row["codes"] = ["answer.removed", "answer.added", "answer.changed"];
const ANSWERS: Row["tells"] = ["Its answer is gone", "Its answer is new", "Its answer has changed"];

type Group = readonly [changed: Row["changed"], side: Told, broken: string, ...names: string[]];
const SETTINGS: readonly Group[] = [
  [SIDE, SENDERS, "Code that expects the old status takes a success for a failure.", "tokenStatus", "listStatus"],
  [SIDE, SENDERS, "Code that expects the old status takes a success for a failure.", "createClientWebhookStatus"],
  [SIDE, SENDERS, "Code that expects the old status takes a success for a failure.", "createAppWebhookStatus"],
  [SIDE, SENDERS, "Code that refreshes its token at the old status no longer does.", "unauthorizedStatus"],
  [REVIEW, SENDERS, "", "malformedStatus", "mediaTypeStatus", "tooLargeStatus", "validationStatus", "urlStatus"],
  [REVIEW, SENDERS, "", "unknownReferenceStatus", "unknownAppStatus", "forbiddenStatus", "notFoundStatus"],
  [REVIEW, SENDERS, "", "methodStatus", "tokenErrorStatus", "tokenClientErrorStatus", "deniedDescription"],
  [SIDE, SENDERS, "Code that reads errors finds others.", "errorCodeCase", "errorFormat", "tokenErrorFormat"],
  [SIDE, SENDERS, "Code that reads errors finds others.", "deniedCode"],
  [SIDE, SENDERS, "Code that reads the answer finds another form.", "listEnvelope", "listOrder", "appIdType"],
  [SIDE, SENDERS, "Code that reads the answer finds another form.", "iriForm", "createAppWebhookAnswer"],
  [byName, SENDERS, "The member that they know is gone.", "clientWebhookActiveMember"],
  [
    breaksWhereRemoved,
    SENDERS,
    "A member that they read is gone.",
    "clientWebhookExtraMembers",
    "appWebhookExtraMembers",
  ],
  [breaksWhereRemoved, SENDERS, "A member that they read is gone.", "tokenExtraMembers"],
  [SIDE, SENDERS, "Customers can no longer approve this way.", "authorizationPath", "scopeParameter", "scopeSeparator"],
  [SIDE, SENDERS, "They can no longer refresh tokens.", "refreshPath", "refreshGrantType", "refreshMediaType"],
  [SIDE, SENDERS, "Their token is not found there, and the call is refused.", "tokenHeader", "tokenPrefix"],
  [moreScopes, SENDERS, "Tokens without the scope are refused: customers have to approve again.", "operationScopes"],
  [byMediaType, SENDERS, "They read another media type than before.", "clientWebhookMediaType", "tokenMediaType"],
  [breaksWhereRemoved, SENDERS, "What they send is refused.", "requestMediaTypes"],
  [breaksWhereAdded, SENDERS, "Requests without the member are refused.", "appWebhookRequired"],
  [SIDE, SENDERS, "Requests that leave the member out mean something else.", "activeDefault"],
  [SIDE, SENDERS, "Requests that leave the member out mean something else.", "responseHandlingTypeDefault"],
  [to("refuse"), SENDERS, "What they send may be refused.", "unknownEvents", "repeatedEvents", "unknownMembers"],
  [to("refuse"), SENDERS, "What they send may be refused.", "webhookUrlUserinfo"],
  [to("required"), SENDERS, "Requests without it are refused.", "responseType", "state", "pkce"],
  [to("own"), SENDERS, "Tokens of others are refused.", "tokenAccess"],
  [to(false), SENDERS, "Their requests for tokens are refused.", "tokenBasicAuthentication"],
  [less, SENDERS, "It expires sooner than their code expects.", "codeLifetimeSeconds", "accessTokenLifetimeSeconds"],
  [less, SENDERS, "It expires sooner than their code expects.", "refreshTokenLifetimeSeconds"],
  [to(true), SENDERS, "Code that keeps the old refresh token is locked out.", "refreshRotation"],
  [to(true), SENDERS, "A URL that does not answer yet is refused.", "registrationProbe"],
  [REVIEW, SENDERS, "", "codeReuse", "repeatedCreate", "authPort"],
  [to(false), {}, "A new webhook delivers nothing until it is switched on.", "clientWebhookInitiallyActive"],
  [SIDE, {}, "Code that stores or checks secrets knows another form.", "secretFormat", "secretBytes", "secretPrefix"],
  [SIDE, {}, "Code that parses timestamps knows another form.", "timestampOffset"],
  [to(true), {}, "Code that parses timestamps knows another form.", "timestampFraction"],
  [SIDE, RECEIVERS, "Receivers that compare the text of the signature refuse every delivery.", "hexCase"],
  [SIDE, RECEIVERS, "They receive another payload.", "appPayload"],
  [byMediaType, RECEIVERS, "They receive another media type.", "clientDeliveryMediaType", "appDeliveryMediaType"],
  [less, RECEIVERS, "The retries end sooner: an outage that was survived loses deliveries.", "maxAttempts"],
  [less, RECEIVERS, "The retries end sooner: an outage that was survived loses deliveries.", "retryScheduleSeconds"],
  [less, RECEIVERS, "Answers that came in time count as failures now, and are retried.", "timeoutSeconds"],
  [to(false), RECEIVERS, "Receivers that redirect no longer get their deliveries.", "followRedirects"],
  [to("none"), RECEIVERS, "Code that relies on the order gets another one.", "ordering"],
  [to("deactivate"), RECEIVERS, "Their webhook is switched off where it was kept.", "afterLastAttempt"],
  [to(true), RECEIVERS, "Their webhook is switched off where it was kept.", "goneDeactivates"],
  [to("drop"), RECEIVERS, "Deliveries that were due are lost.", "pendingOnDeactivation"],
  [REVIEW, RECEIVERS, "", "appTransportRetry", "retryJitter"],
];

export const DEPLOYMENT_ROWS: Readonly<Record<string, Row>> = {
  "setting.": statedRow(REVIEW),
  ...Object.fromEntries(
    SETTINGS.flatMap(([changed, side, broken, ...names]) => {
      const own = statedRow(changed, { ...side, ...(broken !== "" && { broken }) });
      return names.map((name) => [`setting.${name}`, own]);
    }),
  ),
  "amount.": statedRow(OTHER, { broken: "They take every amount for another one than it is." }),
  "answer.": statedRow(REVIEW, { isCode: false, codes: CODES, tells: ANSWERS }),
  "package.": statedRow(NAMES, { generated: "It is installed and imported by another name." }),
  "package.version": statedRow(TEXT),
  "package.repository": statedRow(TEXT),
};
