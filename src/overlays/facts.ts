/** Reads a file of facts, `<name>.deployment.yaml`: each value once. Its overlays follow from it (fact-actions.ts). */

import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { OPERATIONS } from "../../generated/constants.ts";
import {
  type DeploymentFacts,
  FACT_EXPECTS,
  FACT_GAPS,
  FACT_MEMBERS,
  factFaults,
} from "../../generated/deployment-facts.ts";
import { documentError } from "../documents/errors.ts";
import { decodePointer } from "../documents/json.ts";
import { closest } from "../values/closest.ts";
import { entriesOf, type Maybe, member } from "../values/json.ts";
import type { Answers } from "./answers.ts";
import type { Deployment, PackageName } from "./deployment.ts";
import { actionsForFacts, readAnswers, statedSettings } from "./fact-actions.ts";
import { addedOperations } from "./fact-items.ts";
import type { OverlayFile } from "./overlay-form.ts";
import { placeholdersBelow } from "./placeholders.ts";

/** Whether a file holds facts and not actions, by the end of its name. */
export const isFactsFile = ({ file }: OverlayFile): boolean => /\.deployment\.(?:ya?ml|json)$/.test(file);

/**
 * Returns what overlays, answers in words and package follow from a file of facts.
 *
 * @throws DocumentError `overlay_placeholder`, `facts_unknown` for a member that no gap leaves open, `facts_invalid`
 *   for a value that its member cannot have, or that needs another member
 */
export function readFacts({ file, data }: OverlayFile): {
  overlays: OverlayFile[];
  answers: Answers;
  amount: Deployment["amount"];
  package: PackageName | undefined;
} {
  const open = placeholdersBelow([["", data]]);
  if (open.length > 0) throw documentError("overlay_placeholder", open.map((one) => `${file}: ${one}`).join("; "));
  checkMembers(file, data);
  checkTogether(file, data);
  const facts: DeploymentFacts = data;
  const { openapi, asyncapi } = actionsForFacts(facts);
  const overlay = { overlay: "1.0.0", info: { title: facts.title, version: "1.0.0" } };
  const name = file.replace(/\.(?:ya?ml|json)$/, "");
  return {
    overlays: [
      {
        file: `${name}.openapi.yaml`,
        data: { ...overlay, actions: openapi, "x-settings": statedSettings(facts) },
      },
      { file: `${name}.asyncapi.yaml`, data: { ...overlay, actions: asyncapi } },
    ],
    answers: readAnswers(facts),
    amount: facts.amount,
    package: facts.package,
  };
}

/** Checks against the schema. */
function checkMembers(file: string, data: Maybe): asserts data is Maybe & DeploymentFacts {
  const faults = factFaults(data);
  const unknown = faults.find(({ keyword }) => keyword === "additionalProperties");
  if (unknown) throw documentError("facts_unknown", `${file}: ${dottedName(unknown.path)}${guess(unknown.path)}`);
  const gap = entriesOf(member(data, "answers")).find(([id]) => !Object.hasOwn(ASSUMPTIONS, id))?.[0];
  if (gap !== undefined)
    throw documentError("facts_unknown", `${file}: answers.${gap}${suggest(gap, Object.keys(ASSUMPTIONS))}`);
  const texts = faults.map(({ path, message, keyword }) => {
    const [member, gap] = [memberAt(path), findGap(path)];
    const expected = keyword === "pattern" && FACT_EXPECTS[member] ? `must be ${FACT_EXPECTS[member]}` : message;
    return `${dottedName(path) || "the file"}${gap ? ` (${gap})` : ""} ${expected}`;
  });
  if (texts.length > 0) throw documentError("facts_invalid", `${file}: ${[...new Set(texts)].join("; ")}`);
}

/** A value may need another one, without which it says nothing. */
function checkTogether(file: string, facts: DeploymentFacts): void {
  const { hosts, authorization, scopes, deliveries, settings, answers } = facts;
  const fail = (why: string): never => {
    throw documentError("facts_invalid", `${file}: ${why}`);
  };
  if (authorization && hosts?.[authorization.host] === undefined)
    fail(`authorization.host is ${authorization.host}, and hosts.${authorization.host} is missing`);
  if (authorization && hosts?.login === undefined) fail("authorization needs hosts.login, where codes are exchanged");
  if (scopes && !authorization) fail("scopes needs authorization, where customers approve them");
  for (const [scope, { operations }] of Object.entries(scopes ?? {}))
    for (const one of operations)
      if (!(one in OPERATIONS) && !(one in addedOperations(facts)))
        fail(
          `scopes.${scope}.operations has ${one}, and ${/Client/.test(one) ? "clientWebhookItem" : "appWebhookItem"} does not have it`,
        );
  const { maxAttempts, backoff } = deliveries ?? {};
  if (maxAttempts !== undefined && backoff && backoff.length !== maxAttempts - 1)
    fail(`deliveries.backoff has ${backoff.length} pauses; ${maxAttempts} attempts have ${maxAttempts - 1}`);
  for (const key of Object.keys(facts.secret ? statedSettings({ ...facts, settings: {} }) : {}))
    if (settings && key in settings) fail(`settings.${key} is what secret says: write it once`);
  for (const gap of Object.keys(answers ?? {}))
    if (gap in readAnswers({ ...facts, answers: {} })) fail(`answers.${gap} is what amount says: write it once`);
}

const splitPointer = (path: string): string[] => path.split("/").slice(1).map(decodePointer);
const dottedName = (path: string): string => splitPointer(path).join(".");

/** The member of the schema: names that people choose and the positions in lists become `*` or go. */
function memberAt(path: string): string {
  const steps = path.split("/").slice(1);
  const known = steps.map((step, i) => (i === 1 && FACT_MEMBERS.includes(`/${steps[0]}/*`) ? "*" : step));
  for (let length = known.length; length > 0; length--) {
    const member = `/${known.slice(0, length).join("/")}`;
    if (FACT_MEMBERS.includes(member)) return member;
  }
  return "";
}

/** The gap that a member answers, or the one around it. */
function findGap(path: string): string | undefined {
  for (let at = memberAt(path); at !== ""; at = at.slice(0, at.lastIndexOf("/")))
    if (FACT_GAPS[at]) return FACT_GAPS[at];
  return undefined;
}

/** Names the sibling member that was probably meant. */
function guess(path: string): string {
  const parent = path.slice(0, path.lastIndexOf("/"));
  const around = parent === "" ? "" : memberAt(parent);
  const beside = FACT_MEMBERS.filter((one) => one.slice(0, one.lastIndexOf("/")) === around);
  return suggest(
    splitPointer(path).at(-1) ?? "",
    beside.map((one) => one.slice(around.length + 1)),
  );
}

function suggest(name: string, known: readonly string[]): string {
  const near = closest(name, known);
  return near.length > 0 ? `, did you mean ${near.join(" or ")}?` : "";
}
