/**
 * What the models of other languages are made from: every member of the payload schemas, and no schema that would lose
 * something.
 */

import { describe, expect, it } from "vitest";
import payloads from "../../generated/languages/payloads.json" with { type: "json" };
import { loadInputs, schemaData } from "../../scripts/check/inputs.ts";
import { renderPayloads } from "../../scripts/generate/payloads.ts";
import { modelsOf, PAYLOADS } from "../../src/languages/models.ts";
import { root } from "../support/repository.ts";

const inputs = loadInputs(root);
const schemas = schemaData(inputs);
const models = modelsOf(schemas);

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

  it("refuse a payload that is not an object", () => {
    expect(() => modelsOf(new Map([...schemas, ["AppDelivery", { type: "string" }]]))).toThrow("AppDelivery");
  });

  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const inner = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };
  it.each(
    Object.entries<[property: object | true, type: object, required: boolean]>({
      "a number": [{ type: "number" }, { kind: "number" }, true],
      "a nullable text": [{ type: ["string", "null"] }, { kind: "string" }, false],
      "a nullable reference": [{ oneOf: [ref("Inner"), { type: "null" }] }, { kind: "model", name: "Inner" }, false],
      "a reference with a sentence": [
        { allOf: [ref("Inner")], description: "x" },
        { kind: "model", name: "Inner" },
        true,
      ],
      "an inline object": [inner, { kind: "model", name: "AppDeliveryOdd" }, true],
      "an object without a type": [{ properties: inner.properties }, { kind: "model", name: "AppDeliveryOdd" }, true],
      "two objects together": [{ allOf: [ref("Inner"), inner] }, { kind: "model", name: "AppDeliveryOdd" }, true],
      "a map": [
        { type: "object", additionalProperties: { type: "number" } },
        { kind: "map", of: { kind: "number" } },
        true,
      ],
      "a free object": [{ type: "object" }, { kind: "map", of: { kind: "any" } }, true],
      "a named map": [ref("Named"), { kind: "map", of: { kind: "list", of: { kind: "string" } } }, true],
      "a list of objects": [
        { type: "array", items: inner },
        { kind: "list", of: { kind: "model", name: "AppDeliveryOdd" } },
        true,
      ],
      "a list of lists": [
        { type: "array", items: { type: "array", items: {} } },
        { kind: "list", of: { kind: "list", of: { kind: "any" } } },
        true,
      ],
      "a list of what may be null": [
        { items: { type: ["string", "null"] } },
        { kind: "list", of: { kind: "any" } },
        true,
      ],
      "an enum": [{ enum: ["a", "b"] }, { kind: "string" }, true],
      "an enum with null": [{ enum: ["a", null] }, { kind: "string" }, false],
      "a constant": [{ const: 1 }, { kind: "integer" }, true],
      "an open enum": [{ anyOf: [{ enum: ["a"] }, { type: "string" }] }, { kind: "string" }, true],
      "integers and numbers": [{ type: ["integer", "number"] }, { kind: "number" }, true],
      "a union": [{ oneOf: [{ type: "string" }, { type: "integer" }] }, { kind: "any" }, false],
      "a union of objects": [{ oneOf: [ref("Inner"), inner] }, { kind: "any" }, false],
      "groups of required members": [
        { ...inner, anyOf: [{ required: ["n"] }, {}] },
        { kind: "model", name: "AppDeliveryOdd" },
        true,
      ],
      anything: [true, { kind: "any" }, false],
      itself: [ref("AppDelivery"), { kind: "model", name: "AppDelivery", later: true }, true],
      "a map of itself": [ref("Endless"), { kind: "map" }, true],
    }),
  )("express %s", (_, [property, type, required]) => {
    const added = {
      Inner: inner,
      Named: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
      Endless: { type: "object", additionalProperties: ref("Endless") },
      AppDelivery: { type: "object", required: ["odd"], properties: { odd: property } },
    };
    const made = modelsOf(new Map([...schemas, ...Object.entries(added)]));
    const [odd] = made.find(({ name }) => name === "AppDelivery")?.members ?? [];
    expect(odd).toMatchObject({ type, required });
    const order = made.map(({ name }) => name);
    if (odd?.type.kind === "model")
      expect(order.indexOf(odd.type.name)).toBeLessThanOrEqual(order.indexOf("AppDelivery"));
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
