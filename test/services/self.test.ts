/**
 * The services that the judge is judged by are what their tables say. What a look at each shows:
 * test/on-demand/judge/subjects.test.ts.
 */

import { beforeAll, describe, expect, it } from "vitest";
import { ARGUABLE, FLAWS } from "./flaws.ts";
import { differences, facts, gaps, look } from "./look.ts";
import type { Observations } from "./observe.ts";
import { SWITCHES, startService } from "./service.ts";
import { ARGUABLE_VARIANTS, VARIANTS } from "./variants.ts";

const all = [...FLAWS, ...VARIANTS, ...ARGUABLE, ...ARGUABLE_VARIANTS];

/** Observable, and yet no service can be seen to break them: the reason. */
const WITHOUT_FLAW: Record<string, string> = {};

describe("the correct service", () => {
  let correct: Observations;
  beforeAll(async () => {
    correct = await look({});
  });

  it("does what a service does", () => {
    expect(correct).toMatchObject({
      "token: status": "true",
      "client: created": "true true",
      "client: name missing": "false",
      "url: http": "true true",
      "url: localhost": "false false",
      "names: 100 events": "true",
      "names: 101 events": "false",
      "confirmed: 200": "POST application/json signed object wrong: ",
      "confirmed: inactive": "nothing",
      "names: confirmed: unlisted": "nothing",
      retried: "404 true,500 true,503 true,302 true,reset true",
      "app: 1 200": "POST true unsigned",
      "app: retried 1": "false,false,false",
      "app: retried 2": "true,true,true",
    });
  });

  it("does the same each time", async () => {
    expect(differences(await look({}), correct)).toEqual([]);
  });
});

describe("flaws", () => {
  it("are many, each with a name of its own", () => {
    expect(FLAWS.length).toBeGreaterThan(550);
    expect(all.map(({ id }) => id).filter((id, i, ids) => ids.indexOf(id) !== i)).toEqual([]);
    expect(all.map(({ id }) => id).filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  it("cover what is observable at a service", () => {
    const broken = new Set(FLAWS.flatMap(({ fact, same = [] }) => [fact, ...same]));
    const observable = Object.keys(facts).filter((fact) => facts[fact]?.observable === "service");
    expect(observable.filter((fact) => !broken.has(fact))).toEqual(Object.keys(WITHOUT_FLAW));
  });
});

it("there are many variants", () => expect(VARIANTS.length).toBeGreaterThan(200));

describe("arguable", () => {
  it.each([...ARGUABLE, ...ARGUABLE_VARIANTS])("$id starts", async ({ switches }) => {
    const driver = await startService(switches);
    expect(await driver.confirmPayment({ paidTo: "client", client: driver.clientIri })).toHaveProperty("id");
    await driver.stop();
  });

  it.each(ARGUABLE)("$id", ({ rests }) => {
    expect(rests.filter((id) => !(id in facts) && !(id in gaps))).toEqual([]);
  });

  it.each(ARGUABLE_VARIANTS)("$id", ({ gap }) => expect(gaps).toHaveProperty([gap]));
});

it("switches are all turned by somebody", () => {
  const turned = new Set(all.flatMap(({ switches }) => Object.keys(switches)));
  expect(SWITCHES.filter((name) => !turned.has(name))).toEqual([]);
});
