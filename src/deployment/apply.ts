/** From templates to the contract of one deployment: both documents with its facts in them, and what follows from these. */

import asyncapi from "../../generated/asyncapi.json" with { type: "json" };
import openapi from "../../generated/openapi.json" with { type: "json" };
import { DEFAULT_PROFILE } from "../../generated/profile.ts";
import { documentError } from "../documents/errors.ts";
import { canonical, entriesOf, isObject, itemsOf, type Json, member } from "../documents/json.ts";
import { documentOf } from "../documents/read.ts";
import { changedProfile } from "../sandbox/profile.ts";
import type { Deployment } from "./deployment.ts";
import { stateOf, withoutMarks } from "./gaps.ts";
import { applyOverlay, OverlayError } from "./overlay.ts";
import { placeholdersIn } from "./placeholders.ts";
import { type Restated, restatedIn } from "./restated.ts";
import { authorizationUrlOf, authUrlOf, baseUrlOf, type Pair } from "./settings.ts";

/** An overlay that was read; the name of its file says which document it is for. */
export interface OverlayFile {
  readonly file: string;
  readonly data: Json;
}

export interface Contract extends Pair {
  readonly deployment: Deployment;
}

/** The contract, and what it says otherwise than the interface description. */
export interface Applied extends Contract {
  readonly restated: readonly Restated[];
}

/**
 * Applies overlays in the order in which they come.
 *
 * @throws DocumentError `overlay_invalid`, `overlay_target`, `overlay_placeholder`, `overlay_setting`, `overlay_result`
 * @throws SandboxError `profile_unknown_key`, `profile_invalid` for settings that are none
 */
export function applyOverlays(overlays: readonly OverlayFile[]): Applied {
  const { "x-generated": _, ...plainOpenapi } = openapi as Json;
  const { "x-generated": __, ...plainAsyncapi } = asyncapi as Json;
  const base: Pair = { openapi: plainOpenapi, asyncapi: plainAsyncapi };
  for (const overlay of overlays) checkForm(overlay);
  const open = overlays.flatMap(({ file, data }) => placeholdersIn(data).map((found) => `${file}: ${found}`));
  if (open.length > 0) throw documentError("overlay_placeholder", open.join("; "));

  let made = base;
  const given: Record<string, unknown> = {};
  for (const { file, data } of overlays) {
    const kind = kindOf(file) as keyof Pair;
    try {
      made = { ...made, [kind]: applyOverlay(made[kind], data) };
    } catch (error) {
      if (!(error instanceof OverlayError)) throw error;
      throw documentError("overlay_target", `${file}, actions[${error.index}]: ${error.message.replace(/\.$/, "")}`);
    }
    Object.assign(given, data["x-settings"]);
  }
  changedProfile(DEFAULT_PROFILE, given);
  checkResult(base, made);
  made = { openapi: withHeader(made.openapi, base.openapi), asyncapi: withHeader(made.asyncapi, base.asyncapi) };
  const { settings, closed } = stateOf(base, made, given);
  changedProfile(DEFAULT_PROFILE, settings as Record<string, unknown>);
  const gone = new Set(closed);
  const result: Pair = { openapi: withoutMarks(made.openapi, gone), asyncapi: withoutMarks(made.asyncapi, gone) };
  const deployment: Deployment = {
    schema: 1,
    title: result.openapi.info.title,
    version: result.openapi.info.version,
    baseUrl: baseUrlOf(result) ?? null,
    authUrl: authUrlOf(result) ?? null,
    authorizationUrl: authorizationUrlOf(result) ?? null,
    signature: signatureOf(result.openapi),
    settings,
    closed,
  };
  const header = { old: signatureOf(base.openapi).header, new: deployment.signature.header };
  return { ...result, deployment, restated: restatedIn(base, result, header) };
}

const kindOf = (file: string): string | undefined => /\.(openapi|asyncapi)\.(?:ya?ml|json)$/.exec(file)?.[1];

function checkForm({ file, data }: OverlayFile): void {
  const fail = (why: string): never => {
    throw documentError("overlay_invalid", `${file}: ${why}`);
  };
  if (!kindOf(file)) fail("its name does not say which document it is for");
  if (!/^1\.0\.\d+$/.test(String(member(data, "overlay")))) fail("overlay is not 1.0.0");
  if (itemsOf(data.actions).length === 0 && !isObject(data["x-settings"])) fail("it has no actions");
  if (data["x-settings"] !== undefined && !isObject(data["x-settings"])) fail("x-settings is no mapping");
  // A word that is misspelt would say nothing, and nobody would notice.
  const known = (value: Json, names: readonly string[], place: string): void => {
    const odd = entriesOf(value).find(([name]) => !names.includes(name) && !name.startsWith("x-"))?.[0];
    if (odd !== undefined) fail(`${place}${odd} is no word of an overlay`);
  };
  known(data, ["overlay", "info", "extends", "actions"], "");
  for (const [i, action] of itemsOf(data.actions).entries())
    known(action, ["target", "description", "update", "remove"], `actions[${i}].`);
}

const signatureOf = (document: Json): Json =>
  member(document.components?.securitySchemes, "clientWebhookSignature")?.["x-signature"];

/** Whether the documents still say one thing: references lead somewhere, and what both hold is the same in both. */
function checkResult(base: Pair, made: Pair): void {
  const fail = (why: string): never => {
    throw documentError("overlay_result", why);
  };
  for (const kind of ["openapi", "asyncapi"] as const) {
    const { references } = documentOf(made[kind], `${kind}.json`);
    references.expand(references.root);
  }
  const [one, other] = [signatureOf(made.openapi), signatureOf(made.asyncapi)];
  if (!isObject(one)) fail("the scheme clientWebhookSignature of openapi has no x-signature");
  if (canonical(one) !== canonical(other)) fail("x-signature is not the same in openapi and asyncapi");
  // What signs and verifies knows this way alone; the name of the header is the only thing that may differ.
  for (const [name, value] of entriesOf(signatureOf(base.openapi)))
    if (name !== "header" && one[name] !== value)
      fail(`x-signature says ${name} ${JSON.stringify(one[name])}; it is ${JSON.stringify(value)} (F-6.3-05, U-18)`);
  // A rule under a misspelt name would be lost in silence.
  for (const [id, operation] of entriesOf(base.asyncapi.operations)) {
    const names = entriesOf(operation["x-delivery"]).map(([name]) => name);
    const rules = entriesOf(member(made.asyncapi.operations, id)?.["x-delivery"]);
    const odd = rules.find(([name]) => !names.includes(name))?.[0];
    if (odd !== undefined) fail(`x-delivery of ${id} knows no ${odd}, only ${names.join(", ")}`);
  }
  for (const url of [baseUrlOf(made), authUrlOf(made), authorizationUrlOf(made)])
    if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? "")) fail(`${url} is no http or https URL`);
  const header = String(one.header);
  if (!/^[\w-]+$/.test(header)) fail(`${JSON.stringify(header)} is no name of a header`);
  const headers = made.asyncapi.components?.messages?.paymentConfirmed?.headers;
  const names: [string, Json][] = [
    ["scheme of openapi", made.openapi.components.securitySchemes.clientWebhookSignature.name],
    ["scheme of asyncapi", made.asyncapi.components.securitySchemes.clientWebhookSignature.name],
    ["parameter Signature", made.openapi.components.parameters?.Signature?.name],
    ["headers of paymentConfirmed", itemsOf(headers?.required).find((name) => name === header)],
  ];
  for (const [place, name] of names)
    if (name !== header) fail(`the ${place} does not have the signature header ${header}`);
  const schemas = made.asyncapi.components?.schemas;
  for (const [name, schema] of entriesOf(made.openapi.components?.schemas))
    if (
      member(schemas, name) !== undefined &&
      canonical(withoutTexts(schema)) !== canonical(withoutTexts(schemas[name]))
    )
      fail(`the schema ${name} is not the same in openapi and asyncapi`);
}

/** Descriptions that name the neutral header name the one of the deployment. */
function withHeader(document: Json, base: Json): Json {
  const [old, fresh] = [signatureOf(base).header, signatureOf(document).header];
  const walk = (node: Json, name = ""): Json => {
    if (typeof node === "string") return /^(?:description|summary)$/.test(name) ? node.replaceAll(old, fresh) : node;
    if (Array.isArray(node)) return node.map((item) => walk(item));
    return isObject(node) ? Object.fromEntries(entriesOf(node).map(([key, value]) => [key, walk(value, key)])) : node;
  };
  return old === fresh ? document : walk(document);
}

const withoutTexts = (schema: Json): Json => ({ ...schema, "x-unspecified": undefined });
