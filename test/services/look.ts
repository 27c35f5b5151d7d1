/** What one look at a service of ours shows: a flaw changes the table of observations, and a legal oddity does not. */

import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { eachOf } from "../../src/judge/each-of.ts";
import { read } from "../support/repository.ts";
import { stopping } from "../support/stopping.ts";
import { type FLAWS_OF, type Flaw, SUBJECTS } from "./flaws.ts";
import { type Observations, observe, type Part } from "./observe.ts";
import { type Switches, startService } from "./service.ts";
import type { Variant } from "./variants.ts";

export const facts: Record<string, { observable: string }> = parse(read("spec/facts.yaml")).facts;
export const gaps: Record<string, unknown> = parse(read("spec/unspecified.yaml")).gaps;

/** What shows the flaws of a subject; where none is named, all that a look shows. */
const PARTS_OF: Partial<Record<keyof typeof FLAWS_OF, Part[]>> = {
  exchanges: ["tokens"],
  tokenAnswers: ["tokens"],
  tokens: ["tokens"],
  clientWebhooks: ["registration", "clientDeliveries"],
  clientMembers: ["registration", "clientDeliveries"],
  clientAnswers: ["registration", "clientDeliveries"],
  secrets: ["registration", "clientDeliveries"],
  appWebhooks: ["registration"],
  appMembers: ["registration"],
  list: ["registration"],
  urls: ["urls"],
  appUrls: ["urls"],
  clientDeliveries: ["clientDeliveries"],
  signatures: ["clientDeliveries"],
  signedBytes: ["clientDeliveries"],
  payloads: ["clientDeliveries"],
  recipients: ["clientDeliveries"],
  eventNames: ["clientDeliveries"],
  switches: ["clientDeliveries"],
  clientRetries: ["clientDeliveries"],
  appDeliveries: ["appDeliveries"],
};
const parts = new Map(
  SUBJECTS.flatMap(([subject, { look = [] }]) =>
    look.map(({ id }) => [id, PARTS_OF[subject as keyof typeof FLAWS_OF]] as const),
  ),
);

export async function look(switches: Partial<Switches>, at?: readonly Part[]): Promise<Observations> {
  await using driver = stopping(await startService(switches));
  return await observe(driver, at);
}

/** The observations of many services, a few at a time. */
async function lookAt(subjects: { id: string; switches: Partial<Switches> }[]): Promise<Map<string, Observations>> {
  return new Map(
    await eachOf(subjects, 24, async ({ id, switches }) => [id, await look(switches, parts.get(id))] as const),
  );
}

/** What a table has otherwise. Where unknown event names are refused (U-09), what needs them is not observed. */
export function differences(table: Observations, correct: Observations): string[] {
  const key = "unknown names";
  const isNamed = !(key in table) || table[key] === correct[key];
  return Object.keys(table).filter((one) => table[one] !== correct[one] && (isNamed || !/names/.test(one)));
}

export const ONE_LOOK = SUBJECTS.flatMap(([, { look = [] }]) => look);

/** Looks at a correct service, and at each of these: every flaw shows, and no variant does. */
export function showsEach(flaws: readonly Flaw[], variants: readonly Variant[]): void {
  let correct: Observations;
  let tables: Map<string, Observations>;
  beforeAll(async () => {
    correct = await look({});
    tables = await lookAt([...flaws, ...variants]);
  });
  const changed = (id: string) => differences(tables.get(id) as Observations, correct);

  it.each([...flaws])("the flaw $id", ({ id, fact, same = [] }) => {
    expect([fact, ...same].filter((one) => facts[one]?.observable !== "service")).toEqual([]);
    expect(changed(id)).not.toEqual([]);
  });

  it.each([...variants])("the variant $id", ({ id, gap }) => {
    expect(gaps).toHaveProperty([gap]);
    expect(changed(id)).toEqual([]);
  });
}
