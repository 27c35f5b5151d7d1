/** What one look at a service of ours shows: a flaw changes the table of observations, and a legal oddity does not. */

import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { read } from "../support/repository.ts";
import { FLAWS, FLAWS_OF } from "./flaws.ts";
import { type Observations, observe, type Part } from "./observe.ts";
import { type Switches, startService } from "./service.ts";
import type { Variant } from "./variants.ts";

export const facts: Record<string, { observable: string }> = parse(read("spec/facts.yaml")).facts;
export const gaps: Record<string, unknown> = parse(read("spec/unspecified.yaml")).gaps;

/** What shows the flaws of a group. */
const PARTS_OF: Record<keyof typeof FLAWS_OF, Part[]> = {
  tokens: ["tokens"],
  exchanges: [],
  clientWebhooks: ["registration", "clientDeliveries"],
  appWebhooks: ["registration"],
  urls: ["urls"],
  deliveries: ["clientDeliveries"],
  recipients: ["clientDeliveries"],
  appDeliveries: ["appDeliveries"],
  history: [],
  outage: [],
  wire: [],
  answers: [],
  beside: [],
  rare: [],
  unusual: [],
  apart: [],
};
const parts = new Map(
  Object.entries(FLAWS_OF).flatMap(([group, flaws]) =>
    flaws.map(({ id }) => [id, PARTS_OF[group as keyof typeof FLAWS_OF]]),
  ),
);

export async function look(switches: Partial<Switches>, at?: readonly Part[]): Promise<Observations> {
  const driver = await startService(switches);
  try {
    return await observe(driver, at);
  } finally {
    await driver.stop();
  }
}

/** The observations of many services, a few at a time. */
async function lookAt(subjects: { id: string; switches: Partial<Switches> }[]): Promise<Map<string, Observations>> {
  const tables = new Map<string, Observations>();
  const queue = [...subjects];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      tables.set(next.id, await look(next.switches, parts.get(next.id)));
    }
  };
  await Promise.all(Array.from({ length: 24 }, work));
  return tables;
}

/** What a table has otherwise. Where unknown event names are refused (U-09), what needs them is not observed. */
export function differences(table: Observations, correct: Observations): string[] {
  const key = "unknown names";
  const isNamed = !(key in table) || table[key] === correct[key];
  return Object.keys(table).filter((one) => table[one] !== correct[one] && (isNamed || !/names/.test(one)));
}

/** What shows only in a history is beyond one look at a service. */
export const ONE_LOOK = FLAWS.filter(
  (flaw) =>
    ![
      ...[FLAWS_OF.history, FLAWS_OF.outage, FLAWS_OF.wire, FLAWS_OF.answers, FLAWS_OF.beside],
      ...[FLAWS_OF.rare, FLAWS_OF.unusual, FLAWS_OF.apart, FLAWS_OF.exchanges],
    ].some((flaws) => flaws.includes(flaw)),
);

type Flaw = (typeof FLAWS)[number];
const kindOf = (flaw: Flaw) => Object.values(FLAWS_OF).findIndex((flaws) => flaws.includes(flaw));

/** Whether `npm test` looks at this flaw. */
export const isFirstOfKind = (flaw: Flaw, i: number, flaws: readonly Flaw[]) =>
  flaws.findIndex((other) => kindOf(other) === kindOf(flaw)) === i;

/** Whether `npm test` looks at this variant. */
export const isFirstOfGap = ({ gap }: Variant, i: number, variants: readonly Variant[]) =>
  variants.findIndex((other) => other.gap === gap) === i;

/** Looks at a correct service, and at each of these: every flaw shows, and no variant does. */
export function showsEach(flaws: typeof FLAWS, variants: readonly Variant[]): void {
  let correct: Observations;
  let tables: Map<string, Observations>;
  beforeAll(async () => {
    correct = await look({});
    tables = await lookAt([...flaws, ...variants]);
  }, 300_000);
  const changed = (id: string) => differences(tables.get(id) as Observations, correct);

  describe("flaws", () => {
    it.each(flaws)("$id", ({ id, fact, same = [] }) => {
      expect([fact, ...same].filter((one) => facts[one]?.observable !== "service")).toEqual([]);
      expect(changed(id)).not.toEqual([]);
    });
  });

  describe("variants", () => {
    it.each([...variants])("$id", ({ id, gap }) => {
      expect(gaps).toHaveProperty([gap]);
      expect(changed(id)).toEqual([]);
    });
  });
}
