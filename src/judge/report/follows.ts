/** Which findings follow from another one, so that a report tells one cause once. */

import type { CheckVerdict } from "./report.ts";

/** Groups by the harm that a finding in them does; those that are not named come last. */
const HARM: readonly string[] = [
  ...["every delivery", "client deliveries", "client retries", "tokens", "registration", "app deliveries"],
  ...["app retries", "urls", "list", "later events", "history", "walk", "fuzzing"],
];

/** Checks of every delivery that come before the others, whose findings may follow from theirs. */
const FIRST: readonly string[] = [
  ...["deliver.agency", "deliver.recorded", "deliver.receives", "deliver.method", "deliver.url"],
  ...["deliver.body", "deliver.snapshot", "deliver.signed", "deliver.digest", "app-deliver.json"],
];

/** The place of a finding in a report: the lower, the more harmful. */
export function harmOf({ id, group }: CheckVerdict): number {
  const place = FIRST.indexOf(id);
  if (place >= 0) return place;
  const at = HARM.indexOf(group);
  return FIRST.length + (at < 0 ? HARM.length : at);
}

/** Ids of checks that show again what another one shows. `$1` is what the brackets of the first pattern hold. */
const AGAIN: readonly (readonly [again: RegExp, ...from: string[]])[] = [
  [/^deliver\.paid-to$/, "deliver.agency"],
  [/^deliver\.(unheard-later|dormant)$/, "deliver.agency", "deliver.recorded", "deliver.unsubscribed"],
  [/^app-deliver\.no-payment$/, "deliver.agency", "deliver.recorded"],
  [/^deliver\.own-id$/, "deliver.id"],
  [/^(?:deliver|retry\.client)\.(?:shared-url|shared-url-clients|signed-beside-app)$/, "deliver.(?:digest|signed)"],
  [/^app-deliver\.unsigned-beside-client$/, "app-deliver.unsigned"],
  [/^deliver\.case-file-id$/, "deliver.case-file"],
  [/^(deliver\.inactive|token\.refresh)-again$/, "$1"],
  [/^deliver\.patterns$/, "deliver.unsubscribed"],
  [/^app-deliver\.(inactive|unsubscribed|refused|shared-url)$/, "deliver.$1"],
  [/^app-deliver\.other-event$/, "app-deliver.unsubscribed", "deliver.unsubscribed"],
  [/^app-deliver\.json$/, "deliver.body", "deliver.snapshot", "deliver.event"],
  [/^app-deliver\.method$/, "deliver.method", "deliver.url"],
  [/^(app-)?deliver\.(?:every-payment|reactivated|row|goes-on|steady)$/, "$1deliver.receives"],
  [/^(app-)?deliver\.(?:to-other-(?:client|app)|shared-url|other-event)$/, "$1deliver.receives"],
  [/^retry\.client\.others$/, "deliver.receives"],
  [/^retry\.app\.others$/, "app-deliver.receives", "retry.client.others"],
  [/^retry\.app-2\.(.+)$/, "retry.client.$1"],
  [/^retry\.(client|app-[12])\.(?:later|rest|shared-url|newer-event|\d+|hangup|reset)$/, "retry.$1.\\d+"],
  [/^retry\.(client|app-[12])\.(?:later|rest|shared-url|newer-event)$/, "retry.$1.(?:rest|reset|hangup)"],
  [/^retry\.app-1\.next-event$/, "retry.app-1.\\d+"],
  [/^fuzz\.(client|app)\.valid$/, "$1.*"],
  [/^app\.type\..+$/, "app.type.*", "app.responseHandlingType.type"],
  [/^(client|app)\.(\w+)\.shown$/, "$1.$2.type"],
  [/^(client|app)\.(\w+)\.type$/, "$1.$2.(?:empty|missing)"],
  [/^app\.events\.(empty|type|list)$/, "client.events.$1"],
  [/^list\.lasts(?:-active)?$/, "list.holds", "list.active"],
  [/^list\.type$/, "app.responseHandlingType.shown"],
  [/^list\.active$/, "app.active.shown"],
  [/^url\.app\.(.+)$/, "url.client.$1"],
  [/^url\.(client|app)\.(?:private|loopback|tld)$/, "url.$1.(?:private|loopback|tld)"],
  [/^token\.(?:type|expires-in|access-token|refresh-token)$/, "token.members"],
  [/^token\.every-answer$/, "token.(?:members|type|expires-in|access-token|refresh-token)"],
  [/^token\.(?:every-code|exchange-again)$/, "token.exchange"],
  [/^token\.(?:lasts|works|beside)$/, "token.lives", "token.works"],
  [/^client\.secret\.type$/, "client.secret"],
  [/^(client|app)\.several$/, "$1.create"],
];

/** Members of the snapshot: none can be right in a body that is not one. */
const MEMBER =
  /^deliver\.(?:event|known-event|id|amount|paid-to|(?:confirmed|created|updated)-at|case-file|case-file-id)$/;
const isBody = (id: string) => id === "deliver.body" || id === "deliver.snapshot";
/** A finding of a later attempt; the first one was right. */
const isLater = ({ actual }: CheckVerdict) => /\(delivery \d+ to a webhook/.test(actual ?? "");

/** What a history shows, in the words of its finding, and the checks that show it without one. */
const HISTORIES: readonly (readonly [RegExp, (kind: string) => RegExp])[] = [
  [/not retried/, (kind) => (kind === "app" ? /^retry\.(?:app-2|client)\./ : /^retry\.client\./)],
  [
    /received nothing/,
    (kind) => (kind === "app" ? /^app-deliver\.(?:receives|to-)/ : /^deliver\.(?:receives|every|to-)/),
  ],
  [
    /received (?:a delivery|\d+ deliveries)/,
    (kind) =>
      kind === "app"
        ? /^(?:app-)?deliver\.(?:unsubscribed|inactive|other-app|refused|no-payment)$/
        : /^deliver\.(?:agency|recorded|unsubscribed|inactive|inactive-again|other-client|refused)$/,
  ],
];
const HISTORY = /^(?:history|walk)\.(client|app)\./;

/** Whether a finding follows from another one, which is the more harmful of the two. */
export function followsFrom(finding: CheckVerdict, cause: CheckVerdict): boolean {
  const { id, actual } = finding;
  if (MEMBER.test(id) && cause.id === "deliver.body") return isLater(finding) === isLater(cause);
  if (MEMBER.test(id) && cause.id === "deliver.snapshot") return / is missing/.test(actual ?? "");
  if (/^deliver\.(?:digest|signed|snapshot|content-type)$/.test(id) && isBody(cause.id))
    return isLater(finding) && isLater(cause);
  const kind = HISTORY.exec(id)?.[1];
  if (kind !== undefined) return showsAgain(kind, finding, cause);
  return AGAIN.some(([again, ...from]) => {
    const found = again.exec(id);
    return found && from.some((pattern) => patternOf(pattern, found).test(cause.id));
  });
}

/** In a pattern of `AGAIN`, a dot is a dot, and an asterisk is anything. */
function patternOf(pattern: string, found: RegExpExecArray): RegExp {
  const text = pattern.replaceAll(".", "\\.").replaceAll("*", ".*");
  return new RegExp(`^${text.replaceAll(/\$(\d)/g, (_, at) => found[at] ?? "")}$`);
}

/** A history that ends as another one does, or as a check without a history. */
function showsAgain(kind: string, { actual }: CheckVerdict, cause: CheckVerdict): boolean {
  const shown = HISTORIES.find(([words]) => words.test(actual ?? ""));
  if (!shown) return false;
  const [words, without] = shown;
  const isHistory = HISTORY.exec(cause.id)?.[1] === kind && words.test(cause.actual ?? "");
  return isHistory || without(kind).test(cause.id);
}
