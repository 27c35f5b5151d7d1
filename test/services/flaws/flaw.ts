/** What a flaw is, and the parts that many of them share. */

import { gzipSync } from "node:zlib";
import { type Title, titled } from "../../support/titles.ts";
import { EVENT, isSuccess, type Switches } from "../service.ts";
import type { Attempt, DeliveryRequest, Hook, Json, Kind, Outcome } from "../types.ts";

export type Flaw = {
  id: string;
  /** The one stated fact that it breaks. */
  fact: string;
  /** Facts that state the same once more, and so are broken with it. */
  same?: string[];
  about: string;
  switches: Partial<Switches>;
};

/**
 * A service that breaks nothing that is stated beyond doubt, or breaks it only in one reading. A judge must not fail
 * for lack of a stated fact; nobody may demand that the judge accuses it either.
 */
export type Arguable = {
  id: string;
  /** The facts that one could call broken, and the gaps that speak against it. */
  rests: string[];
  about: string;
  reason: string;
  switches: Partial<Switches>;
};

/** Flaws of one subject, by what it takes to find them. */
export type Flaws = {
  /** One look at the service shows them (see look.ts). */
  look?: Flaw[];
  /** The judge finds them, without its histories. */
  judge?: Flaw[];
  /** The judge finds them with its histories. */
  histories?: Flaw[];
  /** The histories and the walks of the judge find them. */
  walks?: Flaw[];
  /** Nobody has to find them. */
  arguable?: Arguable[];
};

/** A flaw that remembers is made by a function, so that each service gets switches, and a memory, of its own. */
type Make = Partial<Switches> | (() => Partial<Switches>);

/** `facts`: the one that the flaw breaks, then those that are broken with it. */
export const flaw = (id: string, facts: string, about: string, make: Make): Flaw => {
  const [fact = "", ...same] = facts.split(" ");
  return {
    id,
    fact,
    same,
    about,
    get switches() {
      return typeof make === "function" ? make() : make;
    },
  };
};

/** Flaws that break the same facts, by their titles. */
export const flaws = (facts: string, table: Record<Title, Make>): Flaw[] =>
  titled(table).map(([id, about, make]) => flaw(id, facts, about, make));

/** Services that may be called flawed, by their titles. */
export const arguable = (table: Record<Title, Omit<Arguable, "id" | "about">>): Arguable[] =>
  titled(table).map(([id, about, rest]) => ({ id, about, ...rest }));

/** Whether a correct service sends an event of this owner to the webhook. */
export const hears = (hook: Hook, event: string, owner: string) =>
  hook.active && hook.events.includes(event) && hook.owner === owner;

/** Whether a correct service delivers again after this answer, or after none. */
export const isRetried = ({ kind, type }: Hook, outcome: Outcome) =>
  (kind === "client" || type === 2) && !isSuccess(outcome);
/** The class of a status: 2 for 2xx; 0 if the transport failed. */
export const hundred = (outcome: Outcome) => (outcome === "error" ? 0 : Math.floor(outcome / 100));
export const eventsOf = (body: Json): unknown[] => (Array.isArray(body["events"]) ? body["events"] : []);
export const OTHER_CLIENT = "/api/clients/2";
/** A pause in which something else can happen on a busy machine. Milliseconds. */
export const PAUSE_MS = 400;
/** Every nth call gives true, beginning with the nth. */
export const everyNth = (n: number) => {
  let count = 0;
  return () => ++count % n === 0;
};

export const without = (name: string) => (object: Json) => {
  const { [name]: _, ...rest } = object;
  return rest;
};
export const put = (name: string, value: unknown) => (object: Json) => ({ ...object, [name]: value });
export const change = (name: string, by: (value: unknown) => unknown) => (object: Json) => ({
  ...object,
  [name]: by(object[name]),
});

/** Takes URLs of one kind of webhook whose host, as written, is like this. */
export function hole(kind: Kind, fits: (host: string, url: string) => boolean): Partial<Switches> {
  const host = /^https?:\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/:?#]*)/i;
  return { urlHole: (url, of) => of === kind && fits(host.exec(url)?.[1] ?? "", url) };
}

/** URLs are checked only where the event that is delivered is listed. */
export const urlHoleOfOtherEvents = (of: Kind): Partial<Switches> => ({
  urlHole: (_url, kind, { events }) => kind === of && !(events as unknown[]).includes(EVENT),
});

/** Refuses URLs of one kind of webhook that it should take. */
export function refusesUrl(kind: Kind, fits: (url: URL) => boolean): Partial<Switches> {
  return {
    refuses: ({ kind: of, body }) => {
      const url = URL.parse(String(body["url"] ?? body["webhookUrl"]));
      return of === kind && url !== null && fits(url);
    },
  };
}

/** Shows webhooks of one kind otherwise, in the answer to their creation and in the list. */
export function shows(kind: Kind, as: (resource: Json) => unknown): Partial<Switches> {
  const show = (resource: Json, hook: Hook) => (hook.kind === kind ? as(resource) : resource);
  return { created: show, listed: show };
}

/** Sends the deliveries of one kind with other parts, all of them or only those from some attempt on. */
export function sends(
  kind: Kind,
  as: (delivery: DeliveryRequest, attempt: Attempt) => Partial<DeliveryRequest>,
  from = 1,
): Partial<Switches> {
  return {
    send: (delivery, attempt) =>
      attempt.hook.kind === kind && attempt.attempt >= from ? { ...delivery, ...as(delivery, attempt) } : delivery,
  };
}

/** Sends deliveries to another path, which holds the query. */
export const sendsTo = (as: (path: string) => string, kind: Kind = "client", from?: number) =>
  sends(kind, ({ path }) => ({ path: as(path) }), from);

export const withoutHeader = (name: string) => (delivery: DeliveryRequest) => ({
  ...delivery,
  headers: without(name)(delivery.headers) as Record<string, string>,
});
export const withHeader = (name: string, value: string) => (delivery: DeliveryRequest) => ({
  ...delivery,
  headers: { ...delivery.headers, [name]: value },
});
/** Sends client deliveries with another Content-Type. */
export const sendsTyped = (type: string, from?: number) => sends("client", withHeader("Content-Type", type), from);
export const compressed = (delivery: DeliveryRequest) => ({
  ...withHeader("Content-Encoding", "gzip")(delivery),
  body: gzipSync(delivery.body),
});
