import { describe, expect, it } from "vitest";
import { type Change, diffContracts } from "../../src/diff/index.ts";
import type { Json } from "../support/json.ts";
import { read } from "../support/repository.ts";
import { type Outcome, ROWS } from "./changes.table.ts";
import { BASE, documents } from "./odd-parts.ts";

function readOutcome(changes: readonly Change[]): Outcome {
  const breaks = [...new Set(changes.flatMap((change) => change.breaks))].sort();
  if (breaks.length > 0) return `breaks ${breaks.join(", ")}` as Outcome;
  if (changes.some(({ verdict }) => verdict === "unclassified")) return "unclassified";
  if (changes.some(({ documentationOnly }) => !documentationOnly)) return "not breaking";
  return changes.length > 0 ? "documentation" : "nothing";
}
const told = (changes: readonly Change[]) =>
  changes.map(({ where, what, verdict }) => `${where}: ${what} (${verdict})`).join("\n");

const OLD = { openapi: documents("openapi", BASE["openapi"]), asyncapi: documents("asyncapi", BASE["asyncapi"]) };
/** Both sides of each row, and what changes from one to the other. */
const PAIRS = ROWS.map((row) => {
  const changed = structuredClone(BASE[row.document]);
  row.change(changed);
  const [old, fresh] = [OLD[row.document], documents(row.document, changed)];
  return { ...row, old, fresh, forth: diffContracts(old, fresh) };
});

describe("a change of the contract", () => {
  it.each(PAIRS.map((pair) => [`${pair.document}: ${pair.title}`, pair] as const))(
    "%s",
    (_, { old, fresh, forth, there, back }) => {
      expect(readOutcome(forth.changes), told(forth.changes)).toBe(there);
      const undone = diffContracts(fresh, old);
      expect(readOutcome(undone.changes), `undone:\n${told(undone.changes)}`).toBe(back);
    },
  );

  it.each([
    ["query", "breaks generatedClients, senders"],
    ["header", "nothing"],
  ])("in the letter case of a key in a %s: %s", (place, outcome) => {
    const withKey = (name: string) => {
      const document = structuredClone(BASE["openapi"]);
      document.components.securitySchemes.accessToken = { type: "apiKey", in: place, name };
      return documents("openapi", document);
    };
    expect(readOutcome(diffContracts(withKey("key"), withKey("Key")).changes)).toBe(outcome);
  });

  it("has at least 60 rows in both documents", () => {
    expect(ROWS.length).toBeGreaterThan(110);
    expect(new Set(ROWS.map(({ document, title }) => document + title)).size).toBe(ROWS.length);
  });
});

it("the same contract as OpenAPI 3.0 differs in what that format cannot say alone", () => {
  const older = documents("openapi", JSON.parse(read("generated/openapi-3.0.json")));
  const { changes } = diffContracts(documents("openapi", BASE["openapi"]), older);
  expect(changes.map(({ kind, where }) => `${kind}: ${where}`)).toEqual([
    "webhook.removed: webhook clientWebhookDelivery",
    "webhook.removed: webhook appWebhookDelivery",
    "scheme.removed: scheme clientWebhookSignature",
    "format: document",
    "gap.closed: U-18",
    "gap.closed: A-07",
    "documentation: document",
    "documentation: info",
  ]);
});

describe("every change", () => {
  const all = PAIRS.flatMap(({ forth }) => forth.changes);

  it("says in a sentence what it does to senders, receivers and generated clients", () => {
    for (const { effects, where, what, kind } of all) {
      expect(Object.keys(effects).sort()).toEqual(["generatedClients", "receivers", "senders"]);
      for (const text of [...Object.values(effects), what]) expect(text, `${kind} ${where}`).toMatch(/^\S.*[.]$/s);
    }
  });

  it("breaks somebody exactly if it is breaking, and says what that means for them", () => {
    for (const { breaks, verdict, effects, what } of all) {
      expect(breaks.length > 0, what).toBe(verdict === "breaking");
      for (const side of breaks) expect(effects[side], what).not.toBe("Not affected.");
    }
  });
});

describe("schemas that refer to each other", () => {
  const chain = (length: number, last: Json): Json => {
    const { "x-generated": _, ...document } = structuredClone(BASE["openapi"]);
    const { schemas } = document.components;
    for (let i = 0; i < length; i++)
      schemas[`Link${i}`] = { type: "object", properties: { next: { $ref: `#/components/schemas/Link${i + 1}` } } };
    schemas[`Link${length}`] = last;
    schemas.PaymentSnapshot.properties.chain = { $ref: "#/components/schemas/Link0" };
    return document;
  };

  const nested = (of: (next: Json) => Json): Json => {
    const document = chain(1, {});
    for (let i = 0; i < 5000; i++)
      document.components.schemas[`Link${i}`] = of({ $ref: `#/components/schemas/Link${i + 1}` });
    document.components.schemas.Link5000 = {};
    return document;
  };

  it("are followed to the end of a chain that is longer than the stack is deep", () => {
    const { changes } = diffContracts(
      documents("openapi", chain(5000, { type: "string" })),
      documents("openapi", chain(5000, { type: "integer" })),
    );
    expect(changes).toMatchObject([{ kind: "type", where: "Link5000", verdict: "breaking" }]);
  });

  it("are refused where allOf of one another is longer than the stack is deep", () => {
    const side = documents(
      "openapi",
      nested((next) => ({ allOf: [next] })),
    );
    expect(() => diffContracts(side, side)).toThrow(expect.objectContaining({ code: "document_too_large" }));
  });

  it("are compared where no rule knows the keyword that leads on, however deep", () => {
    const side = documents(
      "openapi",
      nested((next) => ({ not: next })),
    );
    expect(diffContracts(side, side).changes).toEqual([]);
    const changed = nested((next) => ({ not: next }));
    changed.components.schemas.Link5000 = { type: "string" };
    expect(diffContracts(side, documents("openapi", changed)).counts.unclassified).toBeGreaterThan(0);
  });

  it("may be part of themselves", () => {
    const itself = { $ref: "#/components/schemas/Link1" };
    const old = chain(1, { type: "object", allOf: [itself, itself], anyOf: [itself] });
    const fresh = chain(1, { type: "object", allOf: [itself, itself], anyOf: [itself], required: ["a"] });
    const { changes } = diffContracts(documents("openapi", old), documents("openapi", fresh));
    expect(changes).toMatchObject([{ kind: "member.required", where: "Link1.a", verdict: "not breaking" }]);
  });

  it.each(["patternProperties", "x-vendor"])("are compared with themselves where all lead to all: %s", (keyword) => {
    const names = Array.from({ length: 14 }, (_, i) => `Dense${i}`);
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]));
    const document = chain(1, { type: "object", [keyword]: properties });
    for (const name of names)
      document.components.schemas[name] = structuredClone({ type: "object", properties, [keyword]: properties });
    const side = documents("openapi", document);
    expect(diffContracts(side, side).changes).toEqual([]);
  });
});

it("a document of odd parts names the place of what is no object", () => {
  const odd = { ...BASE["openapi"], paths: { "/x": null } };
  expect(() => diffContracts(documents("openapi", odd), documents("openapi", odd))).toThrow(
    ", paths//x is not an object",
  );
});
