/** `collections-contract explain`: what an error code, a fact, a gap or a check means, and what to do about it. */

import { styleText } from "node:util";
import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { FACTS } from "../../generated/facts.ts";
import { DEFAULT_PROFILE, PROFILE_KEYS, STRICT_PROFILE } from "../../generated/profile.ts";
import { ERROR_TEXTS } from "../errors/texts/index.ts";
import type { CheckInfo } from "../judge/index.ts";
import type { Deployment } from "../overlays/deployment.ts";
import { closest } from "../values/closest.ts";
import { isNameIn } from "../values/names.ts";
import { SETTING_KEYS } from "../values/profile.ts";
import { CommandError } from "./command-error.ts";
import { loadDeployment } from "./deployment-option.ts";
import { findAnswer, findHalves, headerNote } from "./deployment-words.ts";
import { safeLine } from "./safe-text.ts";
import { narrowText } from "./terminal-width.ts";

/** `parts`: the sentences of the explanation, by name, in order. */
interface Explanation {
  readonly id: string;
  readonly kind: "error" | "fact" | "gap" | "check";
  readonly parts: Readonly<Record<string, string>>;
}

const GAPS: Readonly<Record<string, { question: string; assume: string; why: string; change: string }>> = ASSUMPTIONS;

type Checks = ReadonlyMap<string, CheckInfo & { readonly of: "api" | "receiver" }>;

/** Loads the judge, which nothing else here needs. */
async function allChecks(deployment?: Deployment): Promise<Checks> {
  const { listChecks } = await import("../judge/index.ts");
  return new Map(
    (["api", "receiver"] as const).flatMap((of) =>
      listChecks(of, deployment).map((check) => [check.id, { of, ...check }]),
    ),
  );
}

/** All names that can be explained, in the order of the kinds. */
export async function explainable(): Promise<string[]> {
  return listNames(await allChecks());
}

function listNames(checks: Checks): string[] {
  return [...Object.keys(ERROR_TEXTS).sort(), ...Object.keys(FACTS), ...Object.keys(GAPS), ...checks.keys()];
}

function explanationOfError(id: keyof typeof ERROR_TEXTS): Explanation {
  const { means, fix } = ERROR_TEXTS[id];
  return { id, kind: "error", parts: { means, "what to do": fix } };
}

/** Finds a name in any letter case. @returns undefined if there is no such name */
function findExplanation(name: string, checks: Checks): Explanation | undefined {
  const id = listNames(checks).find((one) => one.toLowerCase() === name.trim().toLowerCase());
  if (id === undefined) return undefined;
  if (isNameIn(ERROR_TEXTS, id)) return explanationOfError(id);
  if (isNameIn(FACTS, id)) {
    const fact = FACTS[id];
    const rest = "unseen" in fact ? { "no run shows": fact.unseen } : {};
    const parts = { stated: fact.sentence, "seen in": seenIn(fact.observable), ...rest, ...checkedBy(id, checks) };
    return { id, kind: "fact", parts };
  }
  const gap = GAPS[id];
  if (gap) {
    const { question, assume, why, change } = gap;
    return {
      id,
      kind: "gap",
      parts: {
        "not stated": question,
        "our tools": assume,
        why,
        "to change it": change,
        ...findSettings(id),
        ...checkedBy(id, checks),
      },
    };
  }
  const check = checks.get(id);
  return (
    check && {
      id,
      kind: "check",
      parts: { judges: check.title, rests: check.rests.join(", "), run: testCommand(check.of, id) },
    }
  );
}

/** The settings of the sandbox that the gap leaves open, each with its value in both profiles. */
function findSettings(id: string): Record<string, string> {
  const named = SETTING_KEYS.filter((key) => PROFILE_KEYS[key].gap === id);
  const told = named.map((key) => {
    const [usual, strict] = [DEFAULT_PROFILE, STRICT_PROFILE].map((profile) => JSON.stringify(profile[key]));
    return `sandbox --set ${key}=VALUE (default ${usual}, strict ${strict})`;
  });
  return told.length > 0 ? { settings: told.join("; ") } : {};
}

/** Adds the facts of a deployment: answers beside or instead of our assumption, and the name of its header. */
function withFacts(found: Explanation, deployment: Deployment): Explanation {
  const { kind, id, parts } = found;
  const answer = kind === "gap" ? findAnswer(id, deployment) : undefined;
  if (answer !== undefined) {
    const stated = `${deployment.title}: ${answer}`;
    const { "not stated": question = "", "checked by": checks, ...rest } = parts;
    if (!deployment.closed.includes(id)) {
      const open = findHalves(deployment).find(({ gap }) => gap === id)?.open ?? [];
      const left = open.length > 0 ? { "still open": open.join(", ") } : {};
      return {
        ...found,
        parts: { "open in part": question, stated, ...left, ...rest, ...(checks && { "checked by": checks }) },
      };
    }
    return { ...found, parts: { "was open": question, stated, ...(checks && { "checked by": checks }) } };
  }
  const note = headerNote(Object.values(parts), deployment);
  return note === undefined ? found : { ...found, parts: { ...parts, here: `${deployment.title}: ${note}` } };
}

interface ExplainFlags {
  deployment?: string | undefined;
  json?: true | undefined;
}

/** Without a name, lists them all. @throws CommandError `code_unknown`; DocumentError for a folder that is not one */
export async function runExplain(name: string | undefined, { deployment: folder, json }: ExplainFlags): Promise<void> {
  const { deployment } = await loadDeployment(folder);
  const checks: Checks = name !== undefined && name in ERROR_TEXTS ? new Map() : await allChecks(deployment);
  const explain = (one: string) => {
    const found = findExplanation(one, checks);
    return found && deployment ? withFacts(found, deployment) : found;
  };
  if (name === undefined) {
    const all = listNames(checks).flatMap((id) => explain(id) ?? []);
    const lines = all.map(({ id, parts }) => `${id}  ${Object.values(parts)[0]}\n`);
    process.stdout.write(json ? `${JSON.stringify(all, null, 2)}\n` : narrowText(lines.join("")));
    return;
  }
  const found = explain(name);
  if (!found) {
    const near = closest(name, listNames(checks));
    const guess =
      near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "collections-contract explain lists all names.";
    throw new CommandError("code_unknown", `Unknown name: ${JSON.stringify(safeLine(name.slice(0, 80)))}. ${guess}`);
  }
  process.stdout.write(json ? `${JSON.stringify(found, null, 2)}\n` : narrowText(formatExplanation(found)));
}

function formatExplanation({ id, kind, parts }: Explanation): string {
  const bold = (text: string) => styleText("bold", text, { stream: process.stdout });
  const lines = Object.entries(parts).map(([name, text]) => `  ${name.padEnd(13)} ${text}\n`);
  return `${bold(id)} (${kind})\n${lines.join("")}`;
}

function seenIn(observable: string): string {
  return (
    { service: "what a service does", receiver: "what a receiver does", none: "nothing observable" }[observable] ??
    observable
  );
}

function checkedBy(id: string, checks: Checks): Record<string, string> {
  const ids = [...checks.values()].filter(({ rests }) => rests.includes(id)).map((check) => check.id);
  return ids.length > 0 ? { "checked by": ids.join(", ") } : {};
}

const testCommand = (of: "api" | "receiver", id: string) =>
  `collections-contract test ${of} ${of === "api" ? "--driver FILE" : "--url URL"} --only ${id}`;
