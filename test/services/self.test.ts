import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { read } from "../support/repository.ts";
import { LATER_FLAWS } from "./flaws/later.ts";
import { SUBTLE_FLAWS } from "./flaws/subtle.ts";
import { DOUBTFUL, FLAWS, FLAWS_OF } from "./flaws.ts";
import { type Observations, observe, type Part } from "./observe.ts";
import { ODD_VARIANTS } from "./odd.ts";
import { SWITCHES, type Switches, startService } from "./service.ts";
import { DOUBTFUL_VARIANTS, VARIANTS } from "./variants.ts";

const facts: Record<string, { observable: string }> = parse(read("spec/facts.yaml")).facts;
const gaps: Record<string, unknown> = parse(read("spec/unspecified.yaml")).gaps;
const all = [
  ...FLAWS,
  ...SUBTLE_FLAWS,
  ...LATER_FLAWS,
  ...VARIANTS,
  ...ODD_VARIANTS,
  ...DOUBTFUL,
  ...DOUBTFUL_VARIANTS,
];

/** Observable, and yet no service can be seen to break them: the reason. */
const WITHOUT_FLAW: Record<string, string> = {};

/** What shows the flaws of a group. */
const PARTS_OF: Record<keyof typeof FLAWS_OF, Part[]> = {
  tokens: ["tokens"],
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
};
const parts = new Map(
  Object.entries(FLAWS_OF).flatMap(([group, flaws]) =>
    flaws.map(({ id }) => [id, PARTS_OF[group as keyof typeof FLAWS_OF]]),
  ),
);

async function look(switches: Partial<Switches>, at?: readonly Part[]): Promise<Observations> {
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
function differences(table: Observations): string[] {
  const key = "unknown names";
  const isNamed = !(key in table) || table[key] === correct[key];
  return Object.keys(table).filter((one) => table[one] !== correct[one] && (isNamed || !/names/.test(one)));
}

let correct: Observations;
let tables: Map<string, Observations>;
beforeAll(async () => {
  correct = await look({});
  tables = await lookAt([...ONE_LOOK, ...VARIANTS]);
}, 300_000);
const table = (id: string) => tables.get(id) as Observations;

/** What shows only in a history is beyond one look at a service. */
const ONE_LOOK = FLAWS.filter(
  (flaw) =>
    ![FLAWS_OF.history, FLAWS_OF.outage, FLAWS_OF.wire, FLAWS_OF.answers, FLAWS_OF.beside].some((flaws) =>
      flaws.includes(flaw),
    ),
);

describe("the correct service", () => {
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
    expect(differences(await look({}))).toEqual([]);
  });
});

describe("flaws", () => {
  it("are many, each with a name of its own", () => {
    expect(FLAWS.length).toBeGreaterThan(110);
    expect(all.map(({ id }) => id).filter((id, i, ids) => ids.indexOf(id) !== i)).toEqual([]);
    expect(all.map(({ id }) => id).filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  it.each(ONE_LOOK)("$id", ({ id, fact, same = [] }) => {
    expect([fact, ...same].filter((one) => facts[one]?.observable !== "service")).toEqual([]);
    expect(differences(table(id))).not.toEqual([]);
  });

  it("cover what is observable at a service", () => {
    const broken = new Set(FLAWS.flatMap(({ fact, same = [] }) => [fact, ...same]));
    const observable = Object.keys(facts).filter((fact) => facts[fact]?.observable === "service");
    expect(observable.filter((fact) => !broken.has(fact))).toEqual(Object.keys(WITHOUT_FLAW));
  });
});

describe("variants", () => {
  it("are many", () => expect(VARIANTS.length).toBeGreaterThan(45));

  it.each(VARIANTS)("$id", ({ id, gap }) => {
    expect(gaps).toHaveProperty([gap]);
    expect(differences(table(id))).toEqual([]);
  });
});

describe("doubtful", () => {
  it.each([...DOUBTFUL, ...DOUBTFUL_VARIANTS])("$id starts", async ({ switches }) => {
    const driver = await startService(switches);
    expect(await driver.confirmPayment({ paidTo: "client", client: driver.clientIri })).toHaveProperty("id");
    await driver.stop();
  });

  it.each(DOUBTFUL)("$id", ({ rests }) => {
    expect(rests.filter((id) => !(id in facts) && !(id in gaps))).toEqual([]);
  });

  it.each(DOUBTFUL_VARIANTS)("$id", ({ gap }) => expect(gaps).toHaveProperty([gap]));
});

describe("switches", () => {
  it("are all turned by somebody", () => {
    const turned = new Set(all.flatMap(({ switches }) => Object.keys(switches)));
    expect(SWITCHES.filter((name) => !turned.has(name))).toEqual([]);
  });
});
