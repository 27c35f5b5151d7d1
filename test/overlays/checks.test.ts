/** The checks of a result err in neither direction: names that people choose are free, what contradicts is refused. */

import { describe, expect, it } from "vitest";
import { applyOverlays, type OverlayFile } from "../../src/overlays/apply.ts";
import type { Json } from "../support/json.ts";
import { exampleOverlays, overlay, updateAt } from "./example.ts";

/** The example with a text replaced, in one of its overlays or in both. */
const changed = (from: string, to: string, only = /./): OverlayFile[] =>
  exampleOverlays().map(({ file, data }) =>
    only.test(file) ? { file, data: JSON.parse(JSON.stringify(data).replaceAll(from, to)) as Json } : { file, data },
  );
const refused = (files: OverlayFile[], text: RegExp) => {
  expect(() => applyOverlays(files)).toThrow(
    expect.objectContaining({ code: "overlay_result", message: expect.stringMatching(text) }),
  );
};

describe("scopes", () => {
  it.each(["webhooks", "paths", "parameters", "responses", "content", "servers", "get", "info"])(
    "may have any name: %s",
    (name) => {
      const { settings } = applyOverlays(changed("webhooks.read", name)).deployment;
      expect(settings.operationScopes?.["listAppWebhooks"]).toEqual([name]);
    },
  );

  it("that an operation needs have to be declared, wherever it says so", () => {
    const typo = [
      { target: "$.paths['/api/client_webhooks'].post.security[*].accessToken", update: ["webhooks.rite"] },
    ];
    refused(
      [...exampleOverlays(), overlay("openapi", typo)],
      /POST \/api\/client_webhooks needs the scope "webhooks\.rite"/,
    );
    const top = [{ target: "$", update: { security: [{ accessToken: ["webhooks.rite"] }] } }];
    refused([...exampleOverlays(), overlay("openapi", top)], /the whole document needs the scope "webhooks\.rite"/);
  });
});

describe("the signature header", () => {
  const headers = "$.components.messages.paymentConfirmed.headers";
  const places: [string, Json[]][] = [
    ["is required under another name", [{ target: headers, update: { required: ["X-Acme-Sig"] } }]],
    [
      "is declared under another name",
      [
        { target: `${headers}.properties['X-Acme-Signature']`, remove: true },
        { target: `${headers}.properties`, update: { "X-Acme-Sig": { type: "string" } } },
      ],
    ],
  ];
  it.each(places)("that %s is refused", (_, actions) => {
    refused([...exampleOverlays(), overlay("asyncapi", actions)], /paymentConfirmed/);
  });

  it("that differs between the documents, or between scheme and parameter, is refused", () => {
    refused(changed("X-Acme-Signature", "X-Other-Signature", /asyncapi/), /x-signature is not the same/);
    const parameter = [{ target: "$.components.parameters.Signature", update: { name: "X-Other" } }];
    refused([...exampleOverlays(), overlay("openapi", parameter)], /parameter Signature/);
  });
});

describe("an example", () => {
  const schema = (name: string, more: Json) => ({ target: "$.components.schemas", update: { [name]: more } });
  const both = (action: Json) => [overlay("openapi", [action]), overlay("asyncapi", [action])];
  const ofSchema = (more: Json) => both(schema("Refund", more));
  const item = { type: "integer", minimum: 1 };

  it.each(
    Object.entries<[files: OverlayFile[], says: RegExp]>({
      "another type": [
        ofSchema({ type: "integer", examples: [1, "2"] }),
        /openapi: the example components\.schemas\.Refund\.examples\.1 .*a string, not integer; asyncapi: /,
      ],
      "no stated value": [ofSchema({ enum: ["a"], examples: ["b"] }), /none of the stated values/],
      "another pattern": [ofSchema({ type: "string", pattern: "^A", examples: ["b"] }), /the pattern \^A/],
      "another size": [ofSchema({ type: "string", maxLength: 2, examples: ["abc"] }), /maxLength 2/],
      "too low a number": [ofSchema({ type: "array", items: item, examples: [[1, 0]] }), /\/1 does not keep minimum 1/],
      "another type in a member that is called example": [
        ofSchema({ type: "object", properties: { example: { type: "boolean", example: 1 } } }),
        /Refund\.properties\.example\.example contradicts/,
      ],
      "a member of another type, by reference": [
        ofSchema({ $ref: "#/components/schemas/CaseFileReference", examples: [{ id: "7" }] }),
        /\/id is a string/,
      ],
      "no required member, in a body": [
        [
          overlay("openapi", [
            {
              target: "$.paths['/api/client_webhooks'].post.requestBody.content['application/json']",
              update: { examples: { mine: { value: { url: "https://hooks.example.com/" } } } },
            },
          ]),
        ],
        /requestBody\.content\.application\/json\.examples\.mine\.value contradicts its schema: \/\w+ is missing/,
      ],
      "another type, in a message": [
        [
          updateAt("asyncapi", "$.components.messages.paymentConfirmed.examples", {
            name: "mine",
            payload: { "@event": 1 },
          }),
        ],
        /paymentConfirmed\.examples\.\d\.payload contradicts/,
      ],
    }),
  )("that contradicts its schema is refused with its place: %s", (_, [files, says]) => refused(files, says));

  it.each<[kind: string, files: OverlayFile[]]>([
    ["that keeps it", ofSchema({ type: ["string", "null"], pattern: "^A", examples: ["A", null] })],
    ["of a schema that holds itself", ofSchema({ allOf: [{ $ref: "#/components/schemas/Refund" }], examples: [1] })],
    [
      "of the interface description, where a member is added that is required",
      both({
        target: "$.components.schemas.PaymentSnapshot",
        update: { properties: { more: { type: "string", description: "More.", examples: ["x"] } }, required: ["more"] },
      }),
    ],
    ["of a keyword that is not known", ofSchema({ type: "string", format: "iban", examples: ["b"] })],
    ["without a schema", ofSchema({ description: "Anything.", examples: [1] })],
  ])("%s is taken", (_, files) => {
    expect(() => applyOverlays(files)).not.toThrow();
  });
});
