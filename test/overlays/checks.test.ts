/** The checks of a result err in neither direction: names that people choose are free, what contradicts is refused. */

import { describe, expect, it } from "vitest";
import { applyOverlays, type OverlayFile } from "../../src/overlays/apply.ts";
import type { Json } from "../support/json.ts";
import { exampleOverlays, overlay } from "./example.ts";

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
