/** Makes the contract of a deployment: both documents with its facts, and what follows from them. */

import asyncapi from "../../generated/asyncapi.json" with { type: "json" };
import openapi from "../../generated/openapi.json" with { type: "json" };
import { DEFAULT_PROFILE, type Profile } from "../../generated/profile.ts";
import { documentError } from "../documents/errors.ts";
import { asObject, entriesOf, isObject, type JsonObject, type JsonValue, member } from "../values/json.ts";
import { changedProfile } from "../values/profile.ts";
import { type Answers, withAnswers, withoutOpenWords, withoutSentences } from "./answers.ts";
import { type Restated, restatedIn } from "./contradictions.ts";
import type { Deployment, PackageName } from "./deployment.ts";
import { findEvents, ONLY_EVENT } from "./events.ts";
import { isFactsFile, readFacts } from "./facts.ts";
import { findClosedGaps, withoutMarks } from "./gaps.ts";
import { applyOverlay, OverlayError } from "./overlay.ts";
import { checkForm, documentKind, type OverlayFile } from "./overlay-form.ts";
import { placeholdersIn } from "./placeholders.ts";
import { checkResult, readSignature } from "./result.ts";
import { type Pair, readAuthorizationUrl, readAuthUrl, readBaseUrl, withRules } from "./settings.ts";

export type { OverlayFile } from "./overlay-form.ts";

export interface Contract extends Pair {
  readonly deployment: Deployment;
}

/** The contract, and what it says otherwise than the interface description. */
export interface Applied extends Contract {
  readonly restated: readonly Restated[];
}

/**
 * Applies what follows from a file of facts, then overlays in the order in which they come.
 *
 * @throws DocumentError `facts_unknown`, `facts_invalid` for a file of facts
 * @throws DocumentError `overlay_invalid`, as `ActionCode`, `overlay_placeholder`, `overlay_setting`, `overlay_event`,
 * `overlay_result`
 * @throws SandboxError `profile_unknown_key`, `profile_invalid` for settings that do not exist or cannot have that
 * value
 */
export function applyOverlays(files: readonly OverlayFile[]): Applied {
  const facts = files.filter(isFactsFile);
  if (facts.length > 1)
    throw documentError("facts_invalid", `${facts.map(({ file }) => file).join(", ")}: one file of facts is enough`);
  const following = facts.map(readFacts);
  const overlays = [...following.flatMap((one) => one.overlays), ...files.filter((one) => !isFactsFile(one))];
  for (const overlay of overlays) checkForm(overlay);
  const open = overlays.flatMap(({ file, data }) => placeholdersIn(data).map((found) => `${file}: ${found}`));
  if (open.length > 0) throw documentError("overlay_placeholder", open.join("; "));

  const base: Pair = { openapi: plain(openapi), asyncapi: plain(asyncapi) };
  const given = Object.assign({}, ...overlays.map(({ data }) => member(data, "x-settings")));
  changedProfile(DEFAULT_PROFILE, given);
  const answers = following[0]?.answers ?? {};
  const answered = new Set(Object.keys(answers));
  const overlaid = madeBy(
    overlays,
    mapPair(base, (document) => withAnswers(document, answers)),
  );
  const made = mapPair(overlaid, (document) => withoutMarks(document, answered));
  checkResult(base, made);
  return createContract(base, made, given, answers, following[0]);
}

const mapPair = ({ openapi, asyncapi }: Pair, change: (document: JsonObject) => JsonObject): Pair => ({
  openapi: change(openapi),
  asyncapi: change(asyncapi),
});

/** A document without its banner. */
function plain(document: object): JsonObject {
  const { "x-generated": _, ...rest }: JsonObject = { ...document };
  return rest;
}

/** @throws DocumentError as `ActionCode`, with file and number of the action */
function madeBy(overlays: readonly OverlayFile[], base: Pair): Pair {
  let made = base;
  for (const { file, data } of overlays) {
    const kind = documentKind(file) as keyof Pair;
    try {
      made = { ...made, [kind]: applyOverlay(made[kind], data) };
    } catch (error) {
      if (!(error instanceof OverlayError)) throw error;
      throw documentError(error.code, `${file}, actions[${error.index}]: ${error.message.replace(/\.$/, "")}`);
    }
  }
  return made;
}

/** The documents without the marks of closed gaps, and what they state as data. */
function createContract(
  base: Pair,
  made: Pair,
  given: Readonly<Partial<Profile>>,
  answers: Answers,
  { package: named, amount }: { package?: PackageName | undefined; amount?: Deployment["amount"] } = {},
): Applied {
  const renamed: Pair = {
    openapi: withHeader(made.openapi, base.openapi),
    asyncapi: withHeader(made.asyncapi, base.asyncapi),
  };
  const { settings, closed } = findClosedGaps(base, renamed, given);
  changedProfile(DEFAULT_PROFILE, { ...settings });
  const gone = new Set(closed);
  const closing = mapPair(renamed, (document) => withoutOpenWords(withoutMarks(document, gone), gone));
  const ruled = withRules(closing, given);
  const events = findEvents(base, ruled);
  const result = events.length > 1 ? mapPair(ruled, (document) => withoutSentences(document, ONLY_EVENT)) : ruled;
  const deployment: Deployment = {
    schema: 1,
    title: String(member(result.openapi, "info", "title")),
    version: String(member(result.openapi, "info", "version")),
    ...(named && { package: named }),
    baseUrl: readBaseUrl(result) ?? null,
    authUrl: readAuthUrl(result) ?? null,
    authorizationUrl: readAuthorizationUrl(result) ?? null,
    signature: readSignature(result.openapi),
    events,
    settings,
    closed,
    ...(amount && { amount }),
    ...(Object.keys(answers).length > 0 && { answers }),
  };
  const header = { old: readSignature(base.openapi).header, new: deployment.signature.header };
  return { ...result, deployment, restated: restatedIn(base, result, header) };
}

/** A copy whose descriptions name the header of the deployment in the place of the neutral one. */
function withHeader(document: JsonObject, base: JsonObject): JsonObject {
  const [old, fresh] = [readSignature(base).header, readSignature(document).header];
  const walk = (node: JsonValue, name = ""): JsonValue => {
    if (typeof node === "string") return /^(?:description|summary)$/.test(name) ? node.replaceAll(old, fresh) : node;
    if (Array.isArray(node)) return node.map((item) => walk(item));
    return isObject(node) ? Object.fromEntries(entriesOf(node).map(([key, value]) => [key, walk(value, key)])) : node;
  };
  return old === fresh ? document : asObject(walk(document));
}
