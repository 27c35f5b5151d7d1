import type { Message } from "./messages.ts";
import type { Body, Operation } from "./operations.ts";
import { flatten } from "./schema.ts";

/** Every place in the documents that the page of an operation shows. */
export function placesOf(page: Operation): string[] {
  return [
    ...page.at,
    ...page.security.flatMap(({ at }) => at),
    ...flatten(page.parameters).flatMap(({ at }) => at),
    ...bodyPlaces(page.request),
    ...page.answers.flatMap(({ at, body }) => [...at, ...bodyPlaces(body)]),
  ];
}

/** The same for a message. */
export function messagePlaces(page: Message): string[] {
  return [
    ...page.at,
    ...page.channel.at,
    ...page.delivery.at,
    ...page.security.flatMap(({ at }) => at),
    ...flatten(page.headers).flatMap(({ at }) => at),
    ...bodyPlaces(page.payload),
  ];
}

function bodyPlaces(body: Body | undefined): string[] {
  return body ? [...body.at, ...flatten(body.fields).flatMap(({ at }) => at)] : [];
}
