import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { at, type Json, pointerPath } from "../../scripts/check/source.ts";
import { read } from "../support/repository.ts";
import { ROWS } from "./fidelity.table.ts";

const documents: Json = {
  openapi: JSON.parse(read("generated/openapi.json")),
  asyncapi: JSON.parse(read("generated/asyncapi.json")),
};
const facts: Record<string, Json> = parse(read("spec/facts.yaml")).facts;

describe("every stated fact is in the documents", () => {
  it.each(ROWS.map((row) => [row.fact, row.at, row.is] as const))("%s  %s", (fact, pointer, is) => {
    const [name = "", path = ""] = pointer.split("#");
    const node = at(documents[name], pointerPath(path));
    expect(node, facts[fact].sentence).toBeDefined();
    if (typeof is === "function") expect(is(node), facts[fact].sentence).toBe(true);
    else if (is instanceof RegExp) expect(node).toMatch(is);
    else if (typeof is === "object") expect(node).toMatchObject(is);
    else expect(node).toBe(is);
  });

  it("has a row for every fact that the documents must carry, in each of them", () => {
    const wanted = Object.entries(facts).flatMap(([id, fact]) =>
      fact.in.filter((p: string) => p in documents).map((p: string) => `${id} ${p}`),
    );
    const proven = new Set(ROWS.map(({ fact, at }) => `${fact} ${at.split("#")[0]}`));
    expect([...proven].sort()).toEqual(wanted.sort());
  });

  it("names the same places as spec/facts.yaml", () => {
    const rows = [...new Set(ROWS.map(({ fact, at }) => `${fact} ${at}`))].sort();
    const expressed = Object.entries(facts).flatMap(([id, fact]) =>
      (fact.expressed ?? []).map((pointer: string) => `${id} ${pointer}`),
    );
    expect(expressed.sort()).toEqual(rows);
  });
});

describe("nothing else is in the documents", () => {
  it("has the four operations that are stated, and two deliveries", () => {
    const of = (section: Json) =>
      Object.entries<Json>(section).flatMap(([path, item]) =>
        ["get", "put", "post", "delete", "patch"].filter((m) => item[m]).map((m) => `${m} ${path}`),
      );
    expect(of(documents.openapi.paths)).toEqual([
      "post /oauth/v2/token",
      "post /api/client_webhooks",
      "get /api/apps/{id}/app_webhooks",
      "post /api/app_webhooks",
    ]);
    expect(of(documents.openapi.webhooks)).toEqual(["post clientWebhookDelivery", "post appWebhookDelivery"]);
    expect(Object.keys(documents.asyncapi.operations)).toEqual(["deliverClientWebhook", "deliverAppWebhook"]);
  });

  it("speaks of no unit of the amount and of no currency", () => {
    const stated = JSON.stringify(documents, (key, value) => (key === "x-unspecified" ? undefined : value));
    expect(stated).not.toMatch(/\bcents?\b|minor unit|\bEUR\b|\bUSD\b|currency/i);
  });

  it("names no state of a payment but confirmed, and no value of paidTo but client", () => {
    expect(JSON.stringify(documents)).not.toMatch(/"(agency|pending|cancelled|refunded)"/);
  });

  it("bounds the events of app webhooks only from above (A-03)", () => {
    const bounded = Object.entries<Json>(documents.openapi.components.schemas).filter(([, s]) =>
      JSON.stringify(s).includes("maxItems"),
    );
    expect(bounded.map(([name]) => name).sort()).toEqual(["AppWebhook", "AppWebhookWrite"]);
  });
});
