/** What a flaw is, and the parts that many of them share. */

import type { Switches } from "../service.ts";
import type { Attempt, DeliveryRequest, Hook, Json, Kind } from "../types.ts";

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
 * A flaw that remembers: each service gets switches, and so a memory, of its own. `facts`: the one that it breaks, then
 * those that are broken with it.
 */
export const flaw = (id: string, facts: string, about: string, make: () => Partial<Switches>): Flaw => {
  const [fact = "", ...same] = facts.split(" ");
  return {
    id,
    fact,
    same,
    about,
    get switches() {
      return make();
    },
  };
};

/** Whether a correct service sends an event of this owner to the webhook. */
export const hears = (hook: Hook, event: string, owner: string) =>
  hook.active && hook.events.includes(event) && hook.owner === owner;

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

/** Sends the deliveries of one kind otherwise, all of them or only those from some attempt on. */
export function sends(
  kind: Kind,
  as: (delivery: DeliveryRequest, attempt: Attempt) => DeliveryRequest,
  from = 1,
): Partial<Switches> {
  return {
    send: (delivery, attempt) =>
      attempt.hook.kind === kind && attempt.attempt >= from ? as(delivery, attempt) : delivery,
  };
}

export const withoutHeader = (name: string) => (delivery: DeliveryRequest) => ({
  ...delivery,
  headers: without(name)(delivery.headers) as Record<string, string>,
});
export const withHeader = (name: string, value: string) => (delivery: DeliveryRequest) => ({
  ...delivery,
  headers: { ...delivery.headers, [name]: value },
});
