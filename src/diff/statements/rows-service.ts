/** The rows of the table for everything around schemas: operations, answers, schemes, servers. */

import { isPlaceholderUrl } from "../../documents/json.ts";
import { itemsOf, type Maybe, member } from "../../values/json.ts";
import { listOperations } from "./methods.ts";
import { type Cell, FINE, isSent, NAMES, NARROWER, OTHER, REVIEW, SIDE, TEXT, WIDER } from "./outcomes.ts";
import { all, as, at, BELOW, RECEIVERS, row, SENDERS, three, whether } from "./rows.ts";
import { describeCredential } from "./schemes.ts";
import { inherits } from "./security.ts";
import { areRootServersUsed, SERVER_KEYS } from "./servers.ts";
import type { Judge, Row } from "./statement.ts";

/** Breaks senders where it is required, and nobody otherwise. */
const unlessRequired: Judge = ({ new: fresh, role }, { sides }) =>
  isSent(role) && member(sides.new.value(fresh), "required") === true ? OTHER : FINE;
/** A component that something refers to is told there. */
const unlessUsed =
  (side: "old" | "new", cell: Cell, prefix = ""): Judge =>
  ({ item }, { sides }) =>
    whether(!sides[side].isReferredTo(prefix + item), cell);
/** A path is told by its operations. */
const unlessCalled =
  (side: "old" | "new"): Judge =>
  (one, { sides }) =>
    whether(listOperations(sides[side].value(one[side])).length === 0, REVIEW);
const unlessPlaceholder: Judge = ({ old, item }) =>
  isPlaceholderUrl(typeof old === "string" ? old : item) ? FINE : OTHER;
const minorVersion = (version: Maybe) => String(version).split(".").slice(0, 2).join();
const byLine: Judge = ({ old, new: fresh }) => (minorVersion(old) === minorVersion(fresh) ? TEXT : REVIEW);
const byOrder: Judge = ({ old, new: fresh }) => {
  const sharedUrls = (list: Maybe, other: Maybe) => itemsOf(list).filter((url) => itemsOf(other).includes(url));
  return whether(sharedUrls(old, fresh).join() !== sharedUrls(fresh, old).join(), FINE);
};
const unlessInherited: Judge = (_, { sides }) => whether(!inherits(sides.old) && !inherits(sides.new), FINE);
const bySameCredential: Judge = ({ views }) =>
  whether(describeCredential(views.old) === describeCredential(views.new), FINE);

const REFUSES = "Every receiver that verifies refuses every delivery until it follows.";
const CONSTANTS = "The constants of the signature change: regenerate at the same moment as the service.";
const OTHER_CREDENTIAL = "It is {new} instead of {old}";
const WAYS: Row["tells"] = [
  "{old} is no longer a way to authenticate",
  "{new} is a new way to authenticate",
  "{new} is needed instead of {old}",
];
const NOTHING = { hasNoRole: true };
const CLASS = { label: "The status {}", fine: "They tell a failure by its class, as before." };

export const SERVICE_ROWS: Readonly<Record<string, Row>> = {
  version: row(REVIEW, REVIEW, byLine, as("format", "The version of the document's format: {new} instead of {old}")),
  text: all(TEXT, as("documentation", "Changed: {}")),
  other: all(REVIEW, { isNode: true, codes: three("other"), label: "{}", hasNoRole: true }),
  $self: all(TEXT, as("documentation", "Its own address has changed")),
  server: row(
    unlessPlaceholder,
    FINE,
    BELOW,
    at("The server", { ...SENDERS, keys: SERVER_KEYS, broken: "Calls to it are not described." }),
  ),
  rootServer: row(
    (one, comparison) => (areRootServersUsed(comparison.sides) ? unlessPlaceholder(one, comparison) : TEXT),
    (_, { sides }) => (areRootServersUsed(sides) ? FINE : TEXT),
    BELOW,
    at("The server", {
      ...SENDERS,
      keys: SERVER_KEYS,
      codes: ["server.removed", "server.added"],
      broken: "Calls to it are not described.",
    }),
  ),
  serverOrder: row(BELOW, BELOW, byOrder, { ...SENDERS, tells: three("The servers are in another order") }),
  serverDefault: row(REVIEW, REVIEW, unlessPlaceholder, { ...SENDERS, label: "The default" }),
  variable: row(REVIEW, REVIEW, BELOW, at("The variable", NOTHING)),
  rootSecurity: all(unlessInherited, { label: "The default for authentication", hasNoRole: true }),
  item: row(unlessCalled("old"), unlessCalled("new"), BELOW, at("The path, whose operations are not here,", NOTHING)),
  operation: row(OTHER, FINE, BELOW, {
    ...at("The operation", NOTHING),
    keys: [({ item }) => item, ({ item }) => item?.replaceAll(/\{[^{}]*\}/g, "{}")],
    broken: "Calls to it are refused.",
    fine: "They may call it.",
  }),
  webhook: row(OTHER, FINE, BELOW, {
    ...at("The webhook", RECEIVERS),
    keys: [({ item }) => item, ({ value }) => String(member(value, "operationId") ?? "") || undefined],
    broken: "Its deliveries no longer arrive.",
    fine: "Nothing arrives that they did not register for.",
  }),
  webhookName: all(NAMES, as("webhook.renamed", "It is called {new} instead of {old}")),
  operationId: all(NAMES, as("operation.renamed", "operationId is {new} instead of {old}")),
  renamed: all(NAMES, as("renamed", "It is called {new} instead of {old}")),
  operationTags: all(FINE, as("operation.tags", "Its tags have changed")),
  parameter: row(OTHER, unlessRequired, BELOW, at("The parameter")),
  ignored: all(TEXT, as("documentation", "Changed: the parameter {}, which OpenAPI ignores")),
  parameterName: all(NAMES, as("parameter.renamed", "It was called {old}; the path is the same")),
  needed: row(WIDER, NARROWER, BELOW, {
    codes: ["optional", "required"],
    tells: ["It is no longer required", "It is required now"],
  }),
  writing: all(OTHER, { tells: three("{} has changed: the value is written in another way") }),
  allowance: row(NARROWER, WIDER, BELOW),
  body: row(OTHER, unlessRequired, BELOW, at("The body")),
  header: row(SIDE, FINE, BELOW, at("The header")),
  "media-type": row(({ role }) => (role === "answer" ? NARROWER : OTHER), FINE, FINE, {
    label: "The media type {}",
    tells: ["The media type {} is gone", "The media type {} is new", "The media type is {new} where it was {old}"],
  }),
  "media-type delivered": row(FINE, OTHER, BELOW, { label: "The media type {}" }),
  "media-type stated": row(WIDER, NARROWER, BELOW, { label: "The media type {}" }),
  status: row(NARROWER, WIDER, BELOW, { label: "The status {}" }),
  success: row(OTHER, FINE, BELOW, { label: "The status {}" }),
  statusStated: row(WIDER, NARROWER, BELOW, {
    tells: ["It may be any of {old} where it was {}", "{} is stated where it was {old}"],
  }),
  statusApart: row(FINE, FINE, BELOW, {
    tells: ["{} is no longer described apart from {old}", "{} is described apart from {old}"],
  }),
  "status of failure": row(FINE, FINE, BELOW, { ...CLASS, codes: ["status.removed", "status.added"] }),
  "statusStated of failure": row(FINE, FINE, BELOW, {
    ...CLASS,
    codes: ["statusStated.removed", "statusStated.added"],
  }),
  "statusApart of failure": row(FINE, FINE, BELOW, { ...CLASS, codes: ["statusApart.removed", "statusApart.added"] }),
  component: row(unlessUsed("old", FINE), unlessUsed("new", FINE), BELOW, at("It, which nothing uses,", NOTHING)),
  schema: row(
    unlessUsed("old", NAMES, "schemas "),
    unlessUsed("new", FINE, "schemas "),
    BELOW,
    at("The schema, which nothing uses,", NOTHING),
  ),
  scheme: row(NAMES, FINE, BELOW, {
    ...at("The scheme", NOTHING),
    isRenamed: true,
    keys: [({ item }) => item, ({ value }, side) => describeCredential(side.value(value))],
  }),
  credential: all(OTHER, {
    ...as("scheme.credential", OTHER_CREDENTIAL, SENDERS),
    broken: "Their token is not found there, and the call is refused.",
  }),
  deliveryCredential: all(OTHER, {
    ...as("scheme.credential", OTHER_CREDENTIAL, RECEIVERS),
    broken: "They look in the wrong place, find nothing, and refuse.",
  }),
  schemeType: row(REVIEW, REVIEW, bySameCredential, { ...SENDERS, label: "The type" }),
  signature: row(OTHER, FINE, BELOW, {
    ...RECEIVERS,
    label: "x-signature",
    broken: "Nothing says any more how to verify a delivery.",
  }),
  "signature.": all(OTHER, {
    ...as("", "{} of the signature is {new} instead of {old}", RECEIVERS),
    isCode: true,
    broken: REFUSES,
    generated: CONSTANTS,
  }),
  signatureForm: row(WIDER, NARROWER, OTHER, { side: "receivers", codes: three("signature.form"), broken: REFUSES }),
  flow: row(SIDE, FINE, BELOW, at("The flow", { ...SENDERS, broken: "They can no longer obtain a token this way." })),
  flowUrl: row(SIDE, FINE, SIDE, { ...SENDERS, broken: "They ask at the old address." }),
  scope: row(SIDE, FINE, TEXT, { ...SENDERS, label: "The scope {}", broken: "Asking for it is refused." }),
  neededScope: row(FINE, SIDE, BELOW, {
    hasNoRole: true,
    tells: ["The scope {} is no longer needed", "The scope {} is needed now"],
    broken: "Tokens without it are refused: customers have to approve again.",
  }),
  securityName: all(FINE, as("security.name", "Another scheme authenticates, and what has to be sent is the same")),
  "security.": all(OTHER, { codes: three("security"), tells: WAYS, hasNoRole: true }),
  "security.harmless": all(FINE, { codes: three("security"), tells: WAYS, hasNoRole: true }),
  gap: row(FINE, REVIEW, TEXT, {
    hasNoRole: true,
    codes: ["gap.closed", "gap.opened", "gap.assumption"],
    tells: ["The gap is closed", "A gap is marked that was not", "What the tools assume has changed"],
    fine: "What was open is stated now; nothing that was stated changes.",
  }),
  gapMarks: all(TEXT, as("gap.marks", "What its marks say has changed, or where it is marked")),
  digits: all(REVIEW, as("other", "It is another number, in digits beyond the precision of JavaScript")),
};
