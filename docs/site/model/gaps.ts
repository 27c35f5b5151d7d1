import { gapAnchor } from "../../../scripts/docs/gaps-page.ts";
import { deployment, statedAbout } from "./deployment.ts";
import { child, members, readDocument } from "./documents.ts";
import { gapIdsAt } from "./gap-ids.ts";
import { messages } from "./messages.ts";
import { type Body, operations } from "./operations.ts";
import { type Field, flatten } from "./schema.ts";
import { readYaml } from "./source.ts";

/**
 * A gap of the interface description, as spec/unspecified.yaml explains it, with the places of the site that show it.
 */
export type Gap = {
  id: string;
  /** The anchor of its heading on the page of gaps, such as `n-1-01`. */
  anchor: string;
  question: string;
  assume: string;
  why: string;
  change: string;
  /** Settings of the sandbox that this gap decides: name and default. */
  settings: [name: string, value: unknown][];
  places: Place[];
  /** True if the deployment that the site shows states it. */
  closed: boolean;
  /** What that deployment states about it, such as `maxAttempts = 3`. */
  stated: string | undefined;
  /** True if a wrong guess here books a wrong sum, loses a payment or books it twice. */
  isMoney: boolean;
};
export type Place = { label: string; slug: string; anchor: string };

/** Anchors on the overview pages, for marks outside of operations and messages. */
export const WHOLE_API = { slug: "api", anchor: "the-whole-api", label: "API, as a whole" };
export const WHOLE_EVENTS = { slug: "events", anchor: "all-deliveries", label: "Events, as a whole" };

/** Unit and currency of the amount; number, pauses and time-outs of the attempts; second confirmations. */
const MONEY = new Set(["N-2.4-01", "U-31", "N-6.5-01", "N-6.5-02", "N-6.5-03", "N-8-03", "A-16"]);

let known: Map<string, Gap> | undefined;

/** Every gap by its id, in the order of the file. */
export function gaps(): Map<string, Gap> {
  known ??= readGaps();
  return known;
}

function readGaps(): Map<string, Gap> {
  const closed = new Set(deployment()?.closed);
  const rows = Object.entries<Record<string, string> & { settings?: object }>(readYaml("spec/unspecified.yaml").gaps);
  const found = new Map(
    rows.map(([id, { question = "", assume = "", why = "", change = "", settings = {} }]) => {
      const gap: Gap = {
        id,
        anchor: gapAnchor(id),
        question,
        assume,
        why,
        change,
        settings: Object.entries(settings),
        places: [],
        closed: closed.has(id),
        stated: statedAbout(id),
        isMoney: MONEY.has(id),
      };
      return [id, gap];
    }),
  );
  for (const [id, place] of marks()) {
    const gap = found.get(id);
    if (!gap) throw new Error(`The documents mark ${id}, which spec/unspecified.yaml does not explain.`);
    if (!gap.places.some(({ slug, anchor }) => slug === place.slug && anchor === place.anchor)) gap.places.push(place);
  }
  return found;
}

/** The gaps with these ids; an id that is none is left out. */
export const findGaps = (ids: readonly string[]): Gap[] => ids.flatMap((id) => gaps().get(id) ?? []);

/** Every gap that a page of the reference marks, once. */
export const gapsOn = (page: string): string[] =>
  [...gaps().values()].filter(({ places }) => places.some(({ slug }) => slug === page)).map(({ id }) => id);

/** Every mark on the site, with its place. */
function* marks(): Generator<[id: string, place: Place]> {
  for (const id of wholeApi()) yield [id, WHOLE_API];
  for (const id of wholeEvents()) yield [id, WHOLE_EVENTS];
  for (const page of operations()) {
    const at = (anchor: string, what: string): Place => ({ slug: page.slug, anchor, label: `${page.title}${what}` });
    for (const id of page.gaps) yield [id, at("not-specified", "")];
    for (const scheme of page.security)
      for (const id of scheme.gaps) yield [id, at("authorization", ": authorization")];
    yield* inFields(page.parameters, at);
    if (page.request) yield* inBody(page.request, at, "request", "request");
    for (const answer of page.answers) {
      const anchor = answerAnchor(answer.status);
      for (const id of answer.gaps) yield [id, at(anchor, `: answer ${answer.status}`)];
      if (answer.body) yield* inBody(answer.body, at, anchor, `answer ${answer.status}`);
    }
  }
  for (const page of messages()) {
    const at = (anchor: string, what: string): Place => ({ slug: page.slug, anchor, label: `${page.title}${what}` });
    for (const id of [...page.gaps, ...page.channel.gaps]) yield [id, at("not-specified", "")];
    for (const id of page.delivery.gaps) yield [id, at("delivery", ": delivery")];
    for (const scheme of page.security) for (const id of scheme.gaps) yield [id, at("signature", ": signature")];
    yield* inFields(page.headers, at);
    yield* inBody(page.payload, at, "payload", "payload");
  }
}

type At = (anchor: string, what: string) => Place;

function* inFields(fields: readonly Field[], at: At): Generator<[string, Place]> {
  for (const field of flatten(fields)) for (const id of field.gaps) yield [id, at(field.anchor, `: ${field.name}`)];
}

function* inBody(body: Body, at: At, anchor: string, what: string): Generator<[string, Place]> {
  for (const id of body.gaps) yield [id, at(anchor, `: ${what}`)];
  yield* inFields(body.fields, at);
}

export const answerAnchor = (status: string) => `answer-${status.toLowerCase()}`;

/** Marks on `info`, the servers and the tags of the OpenAPI document. */
export function wholeApi(): string[] {
  return whole("openapi");
}

/** Marks on `info` of the AsyncAPI document. */
export function wholeEvents(): string[] {
  return whole("asyncapi");
}

function whole(name: "openapi" | "asyncapi"): string[] {
  const document = readDocument(name);
  const places = ["info", "servers", "tags"].map((key) => child(document, key));
  return [
    ...new Set(
      places.flatMap((node) => (node ? [node, ...members(node).map(([, one]) => one)] : [])).flatMap(gapIdsAt),
    ),
  ];
}
