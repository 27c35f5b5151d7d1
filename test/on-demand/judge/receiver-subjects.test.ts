import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ARGUABLE, FLAWS, ONE_LOOK } from "../../receivers/flaws.ts";
import { type Observations, observe } from "../../receivers/observe.ts";
import { type Receiver, SWITCHES, startReceiver } from "../../receivers/receivers.ts";
import { RECEIVERS, startLanguage } from "../../receivers/start.ts";
import { LOOKING_ALIKE, VARIANTS } from "../../receivers/variants.ts";
import { read } from "../../support/repository.ts";

const facts: Record<string, { observable: string }> = parse(read("spec/facts.yaml")).facts;
const all = [...FLAWS, ...VARIANTS, ...ARGUABLE];

async function look(start: Promise<Receiver>): Promise<Observations> {
  const receiver = await start;
  try {
    return await observe(receiver);
  } finally {
    await receiver.stop();
  }
}

const tables = new Map<string, Observations>();
let correct: Observations;
beforeAll(async () => {
  correct = await look(startReceiver());
  const queue = [...ONE_LOOK, ...LOOKING_ALIKE];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      tables.set(next.id, await look(startReceiver(next.switches)));
    }
  };
  await Promise.all(Array.from({ length: 40 }, work));
}, 200_000);

describe("the correct receiver", () => {
  it("takes what is genuine, once, and no forgery", () => {
    const forged = Object.keys(correct).filter((label) => label.startsWith("forged"));
    expect(forged.filter((label) => correct[label] !== "0")).toEqual([]);
    expect(correct).toMatchObject({
      compact: "true 1",
      chunked: "true 1",
      large: "true 1",
      repeated: "1 1",
      "at once": "1",
    });
  });
});

describe("flaws", () => {
  it("are many, each with a name of its own", () => {
    expect(FLAWS.length).toBeGreaterThan(30);
    expect(all.map(({ id }) => id).filter((id, i, ids) => ids.indexOf(id) !== i)).toEqual([]);
  });

  it.each(ONE_LOOK)("$id", ({ id, fact, same = [] }) => {
    expect([fact, ...same].filter((one) => facts[one]?.observable !== "receiver")).toEqual([]);
    expect(tables.get(id)).not.toEqual(correct);
  });

  it("cover what is observable at a receiver", () => {
    const broken = new Set(ONE_LOOK.map(({ fact }) => fact));
    const observable = Object.keys(facts).filter((fact) => facts[fact]?.observable === "receiver");
    expect(observable.filter((fact) => !broken.has(fact))).toEqual([]);
  });
});

describe("variants", () => {
  it.each(LOOKING_ALIKE)("$id", ({ id }) => expect(tables.get(id)).toEqual(correct));
});

describe("switches", () => {
  it("are all turned by somebody", () => {
    const turned = new Set(all.flatMap(({ switches }) => Object.keys(switches)));
    expect(SWITCHES.filter((name) => !turned.has(name))).toEqual([]);
  });
});

describe("other languages", () => {
  it.for(RECEIVERS)("%s", { timeout: 120_000 }, async (language, { skip }) => {
    const receiver = await startLanguage(language);
    if (typeof receiver === "string") return skip(receiver);
    expect(await look(Promise.resolve(receiver))).toEqual(correct);
  });
});
