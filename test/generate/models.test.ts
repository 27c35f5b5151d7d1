/**
 * What the models of other languages are made from: every member of the payload schemas, and no schema that would lose
 * something.
 */

import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import payloads from "../../generated/languages/payloads.json" with { type: "json" };
import { schemaData } from "../../scripts/check/inputs.ts";
import { checkInputs } from "../../scripts/check.ts";
import { renderPayloads } from "../../scripts/generate/payloads.ts";
import type { Schemas } from "../../scripts/generate/schemas.ts";
import { type Model, modelsOf, PAYLOADS } from "../../src/languages/models.ts";

const root = join(import.meta.dirname, "../..");
let schemas: Schemas;
let models: Model[];
let inputs: Awaited<ReturnType<typeof checkInputs>>["inputs"];
beforeAll(async () => {
  ({ inputs } = await checkInputs(root));
  schemas = schemaData(inputs);
  models = modelsOf(schemas);
});

describe("models", () => {
  it("are made of every payload, with every member under its name", () => {
    expect(PAYLOADS.filter((name) => !models.some((model) => model.name === name))).toEqual([]);
    for (const { name, members } of models)
      expect(members.map(({ json }) => json)).toEqual(Object.keys(schemas.get(name).properties));
  });

  it("know which members are secret, and that a receiver needs only two", () => {
    const marked = (of: "secret" | "required", name: string) =>
      models
        .find((model) => model.name === name)
        ?.members.filter((member) => member[of])
        .map(({ json }) => json);
    expect(marked("secret", "ClientWebhook")).toEqual(["secret"]);
    expect(marked("secret", "TokenResponse")).toEqual(["access_token", "refresh_token"]);
    expect(marked("secret", "PaymentSnapshot")).toEqual([]);
    expect(marked("required", "PaymentSnapshot")).toEqual(["@event", "id"]);
  });

  it("cut names into words", () => {
    const words = models.flatMap(({ members }) => members.map((member) => [member.json, member.words.join(" ")]));
    expect(Object.fromEntries(words)).toMatchObject({
      "@event": "event",
      responseHandlingType: "response handling type",
      access_token: "access token",
    });
  });

  it("refuse a type that they cannot express", () => {
    const with_ = (property: object) =>
      new Map([...schemas, ["AppDelivery", { type: "object", properties: { odd: property } }]]);
    expect(() => modelsOf(with_({ type: "number" }))).toThrow("AppDelivery.odd");
    expect(() => modelsOf(with_({ type: ["string", "null"] }))).toThrow("AppDelivery.odd");
    expect(() => modelsOf(new Map([...schemas, ["AppDelivery", { type: "string" }]]))).toThrow("AppDelivery");
  });
});

describe("payloads", () => {
  it("have a verdict on every fixture of a model", () => {
    const fixtures = inputs.fixtures
      .map(({ file }) => file.split("/"))
      .filter(([, , schema]) => models.some(({ name }) => name === schema));
    const others = payloads.cases.filter(({ id }) => !id.includes("/id-rounded-"));
    expect([others.length, payloads.cases.length]).toEqual([fixtures.length, fixtures.length + 5]);
    expect(new Set(payloads.cases.map(({ verdict }) => verdict))).toEqual(new Set(["taken", "refused", "exact"]));
  });

  it.each([
    ["PaymentSnapshot/complete", "taken", true],
    ["PaymentSnapshot/missing-amount", "taken", true],
    ["PaymentSnapshot/amount-null", "taken", false],
    ["PaymentSnapshot/id-beyond-53-bits", "taken", true],
    ["PaymentSnapshot/id-null", "refused", false],
    ["PaymentSnapshot/amount-fraction", "refused", false],
    ["PaymentSnapshot/id-rounded-4503599627370496.5", "refused", false],
    ["PaymentSnapshot/id-rounded-1e-400", "refused", false],
    ["PaymentSnapshot/case-file-id-as-text", "refused", false],
    ["CaseFileReference/id-beyond-64-bits", "exact", true],
    ["CaseFileReference/id-with-exponent", "exact", true],
    ["TokenResponse/missing-refresh-token", "refused", false],
  ])("%s is %s", (id, verdict, survives) => {
    expect(payloads.cases.find((one) => one.id === id)).toMatchObject({ verdict, survives });
  });

  it("refuse models that would refuse a valid payload", () => {
    const narrower = models.map((model) =>
      model.name === "AppDelivery"
        ? { ...model, members: model.members.map((member) => ({ ...member, type: { kind: "integer" as const } })) }
        : model,
    );
    expect(() => renderPayloads(inputs, narrower)).toThrow("the model would refuse it");
  });
});
