/** Flaws that confuse webhooks which share a URL. */

import { digest, isSuccess, type Switches } from "../service.ts";
import type { Hook, Kind } from "../types.ts";
import { type Flaws, flaw, flaws, hears, PAUSE_MS } from "./flaw.ts";

/** The owners of the webhooks at a URL. */
const owners = new Map<string, Set<string>>();
const adoptsUrl = (hook: Hook): Hook => {
  owners.set(hook.url, new Set(owners.get(hook.url)).add(hook.owner));
  return hook;
};
const isOffAt = (url: string, of: Kind, hooks: readonly Hook[]) =>
  hooks.some((hook) => hook.kind === of && hook.url === url && !hook.active);
/** An inactive webhook of the one kind silences those of the other kind, or of its own, at its URL. */
const silencedBy = (off: Kind, silenced: Kind) => (): Partial<Switches> => ({
  receives: (hook, event, owner, hooks) =>
    hears(hook, event, owner) && !(hook.kind === silenced && isOffAt(hook.url, off, hooks)),
});

const pathOf = ({ url }: Hook) => url.split("?")[0];
const isTwin = (one: Hook, other: Hook) => one.kind === "app" && other.kind === "app" && one.url === other.url;

export const SHARED_URL_FLAWS: Flaws = {
  judge: [
    flaw("list-by-url", "F-4.4-01 F-4.4-02 F-2.3-01 F-2.3-04", "The list has what shares a URL with the App's own.", {
      adopts: adoptsUrl,
      lists: ({ kind, url }, app) => kind === "app" && owners.get(url)?.has(app) === true,
    }),
    flaw("shared-url-served-once", "F-2.2-02 F-6.2-01 F-6.2-04 F-6.4-01 F-2.3-02", "Each URL is sent an event once.", {
      chooses: (hooks) => [...new Map(hooks.map((hook) => [hook.url, hook])).values()],
    }),
    ...flaws("F-2.2-01 F-2.2-03", {
      "shared-url-of-two-clients: A payment is sent to all that share a URL with the client's.": {
        adopts: adoptsUrl,
        receives: (hook, event, owner) =>
          hears({ ...hook, owner: owners.get(hook.url)?.has(owner) ? owner : hook.owner }, event, owner),
      },
    }),
    ...flaws("F-6.4-04 F-7-03 F-2.3-08", {
      "app-type-of-first-at-url: At one URL the type of the first app webhook applies.": () => ({
        adopts: (hook, hooks) => ({ ...hook, type: hooks.find((other) => isTwin(other, hook))?.type ?? hook.type }),
      }),
      "app-type-of-first-at-url-untold: The same, where events have no id.": () => ({
        adopts: (hook, hooks) => ({ ...hook, type: hooks.find((other) => isTwin(other, hook))?.type ?? hook.type }),
        appPayload: ({ id: _, ...event }) => event,
      }),
      "app-type-of-last-at-url: At one URL the type of the last app webhook applies.": () => ({
        adopts(hook, hooks) {
          for (const other of hooks) if (isTwin(other, hook)) other.type = hook.type;
          return hook;
        },
      }),
    }),
    flaw("query-twin-unheard", "F-2.2-02 F-6.1-04 F-6.2-01 F-6.2-04 F-6.4-01", "Of URLs with one path, one hears.", {
      chooses: (hooks) => hooks.filter((hook, at) => hooks.findIndex((one) => pathOf(one) === pathOf(hook)) === at),
    }),
    flaw("twin-by-case-unheard", "F-2.2-02 F-6.1-04 F-6.2-01 F-6.2-04 F-6.4-01", "URLs are compared without case.", {
      chooses: (hooks) => {
        const isTwin = (one: Hook, other: Hook) =>
          one.url !== other.url && one.url.toLowerCase() === other.url.toLowerCase();
        return hooks.filter((hook, at) => !hooks.slice(0, at).some((one) => isTwin(one, hook)));
      },
    }),
  ],
  histories: [
    ...flaws("F-6.4-02 F-5-09 F-6.1-02", {
      "app-signed-beside-client: An app delivery is signed with the secret of the client webhook at its URL.": {
        signApp: ({ hook, hooks, body }) => {
          const twin = hooks.find(({ kind, url }) => kind === "client" && url === hook.url);
          return twin && `sha256=${digest("sha256", twin.secret, body).toString("hex")}`;
        },
      },
    }),
    flaw("client-unsigned-beside-app", "F-6.3-03 F-5-09 F-6.3-05", "Nothing is signed at the URL of an app webhook.", {
      sign: ({ hook, hooks, body }) =>
        hooks.some(({ kind, url }) => kind === "app" && url === hook.url)
          ? undefined
          : `sha256=${digest("sha256", hook.secret, body).toString("hex")}`,
    }),
    ...flaws("F-6.4-01 F-2.3-11", {
      "client-off-silences-app-at-its-url: Switching a client webhook off silences app webhooks at its URL.":
        silencedBy("client", "app"),
    }),
    ...flaws("F-6.2-01 F-6.2-04", {
      "app-off-silences-client-at-its-url: An inactive app webhook silences client webhooks at its URL.": silencedBy(
        "app",
        "client",
      ),
      "app-silences-client-at-its-url: An app webhook silences client webhooks at its URL.": () => ({
        receives: (hook, event, owner, hooks) =>
          hears(hook, event, owner) &&
          !(hook.kind === "client" && hooks.some(({ kind, url }) => kind === "app" && url === hook.url)),
      }),
    }),
    ...flaws("F-6.4-01 F-2.3-11 F-2.3-02", {
      "app-off-silences-app-at-its-url: An inactive app webhook silences active ones at its URL.": silencedBy(
        "app",
        "app",
      ),
    }),
    ...flaws("F-6.2-01 F-6.2-04 F-2.2-01 F-2.2-02", {
      "url-taken-over-by-other-client: A client webhook disappears when another client creates one with its URL.":
        () => ({
          replaces: (earlier, hook) =>
            hook.kind === "client" &&
            earlier.kind === "client" &&
            earlier.owner !== hook.owner &&
            earlier.url === hook.url,
        }),
    }),
    flaw("switched-off-with-its-url", "F-2.2-14 F-6.2-01 F-6.2-04", "Switching off is for all at one URL.", () => ({
      deactivates: (hook, told) => hook.url === told.url,
    })),
    flaw(
      "switched-off-with-its-path",
      "F-2.2-14 F-6.2-04",
      "Switching off is for all at one path, in any query.",
      () => ({
        deactivates: (hook, told) => pathOf(hook) === pathOf(told),
      }),
    ),
    ...flaws("F-6.5-02 F-7-03", {
      "twin-ends-retries: A delivery that succeeds ends the retries of another client webhook at its URL.": () => {
        const succeeded = new Map<string, { hook: Hook; at: number }>();
        return {
          answered: (hook, outcome) => {
            if (isSuccess(outcome)) succeeded.set(hook.url, { hook, at: performance.now() });
          },
          pauseMs: () => PAUSE_MS,
          drops: (hook, failedAt) => {
            const last = succeeded.get(hook.url);
            return hook.kind === "client" && last !== undefined && last.hook !== hook && last.at > failedAt;
          },
        };
      },
    }),
  ],
};
