/** Answers of a deployment, one by one and all together: what they close, and where they stand. */

import { describe, expect, it } from "vitest";
import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import asyncapi from "../../generated/asyncapi.json" with { type: "json" };
import openapi from "../../generated/openapi.json" with { type: "json" };
import { DEFAULT_PROFILE, PROFILE_KEYS, type Profile } from "../../generated/profile.ts";
import { ONBOARDING } from "../../generated/workflow.ts";
import { applyOverlays } from "../../src/overlays/apply.ts";
import { renderFolder } from "../../src/overlays/folder.ts";
import { marksIn } from "../../src/overlays/gaps.ts";
import type { Json } from "../support/json.ts";
import { completeFacts, FILE } from "./complete.ts";

const GAPS: Readonly<Record<string, { says?: readonly string[]; assume: string }>> = ASSUMPTIONS;
const apply = (facts: Json) => applyOverlays([{ file: FILE, data: { title: "Acme", ...facts } }]);
const refused = (code: string, says: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(says) });

/** The texts of a document that people read, without the marks. */
const toText = (document: object): string =>
  JSON.stringify(document, (name, value) => (name === "x-unspecified" ? undefined : value));

describe("an answer in words", () => {
  it.each(Object.keys(GAPS))("closes its gap, and those that repeat it, in both documents: %s", (gap) => {
    const keys = (Object.keys(PROFILE_KEYS) as (keyof Profile)[]).filter((key) => PROFILE_KEYS[key].gap === gap);
    const settings = Object.fromEntries(keys.map((key) => [key, DEFAULT_PROFILE[key]]));
    const made = apply({ answers: { [gap]: `So it is with ${gap}` }, settings });
    expect(made.deployment.closed).toContain(gap);
    for (const [one, document, base] of [
      ["openapi", made.openapi, openapi],
      ["asyncapi", made.asyncapi, asyncapi],
    ] as const) {
      const marked = marksIn(base as Json);
      expect(marksIn(document), one).toEqual(new Set([...marked].filter((id) => !made.deployment.closed.includes(id))));
      expect(toText(document).includes(`So it is with ${gap}.`), one).toBe(marked.has(gap));
    }
    const others = made.deployment.closed.filter((id) => id !== gap);
    expect(others.every((id) => GAPS[id]?.assume.toLowerCase().includes(`as for ${gap.toLowerCase()}`))).toBe(true);
    expect(made.restated).toEqual([]);
  });

  it("needs the settings that the gap decides, so that the sandbox does not choose against it", () => {
    const answers = { "U-34": "Hosts are resolved." };
    expect(() => apply({ answers })).toThrow(refused("overlay_setting", "webhookUrlUserinfo"));
    expect(apply({ answers, settings: { webhookUrlUserinfo: "accept" } }).deployment.answers).toEqual(answers);
  });

  it.each(
    Object.entries<[Json, string, string]>({
      "a gap that does not exist": [{ answers: { "U-99": "Yes." } }, "facts_unknown", "answers.U-99"],
      "no words": [{ answers: { "U-31": " " } }, "facts_invalid", "answers.U-31 must be a sentence"],
      "what a member says": [
        { answers: { "U-31": "Euros." }, amount: { currency: "EUR" } },
        "facts_invalid",
        "write it once",
      ],
      "a setting that a member says": [
        { secret: { format: "hex", bytes: 32 }, settings: { secretBytes: 24 } },
        "facts_invalid",
        "settings.secretBytes is what secret says",
      ],
      "a currency that is a word": [
        { amount: { currency: "euro" } },
        "facts_invalid",
        "a code of ISO 4217 such as EUR",
      ],
      "an item without a method": [{ clientWebhookItem: { path: "/x/{id}" } }, "facts_invalid", "clientWebhookItem"],
    }),
  )("is refused: %s", (_, [facts, code, says]) => {
    expect(() => apply(facts)).toThrow(refused(code, says));
  });
});

describe("what money depends on", () => {
  const applyAmount = (facts: Json) => {
    const { openapi: made, deployment } = apply({ amount: facts });
    const { description, properties } = (made as Json).components.schemas.PaymentSnapshot;
    return { text: `${description} ${properties.amount.description}`, closed: deployment.closed };
  };

  it("says the unit and the currency where the amount is, each by itself", () => {
    const both = applyAmount({ unit: "cents", currency: "EUR" });
    expect(both.closed).toEqual(["N-2.4-01", "U-31"]);
    expect(both.text).toContain("The amount of the payment. The unit is cents, the currency EUR.");
    expect(applyAmount({ unit: "cents" }).text).toMatch(/The amount of the payment\. The unit is cents\.$/);
    const currency = applyAmount({ currency: "SEK" });
    expect(currency.text).toMatch(/currency of `amount` is SEK.*Its unit is not stated/);
    expect(currency.closed).toEqual(["U-31"]);
  });

  it("has each rule of deliveries in both operations, whether it comes as a member or as a setting", () => {
    const rules = (facts: Json) => {
      const { operations } = apply(facts).asyncapi as Json;
      const of = (id: string) => operations[id]["x-delivery"];
      expect(of("deliverAppWebhook").ordering).toBe(of("deliverClientWebhook").ordering);
      return of("deliverAppWebhook");
    };
    expect(rules({ deliveries: { ordering: "webhook", redirects: true } })).toMatchObject({
      ...{ ordering: "webhook", redirects: true, maxAttempts: null },
    });
    const settings = { followRedirects: true, retryScheduleSeconds: [1, 2], ordering: "none" };
    expect(rules({ settings })).toMatchObject({ redirects: true, backoff: [1, 2], ordering: "none" });
  });

  it.each(["never", "waiting", "always"])("says whether errors in transport are retried: %s", (appTransportRetry) => {
    const { asyncapi: made, deployment } = apply({ settings: { appTransportRetry } });
    const types = (made as Json).operations.deliverAppWebhook["x-delivery"].byResponseHandlingType;
    expect([types[1].transportError, types[2].transportError]).toEqual([
      appTransportRetry === "always",
      appTransportRetry !== "never",
    ]);
    expect(deployment).toMatchObject({ settings: { appTransportRetry }, closed: ["U-28"] });
  });

  it("gives the sandbox the form of the secret", () => {
    const { deployment } = apply({ secret: { format: "base64url", bytes: 24 } });
    expect(deployment.settings).toEqual({ secretFormat: "base64url", secretBytes: 24, secretPrefix: "" });
    expect(deployment.closed).toEqual(["U-20"]);
  });

  it("declares the methods of client webhooks that exist, with their scopes, and no other", () => {
    const hosts = { api: "https://api.acme.example", login: "https://login.acme.example" };
    const scopes = { all: { allows: "All.", operations: ["listClientWebhooks", "deleteClientWebhook"] } };
    const facts = { hosts, authorization: { host: "login", path: "/approve" }, scopes };
    const item = { path: "/api/client_webhooks/{id}", list: "get", delete: "delete" };
    const { openapi: made, deployment } = apply({ ...facts, clientWebhookItem: item });
    const { paths } = made as Json;
    expect(Object.keys(paths[item.path])).toEqual(["delete"]);
    expect(paths[item.path].delete.security).toEqual([{ accessToken: ["all"] }]);
    expect(paths["/api/client_webhooks"]).toMatchObject({ get: { operationId: "listClientWebhooks" }, post: {} });
    expect(deployment.closed).toContain("N-4.3-01");
    expect(() => apply({ ...facts, clientWebhookItem: { path: item.path, read: "get" } })).toThrow(
      refused("facts_invalid", "operations has listClientWebhooks, and clientWebhookItem does not have it"),
    );
  });
});

it("every answer leaves no mark, no rule without a value, and no sentence that says that something is open", () => {
  const made = apply(completeFacts());
  expect(made.deployment.closed).toEqual(Object.keys(GAPS));
  expect(made.restated.filter(({ open }) => open.length === 0)).toEqual([]);
  const workflow = JSON.parse(renderFolder(made).get("codegen/onboarding.arazzo.json") ?? "");
  expect(workflow.workflows).toHaveLength(1);
  for (const document of [made.openapi, made.asyncapi, workflow]) {
    expect(marksIn(document)).toEqual(new Set());
    expect(JSON.stringify(document)).not.toMatch(/not stated|not specified|x-unspecified|neutral placeholder|assume/i);
    expect(JSON.stringify(document)).not.toMatch(/"(?:maxAttempts|transportError|redirects)":null/);
  }
});

describe("the sentences that say that a gap is open", () => {
  const texts = [toText(openapi), toText(asyncapi), toText(ONBOARDING)].join("\n");
  const known = Object.values(GAPS).flatMap(({ says = [] }) => says);

  it("stand in the documents as they stand in the list", () => {
    expect(known.filter((sentence) => !texts.includes(JSON.stringify(sentence).slice(1, -1)))).toEqual([]);
  });
  it("are all in the list", () => {
    const left = known.reduce((rest, sentence) => rest.replaceAll(JSON.stringify(sentence).slice(1, -1), ""), texts);
    expect(left.match(/[^.]*(?:is|are) not stated[^.]*\./g) ?? []).toEqual([]);
  });
});
