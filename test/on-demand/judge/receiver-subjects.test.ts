/** The flawed and the legal receivers: each with a name of its own, for facts that show at a receiver. */

import { expect, it } from "vitest";
import { FACTS } from "../../../generated/facts.ts";
import { ARGUABLE, FLAWS, ONE_LOOK } from "../../receivers/flaws.ts";
import { SWITCHES } from "../../receivers/receivers.ts";
import { VARIANTS } from "../../receivers/variants.ts";

const all = [...FLAWS, ...VARIANTS, ...ARGUABLE];
const observable = Object.entries(FACTS).flatMap(([id, fact]) => (fact.observable === "receiver" ? [id] : []));

it("have names of their own", () => {
  expect(FLAWS.length).toBeGreaterThan(30);
  expect(all.map(({ id }) => id).filter((id, i, ids) => ids.indexOf(id) !== i)).toEqual([]);
});

it("break what is observable at a receiver, and each such fact", () => {
  const broken = new Set(ONE_LOOK.flatMap(({ fact, same = [] }) => [fact, ...same]));
  expect([...broken].filter((fact) => !observable.includes(fact))).toEqual([]);
  const told = new Set(ONE_LOOK.map(({ fact }) => fact));
  expect(observable.filter((fact) => !told.has(fact))).toEqual([]);
});

it("turn every switch", () => {
  const turned = new Set(all.flatMap(({ switches }) => Object.keys(switches)));
  expect(SWITCHES.filter((name) => !turned.has(name))).toEqual([]);
});
