/** From overlays to the contract of a deployment: what is refused, which gaps close, which settings follow. */

import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { applyOverlays, type OverlayFile } from "../../src/overlays/apply.ts";
import { marksIn } from "../../src/overlays/gaps.ts";
import type { Json } from "../support/json.ts";
import { read } from "../support/repository.ts";
import { asWrongType } from "../support/wrong-type.ts";
import { acme, exampleOverlays, overlay, updateAt } from "./example.ts";

const closedBy = (...overlays: OverlayFile[]) => applyOverlays(overlays).deployment.closed;
const DELIVERY = "$.operations.deliverClientWebhook['x-delivery']";
const OPERATION = { token: "$.paths['/oauth/v2/token'].post", list: "$.paths['/api/apps/{id}/app_webhooks'].get" };

/** Removes a mark wherever it is. */
const unmark = (gap: string) => ({ target: `$..['x-unspecified'][?@.id == '${gap}']`, remove: true });

describe("a template", () => {
  it.each(["openapi", "asyncapi"] as const)(
    "that is not filled in is refused, with each placeholder and its place: %s",
    (kind) => {
      const file = `spec/overlays/deployment.${kind}.yaml`;
      const data = parse(read(file));
      const words = [
        ...new Set(
          read(file)
            .replaceAll(/^\s*#.*$/gm, "")
            .match(/<[^<>\n]+>/g),
        ),
      ];
      expect(words.length).toBeGreaterThan(3);
      const error = catchError(() => applyOverlays([{ file, data }]));
      expect(error).toMatchObject({ name: "DocumentError", code: "overlay_placeholder" });
      for (const word of words) expect(error.message).toContain(word);
      expect(error.message).toMatch(/<Signature-Header> \(actions\[\d\]\.update\.name, and \d more\)/);
    },
  );

  it.each<[string, Json]>([
    ["a word", { info: { description: "About <scope>." } }],
    ["a name", { "x-<Signature-Header>": 1 }],
    ["a host", { info: { description: "See https://login.your-deployment.invalid/x." } }],
  ])("with one placeholder left is refused: %s", (_, update) => {
    expect(catchError(() => applyOverlays([overlay("openapi", [{ target: "$", update }])]))).toMatchObject({
      code: "overlay_placeholder",
    });
  });

  it("may use the placeholders of the description itself, Markdown, HTML, types and comparisons", () => {
    const update = {
      description: "Send <ACCESS_TOKEN>; see <https://acme.example/docs><br>. List<string>, a < b > c.",
    };
    const { openapi } = applyOverlays([overlay("openapi", [{ target: "$.info", update }])]);
    expect(openapi.info).toMatchObject(update);
  });
});

describe("an overlay of version 1.1", () => {
  const of = (version: string, action: Json): OverlayFile => {
    const data = { overlay: version, info: { title: "A", version: "1" }, actions: [action] };
    return { file: "some.openapi.yaml", data };
  };

  it("is read, also with the words of 1.0", () => {
    const { openapi } = applyOverlays([of("1.1.0", { target: "$.info", update: { title: "A" } })]);
    expect(openapi.info).toMatchObject({ title: "A" });
  });

  it("replaces a value that is neither an object nor a list", () => {
    const { openapi } = applyOverlays([of("1.1.0", { target: "$.info.title", update: "B" })]);
    expect(openapi.info).toMatchObject({ title: "B" });
  });

  it("copies one node, into objects and lists", () => {
    const from = "$.paths['/api/client_webhooks'].post.tags[0]";
    const { openapi } = applyOverlays([of("1.1.0", { target: "$.paths['/oauth/v2/token'].post.tags", copy: from })]);
    expect(openapi.paths).toHaveProperty(["/oauth/v2/token", "post", "tags", 1], "Client webhooks");
  });

  it.each<[cause: string, version: string, action: Json, code: string]>([
    ["matches nothing", "1.0.0", { target: "$.nothing", remove: true }, "overlay_target"],
    ["is not a JSONPath", "1.0.0", { target: "$.[", remove: true }, "overlay_path"],
    ["has no target", "1.0.0", { remove: true }, "overlay_action"],
    ["does nothing", "1.0.0", { target: "$.info" }, "overlay_action"],
    ["removes everything", "1.0.0", { target: "$", remove: true }, "overlay_action"],
    ["copies several nodes", "1.1.0", { target: "$.info", copy: "$.paths.*" }, "overlay_action"],
    ["copies nothing", "1.1.0", { target: "$.info", copy: "$.nothing" }, "overlay_target"],
    ["puts a text into an object", "1.0.0", { target: "$.info", update: "A" }, "overlay_value"],
    ["puts an object into a text", "1.1.0", { target: "$.info.title", update: { a: 1 } }, "overlay_value"],
    ["puts an empty list into a list", "1.0.0", { target: "$.servers", update: [] }, "overlay_value"],
    ["puts one below", "1.0.0", { target: "$", update: { tags: [] } }, "overlay_value"],
    ["has a word of 1.1", "1.0.0", { target: "$.info", copy: "$.info" }, "overlay_invalid"],
    ["is of another version", "2.0.0", { target: "$.info", remove: true }, "overlay_invalid"],
  ])("is refused by the cause: %s", (_, version, action, code) => {
    expect(catchError(() => applyOverlays([of(version, action)]))).toMatchObject({ code });
  });
});

it("overlays of the package have paths that other tools read: no lists of names, filters in parentheses", () => {
  const files = ["deployment", "example/acme", "example/refunds"].flatMap((name) =>
    ["openapi", "asyncapi"].map((kind) => read(`spec/overlays/${name}.${kind}.yaml`)),
  );
  const targets = files.flatMap((text) => [...text.matchAll(/target: (.*)/g)].map(([, target]) => target));
  expect(targets.filter((target) => /','|\[\?[^(]/.test(target ?? ""))).toEqual([]);
});

describe("what is refused", () => {
  const anything = [{ target: "$.info", update: { title: "A" } }];
  it.each(
    Object.entries<[OverlayFile[], string, string]>({
      "a name that says no document": [
        [{ ...overlay("openapi", anything), file: "acme.yaml" }],
        "overlay_invalid",
        "acme.yaml",
      ],
      "another version": [
        [{ file: "a.openapi.yaml", data: { overlay: "2.0.0", actions: anything } }],
        "overlay_invalid",
        "1.0.0",
      ],
      "no actions": [[overlay("openapi", [])], "overlay_invalid", "no actions"],
      "settings that are a list": [[overlay("openapi", anything, [1])], "overlay_invalid", "x-settings"],
      "an action that matches nothing": [
        [overlay("openapi", [...anything, { target: "$.nowhere", update: {} }])],
        "overlay_target",
        "actions[1]",
      ],
      "a reference to nothing": [
        [updateAt("openapi", "$.components.schemas.AppWebhookList", { $ref: "#/components/schemas/No" })],
        "document_reference",
        "No",
      ],
      "an unknown setting": [[overlay("openapi", anything, { tokenHeadr: "X" })], "profile_unknown_key", "tokenHeader"],
      "a setting of another type": [
        [overlay("openapi", anything, { codeLifetimeSeconds: "long" })],
        "profile_invalid",
        "codeLifetimeSeconds",
      ],
      "a value in the document that no service could take": [
        [updateAt("asyncapi", DELIVERY, { maxAttempts: 0 })],
        "profile_invalid",
        "maxAttempts",
      ],
      "a setting that contradicts the document": [
        [updateAt("asyncapi", DELIVERY, { maxAttempts: 3 }, { maxAttempts: 4 })],
        "overlay_result",
        "maxAttempts is 4",
      ],
      "a schema that changes in one document": [
        [updateAt("asyncapi", "$.components.schemas.CaseFileReference.properties.id", { minimum: 1 })],
        "overlay_result",
        "CaseFileReference",
      ],
      "a gap that closes in one document": [[overlay("asyncapi", [unmark("U-31")])], "overlay_result", "U-31"],
      "a gap that closes and leaves its settings open": [
        [overlay("openapi", [unmark("U-14")])],
        "overlay_setting",
        "codeLifetimeSeconds",
      ],
      "several gaps that close and leave their settings open": [
        [overlay("openapi", [unmark("U-14"), unmark("U-16")])],
        "overlay_setting",
        "; U-16 is closed",
      ],
      "a header whose name is not one": [rename("X Acme"), "overlay_result", "not the name of a header"],
      "a signature that no code of ours makes": [
        (["openapi", "asyncapi"] as const).map((kind) =>
          updateAt(kind, "$.components.securitySchemes.clientWebhookSignature", {
            "x-signature": { algorithm: "hmac-sha512" },
          }),
        ),
        "overlay_result",
        'algorithm "hmac-sha512"',
      ],
      "a base URL of another scheme": [
        [updateAt("openapi", "$.servers[0].variables.base_url", { default: "ftp://api.acme.example" })],
        "overlay_result",
        "not an http or https URL",
      ],
      "a misspelt rule of delivery": [
        [updateAt("asyncapi", DELIVERY, { maxAttemps: 3 })],
        "overlay_result",
        "maxAttemps, only recipients",
      ],
      "a misspelt word of an action": [
        [overlay("openapi", [asWrongType({ target: "$.info", update: { title: "A" }, remvoe: true })])],
        "overlay_invalid",
        "actions[0].remvoe",
      ],
    }),
  )("%s", (_, [overlays, code, says]) => {
    const error = catchError(() => applyOverlays(overlays));
    expect(error).toMatchObject({ code });
    expect(error.message).toContain(says);
  });
});

describe("a setting follows from", () => {
  const responses = (path: string, status: string) => [
    { target: `${path}.responses['2XX']`, remove: true },
    {
      target: `${path}.responses`,
      update: { [status]: { description: "Done.", content: { "application/json": { schema: {} } } } },
    },
  ];
  it.each(
    Object.entries<[OverlayFile, Json]>({
      "a status": [overlay("openapi", responses(OPERATION.list, "200")), { listStatus: 200 }],
      "the number of attempts": [updateAt("asyncapi", DELIVERY, { maxAttempts: 4 }), { maxAttempts: 4 }],
      "the pauses, kept as stated": [
        updateAt("asyncapi", DELIVERY, { backoff: [1, 2] }),
        { retryScheduleSeconds: [1, 2], retryJitter: 0 },
      ],
      "the time-out": [updateAt("asyncapi", DELIVERY, { timeoutSeconds: 7 }), { timeoutSeconds: 7 }],
      "the order": [updateAt("asyncapi", DELIVERY, { ordering: "webhook" }), { ordering: "webhook" }],
      redirects: [updateAt("asyncapi", DELIVERY, { redirects: true }), { followRedirects: true }],
      "the type of an id": [
        updateAt("openapi", `${OPERATION.list}.parameters[0].schema`, { type: "string" }),
        { appIdType: "string" },
      ],
      "a list in an envelope": [
        updateAt("openapi", "$.components.schemas.AppWebhookList", {
          type: "object",
          properties: { items: { type: "array" } },
        }),
        { listEnvelope: "items" },
      ],
      "a bare list": [
        updateAt("openapi", "$.components.schemas.AppWebhookList", { type: "array" }),
        { listEnvelope: null },
      ],
      "required members": [
        updateAt("openapi", "$.components.schemas.AppWebhookWrite", { required: ["app", "webhookUrl"] }),
        { appWebhookRequired: ["app", "webhookUrl"] },
      ],
      "a default": [
        updateAt("openapi", "$.components.schemas.AppWebhookWrite.properties.active", { default: false }),
        { activeDefault: false },
      ],
      "unique events": [
        updateAt("openapi", "$.components.schemas.ClientWebhookCreate.properties.events", { uniqueItems: true }),
        { repeatedEvents: "refuse" },
      ],
      "the media type of deliveries to Apps": [
        updateAt("asyncapi", "$.components.messages.appEvent", { contentType: "application/json; charset=utf-8" }),
        { appDeliveryMediaType: "application/json; charset=utf-8" },
      ],
      "transport errors of app deliveries": [
        updateAt("asyncapi", "$.operations.deliverAppWebhook['x-delivery'].byResponseHandlingType['1','2']", {
          transportError: false,
        }),
        { appTransportRetry: "never" },
      ],
      "x-settings": [overlay("openapi", [], { codeLifetimeSeconds: 30 }), { codeLifetimeSeconds: 30 }],
      "nothing, where the document says what it said": [updateAt("openapi", "$.info", { title: "A" }), {}],
    }),
  )("%s", (_, [given, settings]) => {
    expect(applyOverlays([given]).deployment.settings).toEqual(settings);
  });
});

describe("what is said otherwise than in the interface description", () => {
  const restatedBy = (kind: "openapi" | "asyncapi", ...actions: Json[]) =>
    applyOverlays([overlay(kind, actions)]).restated;

  it.each(
    Object.entries<["openapi" | "asyncapi", Json, string]>({
      "a bound": [
        "openapi",
        { target: "$.components.schemas.AppWebhookWrite.properties.events", update: { maxItems: 200 } },
        "components.schemas.AppWebhookWrite.properties.events.maxItems",
      ],
      "a list of values": [
        "openapi",
        { target: "$.components.schemas.ResponseHandlingType", update: { enum: [3] } },
        "components.schemas.ResponseHandlingType.enum",
      ],
      "a required member": [
        "openapi",
        { target: "$.components.schemas.ClientWebhookCreate.required", remove: true },
        "components.schemas.ClientWebhookCreate.required",
      ],
      "what is retried": [
        "asyncapi",
        { target: `${DELIVERY}.retryOn[1]`, remove: true },
        "operations.deliverClientWebhook.x-delivery.retryOn",
      ],
      "the method": [
        "asyncapi",
        { target: "$.operations.deliverClientWebhook.bindings.http", update: { method: "PUT" } },
        "operations.deliverClientWebhook.bindings.http.method",
      ],
      "security where there was none": [
        "openapi",
        { target: "$.webhooks.appWebhookDelivery.post", update: { security: [{ clientWebhookSignature: [] }] } },
        "webhooks.appWebhookDelivery.post.security",
      ],
    }),
  )("is told, without an open question beside it: %s", (_, [kind, action, place]) => {
    expect(restatedBy(kind, action)).toMatchObject([{ place, open: [] }]);
  });

  it("is told with its open question where it answers one", () => {
    const open = acme.restated.map(({ place, open: gaps }) => [place, gaps[0]]);
    expect(open).toEqual([
      ["paths./api/client_webhooks.post.responses.2XX.content.application/json", "N-4.3-02"],
      ["components.securitySchemes.accessToken.type", "A-12"],
      ["components.securitySchemes.accessToken.scheme", "N-5-03"],
    ]);
  });

  it("is told by what the keyword rests on, not by an open question beside it", () => {
    const action = { target: "$.components.schemas.PaymentSnapshot.properties.amount", update: { type: "string" } };
    const { restated } = applyOverlays([overlay("openapi", [action]), overlay("asyncapi", [action])]);
    expect(restated).toMatchObject([{ was: "integer", is: "string", open: [], facts: ["F-2.4-03"] }]);
  });

  it("is nothing where an overlay adds, states what was null, or takes a code for its range", () => {
    expect(restatedBy("asyncapi", { target: DELIVERY, update: { maxAttempts: 4 } })).toEqual([]);
    expect(
      restatedBy("openapi", { target: "$.components.schemas.ClientWebhookCreate", update: { properties: { a: {} } } }),
    ).toEqual([]);
  });
});

describe("a gap closes", () => {
  it("when all its settings are stated, and its mark goes by itself", () => {
    const { deployment, asyncapi } = applyOverlays([updateAt("asyncapi", DELIVERY, { maxAttempts: 4 })]);
    expect(deployment.closed).toEqual(["N-6.5-01"]);
    expect(marksIn(asyncapi)).not.toContain("N-6.5-01");
    expect(marksIn(asyncapi)).toContain("N-6.5-02");
  });

  it("not when some of them are open", () => {
    expect(closedBy(overlay("openapi", [], { codeLifetimeSeconds: 30, refreshRotation: true }))).toEqual([]);
  });

  it("when the mark is taken away, for what no service chooses", () => {
    const actions = [unmark("N-2.4-01")];
    expect(closedBy(overlay("openapi", actions), overlay("asyncapi", actions))).toEqual(["N-2.4-01"]);
  });

  it("with the one that it only repeats", () => {
    expect(closedBy(updateAt("asyncapi", DELIVERY, { timeoutSeconds: 7 }))).toEqual(["N-6.5-03", "N-8-03"]);
  });
});

describe("the worked example", () => {
  it("states what it says it states", () => {
    expect(acme.deployment).toMatchObject({
      title: "Acme Collections (an example)",
      baseUrl: "https://api.acme.example",
      authUrl: "https://login.acme.example",
      authorizationUrl: "https://login.acme.example/oauth/v2/approve",
      signature: { header: "X-Acme-Signature", algorithm: "hmac-sha256" },
      settings: {
        authorizationPath: "/oauth/v2/approve",
        tokenHeader: "X-Acme-Token",
        createClientWebhookStatus: 200,
        clientWebhookMediaType: "application/vnd.acme+json",
        listEnvelope: "webhooks",
        operationScopes: { createClientWebhook: ["webhooks.write"], listAppWebhooks: ["webhooks.read"] },
        retryScheduleSeconds: [60, 3600],
        authPort: "separate",
      },
    });
  });

  it("leaves no mark of a closed gap, and every other one", () => {
    const left = new Set([...marksIn(acme.openapi), ...marksIn(acme.asyncapi)]);
    const base = ["openapi", "asyncapi"].flatMap((kind) => [...marksIn(JSON.parse(read(`generated/${kind}.json`)))]);
    const { closed } = acme.deployment;
    expect(closed.length).toBeGreaterThan(15);
    expect([...left].sort()).toEqual([...new Set(base)].filter((gap) => !closed.includes(gap)).sort());
  });

  it("names the header of the deployment everywhere", () => {
    expect(JSON.stringify([acme.openapi, acme.asyncapi])).not.toContain("X-Service-Signature");
  });

  it("changes no overlay that it applies, and gives the same every time", () => {
    const given = exampleOverlays();
    const before = JSON.stringify(given);
    expect(applyOverlays(given)).toEqual(acme);
    expect(JSON.stringify(given)).toBe(before);
  });
});

/** Renames the signature header in all places but those that a test spoils. */
function rename(header: string): OverlayFile[] {
  return exampleOverlays().map(({ file, data }) => ({
    file,
    data: JSON.parse(JSON.stringify(data).replaceAll("X-Acme-Signature", header)),
  }));
}

function catchError(run: () => unknown): Error & { code?: string } {
  try {
    run();
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was refused");
}
