/** `collections-contract explain`: what an error code, a stated fact or a gap means, and what follows from it. */

import { styleText } from "node:util";
import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { FACTS } from "../../generated/facts.ts";
import { listChecks } from "../contract/index.ts";
import { ERROR_TEXTS } from "../error-texts.ts";
import { closest } from "./closest.ts";
import { CommandError } from "./command-error.ts";
import { safeLine } from "./safe-text.ts";

/** `parts`: what there is to say, by name, in order. */
export interface Explanation {
  readonly id: string;
  readonly kind: "error" | "fact" | "gap" | "check";
  readonly parts: Readonly<Record<string, string>>;
}

const CHECKS = new Map(
  (["api", "receiver"] as const).flatMap((of) => listChecks(of).map((check) => [check.id, { of, ...check }])),
);
const GAPS: Readonly<Record<string, { question: string; assume: string; why: string; change: string }>> = ASSUMPTIONS;

/** All names that can be explained, in the order of the kinds. */
export function explainable(): string[] {
  return [...Object.keys(ERROR_TEXTS).sort(), ...Object.keys(FACTS), ...Object.keys(ASSUMPTIONS), ...CHECKS.keys()];
}

/** Ids in any letter case. @returns undefined if there is no such name */
export function explanationOf(name: string): Explanation | undefined {
  const id = explainable().find((one) => one.toLowerCase() === name.trim().toLowerCase());
  if (id === undefined) return undefined;
  if (id in ERROR_TEXTS) {
    const { means, fix } = ERROR_TEXTS[id as keyof typeof ERROR_TEXTS];
    return { id, kind: "error", parts: { means, "what to do": fix } };
  }
  if (id in FACTS) {
    const { sentence, observable } = FACTS[id as keyof typeof FACTS];
    return { id, kind: "fact", parts: { stated: sentence, "shows in": showsIn(observable), ...checkedBy(id) } };
  }
  const gap = GAPS[id];
  if (gap) {
    const { question, assume, why, change } = gap;
    return {
      id,
      kind: "gap",
      parts: { "not stated": question, "our tools": assume, why, "to change it": change, ...checkedBy(id) },
    };
  }
  const check = CHECKS.get(id);
  return (
    check && {
      id,
      kind: "check",
      parts: { judges: check.title, rests: check.rests.join(", "), run: runOf(check.of, id) },
    }
  );
}

/** Without a name, lists them all. @throws CommandError `code_unknown` */
export function runExplain(name: string | undefined, { json }: { json?: true | undefined }): void {
  if (name === undefined) {
    const all = explainable().map((id) => explanationOf(id) as Explanation);
    const lines = all.map(({ id, parts }) => `${id}  ${Object.values(parts)[0]}\n`);
    process.stdout.write(json ? `${JSON.stringify(all, null, 2)}\n` : lines.join(""));
    return;
  }
  const found = explanationOf(name);
  if (!found) {
    const near = closest(name, explainable());
    const guess =
      near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "collections-contract explain lists all names.";
    throw new CommandError(
      "code_unknown",
      `There is nothing called ${JSON.stringify(safeLine(name.slice(0, 80)))}. ${guess}`,
    );
  }
  process.stdout.write(json ? `${JSON.stringify(found, null, 2)}\n` : textOf(found));
}

function textOf({ id, kind, parts }: Explanation): string {
  const bold = (text: string) => styleText("bold", text, { stream: process.stdout });
  const lines = Object.entries(parts).map(([name, text]) => `  ${name.padEnd(13)} ${text}\n`);
  return `${bold(id)} (${kind})\n${lines.join("")}`;
}

function showsIn(observable: string): string {
  return (
    { service: "what a service does", receiver: "what a receiver does", none: "nothing that can be observed" }[
      observable
    ] ?? observable
  );
}

function checkedBy(id: string): Record<string, string> {
  const ids = [...CHECKS.values()].filter(({ rests }) => rests.includes(id)).map((check) => check.id);
  return ids.length > 0 ? { "checked by": ids.join(", ") } : {};
}

const runOf = (of: "api" | "receiver", id: string) =>
  `collections-contract test ${of} ${of === "api" ? "--driver FILE" : "--url URL"} --only ${id}`;
