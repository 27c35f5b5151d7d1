/** Reads a file of facts, `<name>.deployment.yaml`: each value once. Its overlays follow from it (fact-actions.ts). */

import { FACT_EXPECTS, FACT_GAPS, FACT_MEMBERS, factFaults } from "../../generated/deployment-facts.ts";
import { closest } from "../closest.ts";
import { documentError } from "../documents/errors.ts";
import { decodePointer } from "../documents/json.ts";
import type { PackageName } from "./deployment.ts";
import { actionsOf, type DeploymentFacts } from "./fact-actions.ts";
import type { OverlayFile } from "./form.ts";
import { placeholdersBelow } from "./placeholders.ts";

/** Whether a file holds facts and not actions, by the end of its name. */
export const isFactsFile = ({ file }: OverlayFile): boolean => /\.deployment\.(?:ya?ml|json)$/.test(file);

/**
 * Returns what overlays and package follow from a file of facts.
 *
 * @throws DocumentError `overlay_placeholder`, `facts_unknown` for a member that no gap leaves open, `facts_invalid`
 *   for a value that its member cannot have, or that needs another member
 */
export function overlaysOf({ file, data }: OverlayFile): { overlays: OverlayFile[]; package: PackageName | undefined } {
  const open = placeholdersBelow([["", data]]);
  if (open.length > 0) throw documentError("overlay_placeholder", open.map((one) => `${file}: ${one}`).join("; "));
  checkMembers(file, data);
  // Checked against the schema, which has exactly these members.
  const facts = data as unknown as DeploymentFacts;
  checkTogether(file, facts);
  const { openapi, asyncapi } = actionsOf(facts);
  const overlay = { overlay: "1.0.0", info: { title: facts.title, version: "1.0.0" } };
  const name = file.replace(/\.(?:ya?ml|json)$/, "");
  return {
    overlays: [
      {
        file: `${name}.openapi.yaml`,
        data: { ...overlay, actions: openapi, ...(facts.settings && { "x-settings": facts.settings }) },
      },
      { file: `${name}.asyncapi.yaml`, data: { ...overlay, actions: asyncapi } },
    ],
    package: facts.package,
  };
}

function checkMembers(file: string, data: unknown): void {
  const faults = factFaults(data);
  const unknown = faults.find(({ keyword }) => keyword === "additionalProperties");
  if (unknown) throw documentError("facts_unknown", `${file}: ${nameOf(unknown.path)}${guess(unknown.path)}`);
  const texts = faults.map(({ path, message, keyword }) => {
    const [member, gap] = [memberAt(path), gapOf(path)];
    const expected = keyword === "pattern" && FACT_EXPECTS[member] ? `must be ${FACT_EXPECTS[member]}` : message;
    return `${nameOf(path) || "the file"}${gap ? ` (${gap})` : ""} ${expected}`;
  });
  if (texts.length > 0) throw documentError("facts_invalid", `${file}: ${[...new Set(texts)].join("; ")}`);
}

/** A value may need another one, without which it says nothing. */
function checkTogether(file: string, facts: DeploymentFacts): void {
  const { hosts, authorization, scopes, deliveries, appWebhookItem } = facts;
  const fail = (why: string): never => {
    throw documentError("facts_invalid", `${file}: ${why}`);
  };
  if (authorization && hosts?.[authorization.host] === undefined)
    fail(`authorization.host is ${authorization.host}, and hosts.${authorization.host} is missing`);
  if (authorization && hosts?.login === undefined) fail("authorization needs hosts.login, where codes are exchanged");
  if (scopes && !authorization) fail("scopes needs authorization, where customers approve them");
  for (const [scope, { operations }] of Object.entries(scopes ?? {}))
    for (const one of operations)
      if (/^(?:update|delete)/.test(one) && !appWebhookItem)
        fail(`scopes.${scope}.operations has ${one}, and appWebhookItem is missing`);
  const { maxAttempts, backoff } = deliveries ?? {};
  if (maxAttempts !== undefined && backoff && backoff.length !== maxAttempts - 1)
    fail(`deliveries.backoff has ${backoff.length} pauses; ${maxAttempts} attempts have ${maxAttempts - 1}`);
}

const stepsOf = (path: string): string[] => path.split("/").slice(1).map(decodePointer);
const nameOf = (path: string): string => stepsOf(path).join(".");

/** The member of the schema: the names of scopes and the positions in lists become `*` or go. */
function memberAt(path: string): string {
  const steps = path.split("/").slice(1);
  const known = steps.map((step, i) => (steps[0] === "scopes" && i === 1 ? "*" : step));
  for (let length = known.length; length > 0; length--) {
    const member = `/${known.slice(0, length).join("/")}`;
    if (FACT_MEMBERS.includes(member)) return member;
  }
  return "";
}

/** The gap that a member answers, or the one around it. */
function gapOf(path: string): string | undefined {
  for (let at = memberAt(path); at !== ""; at = at.slice(0, at.lastIndexOf("/")))
    if (FACT_GAPS[at]) return FACT_GAPS[at];
  return undefined;
}

/** Names the sibling member that was probably meant. */
function guess(path: string): string {
  const parent = path.slice(0, path.lastIndexOf("/"));
  const around = parent === "" ? "" : memberAt(parent);
  const beside = FACT_MEMBERS.filter((one) => one.slice(0, one.lastIndexOf("/")) === around);
  const near = closest(
    stepsOf(path).at(-1) ?? "",
    beside.map((one) => one.slice(around.length + 1)),
  );
  return near.length > 0 ? `, did you mean ${near.join(" or ")}?` : "";
}
