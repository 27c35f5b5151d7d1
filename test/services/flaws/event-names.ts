/** Flaws in comparing the name of an event with those that a webhook lists. */

import type { Switches } from "../service.ts";
import type { Hook, Kind } from "../types.ts";
import { type Flaws, flaw, flaws, hears } from "./flaw.ts";
import { receivesIf } from "./recipients.ts";

const near = (hook: Hook, event: string, fits: (one: string, event: string) => boolean) =>
  hook.events.some((one) => one === event || (hook.kind === "client" && fits(String(one), event)));
const receivesNear = (fits: (one: string, event: string) => boolean): Partial<Switches> => ({
  receives: (hook, event, owner) => hook.active && hook.owner === owner && near(hook, event, fits),
});
/** As `LIKE` of SQL reads the name: `_` is any character. */
const isLike = (name: unknown, event: string) =>
  typeof name === "string" &&
  name.length === event.length &&
  [...event].every((char, index) => char === "_" || char === name[index]);
const silentIfTwice = (kind: Kind) => (): Partial<Switches> => ({
  receives: (hook, event, owner) =>
    hears(hook, event, owner) && !(hook.kind === kind && hook.events.filter((name) => name === event).length > 1),
});

export const EVENT_NAME_FLAWS: Flaws = {
  look: [
    ...flaws("F-6.2-04 F-6.5-03", {
      "unlisted-receives: Client webhooks receive events that they do not list.": receivesIf(
        (hook, _, owner) => hook.active && hook.owner === owner,
      ),
    }),
    ...flaws("F-6.5-03 F-6.2-04", {
      "namespace-receives: Client webhooks receive every event that shares its first part with one they list.":
        receivesIf(
          (hook, event, owner) =>
            hook.active &&
            hook.owner === owner &&
            hook.events.some((name) => String(name).split(".")[0] === event.split(".")[0]),
        ),
    }),
    ...flaws("F-6.2-01 F-2.2-05 F-6.2-04", {
      "first-event-only: Of the events that a client webhook lists, only the first counts.": receivesIf(
        (hook, event, owner) => hook.active && hook.events[0] === event && hook.owner === owner,
      ),
      "last-event-only: Of the events that a client webhook lists, only the last counts.": receivesIf(
        (hook, event, owner) => hook.active && hook.events.at(-1) === event && hook.owner === owner,
      ),
    }),
  ],
  judge: flaws("F-6.2-04 F-6.5-03", {
    "event-compared-without-case: A webhook that lists the event in capitals receives it.": receivesNear(
      (one, event) => one.toLowerCase() === event,
    ),
    "event-compared-without-accents: A letter with an accent counts as the letter.": receivesNear(
      (one, event) => one.normalize("NFD").replace(/\p{M}/gu, "") === event,
    ),
    "event-compared-without-spaces: A webhook that lists the event between spaces receives it.": receivesNear(
      (one, event) => one.trim() === event,
    ),
    "event-compared-by-beginning: A webhook that lists the first two parts of the name receives it.": receivesNear(
      (one, event) => one.startsWith("case_file") && event.startsWith(`${one}.`),
    ),
    "event-compared-by-substring: A webhook that lists a longer name with the event in it receives it.": receivesNear(
      (one, event) => one.includes(event),
    ),
    "event-compared-as-pattern: A dot in a listed name stands for any letter.": receivesNear(
      (one, event) =>
        event.length === one.length && one.replaceAll("_", ".").replaceAll("-", ".") === event.replaceAll("_", "."),
    ),
    "patterns-match: A star in the name of an event stands for anything.": {
      receives: (hook, event, owner) =>
        hears({ ...hook, events: hook.events.map((name) => (/\*$/.test(String(name)) ? event : name)) }, event, owner),
    },
  }),
  histories: [
    ...flaws("F-6.2-04 F-6.5-03", {
      "underscore-is-any-character: Names are compared with LIKE.": () => ({
        receives: (hook, event, owner) =>
          hook.active && hook.owner === owner && hook.events.some((name) => isLike(name, event)),
      }),
      "events-split-at-commas: Events of a client webhook are split at commas.": () => ({
        receives: (hook, event, owner) =>
          hears({ ...hook, events: hook.events.flatMap((name) => String(name).split(",")) }, event, owner),
      }),
    }),
    ...flaws("F-6.2-04 F-6.2-01", {
      "events-cut-at-255: The events of a client webhook are kept in 255 characters.": () => ({
        adopts: (hook) =>
          hook.kind === "client" ? { ...hook, events: hook.events.join(",").slice(0, 255).split(",") } : hook,
      }),
      "listed-twice-unheard: A client webhook that lists the event twice hears nothing.": () =>
        silentIfTwice("client")(),
    }),
    flaw("app-listed-twice-unheard", "F-6.4-01", "An app webhook that lists the event twice hears nothing.", () =>
      silentIfTwice("app")(),
    ),
  ],
};
