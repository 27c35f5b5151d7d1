/** The table of requests: which changes of a valid request are accepted, refused or open, and the facts that say so. */

import { APP_WEBHOOK_EVENTS } from "../../../../generated/constants.ts";
import type { FactId } from "../../../../generated/facts.ts";
import { type Json, TYPES } from "../../answers.ts";
import { told } from "../../check.ts";
import { randomOf } from "../../random.ts";
import { A, type Context, EVENT, type Kind, unknownEvent } from "../context.ts";
import * as is from "./judgements.ts";
import { eventsOf, type Judgement, type Row } from "./row.ts";

type Random = () => number;
/** The changes of a row, drawn. Each row has its own random numbers: running it alone gives the same requests. */
const drawing = (id: string, draw: (random: Random) => readonly Json[]) => (context: Context) => {
  const own = [...id].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261);
  return draw(randomOf((own ^ context.options.seed) >>> 0));
};

/** A whole number from 0, less than `most`. */
const below = (random: Random, most: number): number => Math.floor(random() * most);
const LETTERS = "abcdefghijkXYZ0123456789 ";
const letters = (random: Random): string =>
  Array.from({ length: 1 + below(random, 24) }, () => LETTERS[below(random, LETTERS.length)])
    .join("")
    .trim();
/** No interpretation turns this into text, a list or a number. */
const nested = (random: Random): Json => ({ [`value ${letters(random)}`]: { x: letters(random) } });

const MOST = APP_WEBHOOK_EVENTS.max;
const NUMBER_OF_EVENTS = "F-2.3-07 F-7-02 F-8-01";
/** A list of names is more than one event, which may be refused (U-09). */
const EVENTS = [EVENT, [7], [EVENT, null], null, eventsOf(2)];
/** The known name, after another one and twice. */
const OTHERS = [
  [unknownEvent(1), EVENT],
  [EVENT, EVENT, unknownEvent()],
];
const URLS = [["https://www.example.com/"], 7];

interface Member {
  readonly rests: string;
  /** Of another type that a service may convert: it is not stated that it is refused (U-43). */
  readonly readable: readonly unknown[];
  /** What cannot be read as its type, either. Default: objects, and for client webhooks, which need it, null (U-06). */
  readonly wrong?: (random: Random) => readonly unknown[];
}
const wrongEvents = (random: Random) => [nested(random), [EVENT, nested(random), nested(random)]];
/** Of a text that begins with 1 or 2, programs may read the beginning alone. */
const wrongText = (random: Random) => `${1 + below(random, 2)}-${letters(random)}`;
const OBJECTS = { client: (random: Random) => [nested(random), null], app: (random: Random) => [nested(random)] };
const wrongTypes = (random: Random) => [wrongText(random), 4 + below(random, 10_000), -2 - below(random, 10_000)];
const OF: Readonly<Record<Kind, Readonly<Record<string, Member>>>> = {
  client: {
    client: { rests: "F-2.2-03 F-2.2-01", readable: [7, ["/api/clients/1"]] },
    name: { rests: "F-2.2-04", readable: [7, true] },
    events: { rests: "F-2.2-05", readable: EVENTS, wrong: wrongEvents },
    url: { rests: "F-2.2-07", readable: URLS },
  },
  app: {
    app: { rests: "F-2.3-04", readable: [7, null, ["/api/apps/7"]] },
    webhookUrl: { rests: "F-2.3-05", readable: [...URLS, null] },
    events: { rests: "F-2.3-06", readable: [...EVENTS, ...OTHERS], wrong: wrongEvents },
    responseHandlingType: { rests: "F-2.3-08", readable: ["1", "2", true, null], wrong: wrongTypes },
    active: {
      rests: "F-2.3-11",
      readable: ["true", 0, null],
      wrong: (random) => [wrongText(random)],
    },
  },
};
/** Values that frameworks convert. */
const LIKELY = { client: [{ name: 7 }], app: [{ responseHandlingType: "2" }, { active: "false" }] };
/** 1 and 2 are what is left of them where a number has fewer bits. */
const WRAPPED = [2 ** 8 + 1, 2 ** 16 + 2, 2 ** 32 + 1];
/** Letters of several writings and beyond U+FFFF, quotes, markup and pieces of other languages. */
const NAMES = ["Zo\u00eb & S\u00f8n", "\u50b5\u6a29\u8005 \u{1f3e6}", `O'Brien "GmbH" <b>`, "100 % {0} \\ $1; --"];

const CONVERTS = "A service may convert values, such as strings to numbers; what it shows still has the stated type.";
const TEACHES = "whoever sends a text for a boolean learns it at once, and nobody has to know how texts are read.";

const PRACTICE = { severity: "practice" } as const;
const NOTHING: readonly Json[] = [{}];
/** A row of the table; its id tells its kind. */
const row =
  (judge: Judgement, changes: Row["changes"] = NOTHING, more: Partial<Row> = {}) =>
  (...text: Parameters<typeof told>): Row => {
    const words = told(...text);
    const kind = /^(?:fuzz\.)?app\./.test(words.id) ? "app" : "client";
    return { ...words, severity: "demand", group: "registration", kind, changes, judge, ...more };
  };
/** One that is judged although no valid request is accepted. */
const alone = (judge: Judgement, changes?: Row["changes"], more: Partial<Row> = {}) =>
  row(judge, changes, { ...more, isAlone: true });
const each = (member: string, values: readonly unknown[] = []) => values.map((value) => ({ [member]: value }));
/** What another member says must not matter: types and states take turns. */
const inTurn = (kind: Kind, changes: readonly Json[]): readonly Json[] =>
  kind === "client"
    ? changes
    : changes.map((one, index) => ({ responseHandlingType: 2 - (index % 2), active: index % 3 !== 1, ...one }));

/** Requests that keep the schema. Other names of events may be refused (U-09), so the first has none. */
const drawn = (kind: Kind) => (random: Random) =>
  // A cap on the events of a client webhook is open (U-08), so these stay few.
  [1, 1 + below(random, 5), 1 + below(random, MOST)].slice(0, kind === "client" ? 2 : 3).map((count, index) => ({
    events: eventsOf(count),
    ...(kind === "client" && { name: `Judge ${letters(random)}` }),
    ...(kind === "app" && { responseHandlingType: 1 + (index % 2), active: index > 1 }),
  }));

/** What cannot be read as the type of a member is refused, and it is shown with its type whatever was taken. */
function ofMember(kind: Kind, member: string, { rests, readable, wrong = OBJECTS[kind] }: Member): Row[] {
  const [id, type] = [`${kind}.${member}`, TYPES[kind][member]];
  const values = drawing(id, (random) => inTurn(kind, each(member, wrong(random))));
  return [
    row(is.refused, values)`${id}.type ${rests}
      A request for ${A[kind]} whose ${member} cannot be read as ${type} is refused`,
    row(is.shown, [{}, ...each(member, readable)], {
      member,
    })`${id}.shown ${rests}${kind === "client" ? " F-4.3-02 F-4.3-03" : ""}
      ${member} of ${A[kind]} is shown as ${type}
      Show ${member} as ${type}. ${CONVERTS}`,
  ];
}

/** The rows that both kinds have. */
const ofKind = (kind: Kind, valid: FactId): Row[] => [
  ...Object.entries(OF[kind]).flatMap(([member, of]) => ofMember(kind, member, of)),
  alone(is.accepted, each("events", [[EVENT]]), {
    instead: [{ events: EVENT }],
  })`${kind}.events.list ${OF[kind]["events"]?.rests}
    events of ${A[kind]} is accepted as a list`,
  alone(is.accepted, drawing(`fuzz.${kind}.valid`, drawn(kind)), { group: "fuzzing" })`fuzz.${kind}.valid ${valid}
    Generated requests for ${A[kind]} that keep the schema are accepted`,
  row(is.refused, LIKELY[kind], PRACTICE)`${kind}.converted U-43
    Values of another type in a request for ${A[kind]} are refused
    Refuse them: ${TEACHES}`,
];

/** A secret that a caller brings. */
function brought(context: Context): Json {
  const secret = `chosen-by-the-caller-${context.options.random().toString(36).slice(2)}`;
  context.redactor.add(secret);
  return { secret };
}

const missing = ([member, { rests }]: readonly [string, Member]) =>
  row(is.refused, [{ [member]: undefined }])`client.${member}.missing ${rests.split(" ")[0]}
    A client webhook without ${member} is refused`;
const wrongType = (type: number, index: number) =>
  row(is.refused, [{ responseHandlingType: type, active: index % 2 === 0 }])`app.type.${type} F-2.3-08
    responseHandlingType ${type} is refused
    Accept only the values 1 and 2.`;
function rightType(type: number, name: string): Row {
  const [right, ...instead] = each("responseHandlingType", [type, name, String(type), 3 - type]);
  return alone(is.accepted, [right ?? {}], { instead })`app.type.${type} F-2.3-08
    responseHandlingType ${type} is accepted`;
}
const state = (active: boolean) =>
  alone(is.accepted, [{ active }], { instead: [{ active: !active }] })`app.active.${active} F-2.3-11 F-3-02
    An app webhook may be created with active ${active}`;

const OWN_APP: Row["changes"] = (context) => each("app", [context.owner("app")]);
const BY_ID: Partial<Row> = { instead: ({ driver: { appId } }) => each("app", [appId, String(appId)]) };
const EMPTY = inTurn("app", each("events", [[], []]));
/** The one known name so often, too, for a service that refuses unknown names (U-09). */
const TOO_MANY = inTurn("app", each("events", [Array(MOST + 1).fill(EVENT), eventsOf(MOST + 1)]));
const MANY = each("events", [eventsOf(101)]);
/** More text than some columns hold. */
const LONG_NAMES = eventsOf(MOST).map((name) => (name === EVENT ? name : `${name}.${"by_instalment_".repeat(3)}x`));
const ONE = { instead: each("events", [eventsOf(2)]) };
const BROUGHT = { instead: [{ secret: "brought-by-the-caller" }] };

export const ROWS: readonly Row[] = [
  alone(is.created)`client.create F-4.3-01 F-4.3-02 F-4-01 F-6.1-01
    A client webhook is created by a request with the four stated members to the stated path
    Serve POST {base_url}/api/client_webhooks and require nothing but client, name, events and url.`,
  alone(is.created)`app.create F-4.4-03 F-4-01 F-6.1-02
    An app webhook is created by a request with the five stated members to the stated path
    Serve POST {base_url}/api/app_webhooks, and accept app, webhookUrl, events, responseHandlingType and active.`,
  row(is.hasSecret)`client.secret F-2.2-11 F-4.3-03
    The answer to the creation of a client webhook contains its secret
    Return the webhook, with the generated secret as its member secret.`,
  row(is.secretIsText)`client.secret.type F-2.2-10
    The secret of a client webhook is a string`,
  row(is.secretIsGenerated, (context) => [{}, brought(context)], BROUGHT)`client.secret.generated F-2.2-10
    The secret is generated by the service, whatever a request contains
    Ignore or refuse a member secret in the request.`,
  ...ofKind("client", "F-4.3-02"),
  ...ofKind("app", "F-4.4-03"),
  row(is.answered, each("name", NAMES))`client.name.any-text F-2.2-04 F-4.3-01
    A client webhook may have a name in any writing
    Store names as Unicode, beyond U+FFFF as well, and pass them to the database as parameters.`,
  ...Object.entries(OF.client).map(missing),
  row(is.refused, [{ events: [] }])`client.events.empty F-2.2-05
    A client webhook with an empty list of events is refused`,
  row(is.refused, EMPTY)`app.events.empty ${NUMBER_OF_EVENTS}
    An app webhook with an empty list of events is refused`,
  ...[0, 3, -1, 1.5].map(wrongType),
  row(is.refused, each("responseHandlingType", WRAPPED))`app.type.wrapped F-2.3-08
    Values of responseHandlingType that are 1 or 2 in 8, 16 or 32 bits only are refused
    Compare the whole number.`,
  row(is.refusedOrMerged, TOO_MANY)`app.events.too-many ${NUMBER_OF_EVENTS}
    An app webhook with ${MOST + 1} events is refused`,
  row(is.kept, each("events", [LONG_NAMES]))`app.events.most ${NUMBER_OF_EVENTS}
    An app webhook may list ${MOST} events`,
  alone(is.accepted, MANY, PRACTICE)`client.events.many U-08 A-03
    A client webhook may list more than 100 events`,
  alone(is.accepted, OWN_APP, BY_ID)`app.app.iri F-2.3-04
    The IRI of the App is accepted as app of an app webhook`,
  alone(is.accepted, each("events", [[EVENT]]), ONE)`app.events.one F-8-01 F-2.3-07
    An app webhook may list a single event`,
  rightType(1, "FIRE_AND_FORGET"),
  rightType(2, "WAIT_FOR_SUCCESSFUL_RESPONSE"),
  ...[true, false].map(state),
  alone(is.several)`client.several F-6.1-04 F-8-02 F-2.2-02
    One client may have several webhooks`,
  alone(is.several)`app.several F-2.3-02 F-8-02 F-6.1-04
    One App may have several webhooks`,
];
