/** Overlays: what applying one does, and that ours give documents that are in order. */

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Json, walk } from "../../scripts/check/source.ts";
import { REDOCLY } from "../../scripts/check/tools.ts";
import { applyOverlay, OverlayError } from "../../src/overlays/overlay.ts";
import { read } from "../support/repository.ts";
import { testFolder } from "../support/scratch.ts";

const document = (name: string): Json => JSON.parse(read(`generated/${name}.json`));
/** The templates, filled in as a team would. */
const FILLED: [RegExp, string][] = [
  [/<Signature-Header>/g, "X-Your-Signature"],
  [/<status of a success>/g, "'200'"],
  [/<number of attempts>/g, "3"],
  [/<seconds [^>]*>/g, "60"],
  [/<what this scope allows>/g, "What it allows."],
  [/<authorization-path>/g, "authorize"],
  [/<scope>/g, "webhooks"],
];
const filled = (text: string) => FILLED.reduce((all, [word, value]) => all.replaceAll(word, value), text);
const overlay = (name: string): Json => parse(filled(read(`spec/overlays/${name}.yaml`)));
const shop = () => ({
  title: "a",
  list: [1, 2, 3, 4],
  servers: [{ url: "u" }, { url: "v" }],
  deep: { x: { y: 1 }, z: { y: 2 } },
});

describe("an action", () => {
  it.each(
    Object.entries<[Json[], Json]>({
      "merges members": [[{ target: "$", update: { title: "b", new: 1 } }], { title: "b", new: 1 }],
      "merges at any depth": [
        [{ target: "$", update: { deep: { x: { n: 1 } } } }],
        { deep: { x: { y: 1, n: 1 }, z: { y: 2 } } },
      ],
      "appends a list to a list": [[{ target: "$.list", update: [5, 6] }], { list: [1, 2, 3, 4, 5, 6] }],
      "appends an item to a list": [[{ target: "$.list", update: 5 }], { list: [1, 2, 3, 4, 5] }],
      "appends to a list that is a member": [[{ target: "$", update: { list: [5] } }], { list: [1, 2, 3, 4, 5] }],
      "replaces what is of another kind": [
        [{ target: "$", update: { list: { a: 1 }, title: [1] } }],
        { list: { a: 1 }, title: [1] },
      ],
      "updates every node it finds": [
        [{ target: "$.servers[*]", update: { n: 1 } }],
        {
          servers: [
            { url: "u", n: 1 },
            { url: "v", n: 1 },
          ],
        },
      ],
      "updates one node once, however often it is found": [
        [{ target: "$['list','list']", update: [5] }],
        { list: [1, 2, 3, 4, 5] },
      ],
      "removes a member": [[{ target: "$.deep", remove: true }], { deep: undefined }],
      "removes one item, not the next": [[{ target: "$.list[1]", remove: true }], { list: [1, 3, 4] }],
      "removes items without moving those to come": [[{ target: "$.list[0,2]", remove: true }], { list: [2, 4] }],
      "removes items named in any order": [[{ target: "$.list[3,0,2]", remove: true }], { list: [2] }],
      "removes an item once, however often it is found": [
        [{ target: "$.list[0,0]", remove: true }],
        { list: [2, 3, 4] },
      ],
      "removes an item counted from the end": [[{ target: "$.list[-1]", remove: true }], { list: [1, 2, 3] }],
      "removes all items": [[{ target: "$.list[*]", remove: true }], { list: [] }],
      "removes what a filter finds": [
        [{ target: "$.servers[?@.url=='u']", remove: true }],
        { servers: [{ url: "v" }] },
      ],
      "removes at every depth": [[{ target: "$..y", remove: true }], { deep: { x: {}, z: {} } }],
      "removes a node and what is in it": [[{ target: "$.deep..*", remove: true }], { deep: {} }],
      "prefers removal to update": [
        [
          { target: "$.deep", remove: true, update: { a: 1 } },
          { target: "$", update: { deep: 1 } },
        ],
        { deep: 1 },
      ],
      "sees what the one before it did": [
        [
          { target: "$.deep.x", update: { y: { w: 0 } } },
          { target: "$.deep.x.y", update: { v: 1 } },
        ],
        { deep: { x: { y: { w: 0, v: 1 } }, z: { y: 2 } } },
      ],
    }),
  )("%s", (_, [actions, changed]) => {
    const before = shop();
    const given = { actions };
    expect(applyOverlay(before, given)).toEqual({ ...shop(), ...changed });
    expect(before).toEqual(shop());
    expect(JSON.stringify(given.actions)).toBe(JSON.stringify(actions));
  });

  it.each<[string, Json, RegExp]>([
    ["matches nothing", { target: "$.nothing", update: {} }, /matches nothing: \$\.nothing/],
    ["removes nothing", { target: "$.list[9]", remove: true }, /matches nothing/],
    ["has no target", { update: {} }, /no target/],
    ["has a target that is not a text", { target: 1, update: {} }, /no target/],
    ["has a target that is not a JSONPath", { target: "list[", update: {} }, /not a JSONPath/],
    ["does nothing", { target: "$" }, /none of update, copy and remove: true/],
    ["says not to remove", { target: "$", remove: false }, /none of update, copy and remove: true/],
    ["updates a text", { target: "$.title", update: { a: 1 } }, /neither an object nor a list/],
    ["updates an object with a text", { target: "$.deep", update: "x" }, /the update is not/],
    ["updates an object with a list", { target: "$.deep", update: [1] }, /the update is not/],
    ["updates an object with null", { target: "$.deep", update: null }, /the update is not/],
    ["removes the document", { target: "$", remove: true }, /whole document/],
    ["is null", null, /no target/],
  ])("that %s is refused, with its index", (_, action, message) => {
    const before = shop();
    const given = { actions: [{ target: "$", update: { title: "b" } }, action] };
    const act = () => applyOverlay(before, given);
    expect(act).toThrow(OverlayError);
    expect(act).toThrow(message);
    expect(act).toThrow(expect.objectContaining({ index: 1 }));
    expect(before).toEqual(shop());
  });

  it("never pollutes a prototype: __proto__ is a member like any other", () => {
    const update = JSON.parse(
      `{ "__proto__": { "polluted": 1 }, "constructor": { "prototype": { "polluted": 1 } },
        "deep": { "__proto__": { "polluted": 1 } } }`,
    );
    const result: Json = applyOverlay(shop(), {
      actions: [
        { target: "$", update },
        { target: "$", update },
        { target: "$.deep", update },
      ],
    });
    expect(({} as Json).polluted).toBeUndefined();
    expect(result.polluted).toBeUndefined();
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(Object.hasOwn(result, "__proto__")).toBe(true);
    expect(Object.hasOwn(result.deep, "__proto__")).toBe(true);
  });

  it("shares nothing with the overlay", () => {
    const given = {
      actions: [
        { target: "$.servers", update: [{ url: "w" }] },
        { target: "$", update: { o: { a: 1 } } },
        { target: "$.servers[2]", update: { n: 1 } },
      ],
    };
    const copy = structuredClone(given);
    const result: Json = applyOverlay(shop(), given);
    result.o.a = 2;
    expect(given).toEqual(copy);
    expect((applyOverlay(shop(), given) as Json).servers[2]).toEqual({ url: "w", n: 1 });
  });

  it.each([undefined, null, {}, { actions: [] }])("no action, no change: %j", (none) => {
    expect(applyOverlay(shop(), none)).toEqual(shop());
  });
});

describe("the templates for a deployment", () => {
  /** With the item path that the template only offers. */
  const complete = () => {
    const offered = /^ {2}# (?=- target: \$\.paths\n)[\s\S]*/m;
    const text = filled(read("spec/overlays/deployment.openapi.yaml"));
    return parse(text.replace(offered, (rest) => rest.replaceAll(/^ {2}# /gm, "  ")));
  };
  const results: Record<string, Json> = {
    openapi: applyOverlay(document("openapi"), overlay("deployment.openapi")),
    asyncapi: applyOverlay(document("asyncapi"), overlay("deployment.asyncapi")),
    complete: applyOverlay(document("openapi"), complete()),
  };

  it("give documents that redocly's strictest rules find in order", () => {
    const folder = testFolder("contract-");
    // The rules are those of the repository.
    writeFileSync(
      join(folder, "redocly.yaml"),
      read("redocly.yaml").replaceAll("spec/", "").replaceAll(".yaml", ".json"),
    );
    for (const [name, result] of Object.entries(results))
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(result));
    const args = [REDOCLY, "lint", "openapi", "asyncapi", "complete.json", "--format=json"];
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
    const reports = stdout.split(/(?<=^\})(?=\{)/m).map((text) => JSON.parse(text));
    expect(reports).toHaveLength(3);
    expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it("offer an item path, which can be uncommented", () => {
    expect(results["complete"].paths["/api/app_webhooks/{id}"].delete.operationId).toBe("deleteAppWebhook");
    expect(results["openapi"].paths).not.toHaveProperty(["/api/app_webhooks/{id}"]);
  });

  it("leave no trace of the neutral header name where code looks for it", () => {
    const { openapi, asyncapi } = results;
    const names = [
      openapi.components.parameters.Signature.name,
      openapi.components.securitySchemes.clientWebhookSignature.name,
      openapi.components.securitySchemes.clientWebhookSignature["x-signature"].header,
      asyncapi.components.securitySchemes.clientWebhookSignature.name,
      asyncapi.components.securitySchemes.clientWebhookSignature["x-signature"].header,
      ...asyncapi.components.messages.paymentConfirmed.headers.required,
      ...Object.keys(asyncapi.components.messages.paymentConfirmed.headers.properties),
      ...Object.keys(asyncapi.components.messages.paymentConfirmed.examples[0].headers),
    ];
    expect(new Set(names)).toEqual(new Set(["X-Your-Signature"]));
  });

  it("put an OAuth 2.0 flow and its scopes in the place of the bearer scheme", () => {
    const scheme = results["openapi"].components.securitySchemes.accessToken;
    expect(Object.keys(scheme.flows)).toEqual(["authorizationCode"]);
    expect(scheme).not.toHaveProperty("scheme");
    const used = [...walk(results["openapi"].paths)]
      .filter(({ path }) => path.at(-1) === "accessToken")
      .map(({ node }) => node);
    expect(used).toEqual(used.map(() => Object.keys(scheme.flows.authorizationCode.scopes)));
    expect(used).toHaveLength(3);
  });
});
