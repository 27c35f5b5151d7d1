/** A file of facts: each value once, at every place of both documents; what is refused, and with which words. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { FACT_GAPS, FACT_MEMBERS } from "../../generated/deployment-facts.ts";
import { applyOverlays } from "../../src/overlays/apply.ts";
import { readFolder } from "../../src/overlays/folder.ts";
import { cliHere as cli, scratch } from "../cli/run.ts";
import type { Json } from "../support/json.ts";
import { read } from "../support/repository.ts";
import { acme, overlay } from "./example.ts";

const folder = scratch();
const file = "acme.deployment.yaml";
const example = (): Json => parse(read("spec/deployment/acme.deployment.yaml"));
const apply = (data: Json) => applyOverlays([{ file, data }]);
const refusal = (data: Json): { code: string; message: string } => {
  try {
    apply(data);
  } catch (error) {
    return error as { code: string; message: string };
  }
  throw new Error("nothing was refused");
};

describe("the form", () => {
  it("names a gap for each value but those that only name things, and no gap that does not exist", () => {
    const inner = FACT_MEMBERS.filter((one) => FACT_MEMBERS.some((other) => other.startsWith(`${one}/`)));
    const findGap = (one: string): string | undefined => {
      for (let at = one; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) if (FACT_GAPS[at]) return FACT_GAPS[at];
      return undefined;
    };
    const without = FACT_MEMBERS.filter((one) => !inner.includes(one) && !findGap(one));
    // Each key of `settings` names its gap in the profile, each of `answers` is one.
    expect(without).toEqual([
      "/title",
      "/package/name",
      "/package/version",
      "/package/group",
      "/package/module",
      "/package/repository",
      "/answers/*",
      "/settings",
    ]);
    expect(Object.values(FACT_GAPS).filter((gap) => !(gap in ASSUMPTIONS))).toEqual([]);
  });

  it("has a template with every member, which is refused as it is", () => {
    const template = parse(read("spec/deployment/template.yaml"));
    const top = FACT_MEMBERS.filter((one) => one.lastIndexOf("/") === 0).map((one) => one.slice(1));
    expect(Object.keys(template).sort()).toEqual(top.sort());
    const { code, message } = refusal(template);
    expect([code, message]).toEqual([
      "overlay_placeholder",
      expect.stringContaining("<Signature-Header> (signatureHeader)"),
    ]);
    for (const [word] of read("spec/deployment/template.yaml").matchAll(/<[^<>\n]+>(?!\.)/g))
      expect(message).toContain(word);
  });
});

describe("the example", () => {
  const made = apply(example());

  it("says of what it states the same as the full overlays, which need the header eight times", () => {
    const { settings, signature, baseUrl, authUrl, authorizationUrl } = made.deployment;
    expect({ signature, baseUrl, authUrl, authorizationUrl }).toEqual({
      signature: acme.deployment.signature,
      baseUrl: acme.deployment.baseUrl,
      authUrl: acme.deployment.authUrl,
      authorizationUrl: acme.deployment.authorizationUrl,
    });
    expect(acme.deployment.settings).toMatchObject(settings);
    expect(acme.deployment.closed).toEqual(expect.arrayContaining([...made.deployment.closed]));
    const part = (document: Json) => document.components.securitySchemes;
    expect(part(made.openapi)).toEqual(part(acme.openapi));
    expect(part(made.asyncapi)).toEqual(part(acme.asyncapi));
    expect((made.asyncapi as Json).components.messages).toEqual((acme.asyncapi as Json).components.messages);
    expect(JSON.stringify([made.openapi, made.asyncapi])).not.toContain("X-Service-Signature");
    const overlays = ["openapi", "asyncapi"].map((kind) => read(`spec/overlays/example/acme.${kind}.yaml`)).join("");
    expect(overlays.match(/X-Acme-Signature/g)?.length).toBeGreaterThan(7);
    expect(read("spec/deployment/acme.deployment.yaml").match(/X-Acme-Signature/g)).toHaveLength(1);
  });

  it("works by itself and with overlays, from the command", async () => {
    const [facts, more, out] = [join(folder, file), join(folder, "more.openapi.yaml"), join(folder, "acme")];
    writeFileSync(facts, read("spec/deployment/acme.deployment.yaml"));
    const actions = [
      { target: "$.components.schemas.PaymentSnapshot.properties.amount", update: { description: "Cents." } },
    ];
    writeFileSync(more, stringify(overlay("openapi", actions).data));
    writeFileSync(join(folder, "more.asyncapi.yaml"), stringify(overlay("asyncapi", actions).data));
    const all = [more, join(folder, "more.asyncapi.yaml"), facts];
    const { code, stderr } = await cli(["overlay", "apply", ...all, "--out", out, "--json"]);
    expect([code, stderr]).toEqual([0, ""]);
    const { deployment, openapi } = readFolder(out);
    expect(deployment.package).toEqual({
      name: "@acme-example/collections",
      version: "1.0.0",
      group: "example.acme",
      module: "go.acme.example/collections",
      repository: "https://git.acme.example/collections",
    });
    expect(JSON.stringify(openapi)).toContain("Cents.");
    const signed = await cli(["sign", facts, "--json", "--deployment", out], { env: { WEBHOOK_SECRET: "s" } });
    expect(JSON.parse(signed.stdout).header).toBe("X-Acme-Signature");
  });
});

describe("one fact alone", () => {
  const hosts = { api: "https://api.acme.example", login: "https://login.acme.example" };
  const authorization = { host: "login", path: "/approve" };
  const item = { path: "/api/app_webhooks/{id}", update: "patch", delete: "delete" };
  it.each<[string, Json, string[]]>([
    ["nothing but a title", {}, []],
    ["the header", { signatureHeader: "X-Own" }, ["A-07"]],
    ["the header under its neutral name", { signatureHeader: "X-Service-Signature" }, ["A-07"]],
    ["a token header", { tokenHeader: "X-Own" }, ["N-5-03"]],
    ["a bearer token", { tokenHeader: "Authorization" }, ["N-5-03"]],
    ["one host", { hosts: { api: hosts.api } }, []],
    ["both hosts", { hosts }, ["U-11"]],
    ["the authorization endpoint", { hosts, authorization }, ["N-4.1-01", "N-4.1-02", "U-11", "A-12"]],
    ["the attempts", { deliveries: { maxAttempts: 2 } }, ["N-6.5-01"]],
    ["the pauses", { deliveries: { backoff: [1] } }, ["N-6.5-02"]],
    ["the time-out", { deliveries: { timeoutSeconds: 5 } }, ["N-6.5-03", "N-8-03"]],
    ["the item path", { appWebhookItem: item }, ["N-4.4-01", "A-09"]],
    ["a setting", { settings: { listOrder: "oldest" } }, []],
  ])("closes its gap and no other: %s", (_, facts, gaps) => {
    expect(apply({ title: "Acme", ...facts }).deployment.closed).toEqual(gaps);
  });

  it("declares the methods of the item path, with their scopes", () => {
    const scopes = { paths: { allows: "All.", operations: ["updateAppWebhook", "createClientWebhook"] } };
    const { openapi } = apply({ title: "Acme", hosts, authorization, scopes, appWebhookItem: item });
    const path = (openapi as Json).paths[item.path];
    expect(Object.keys(path)).toEqual(["patch", "delete"]);
    expect([path.patch.security, path.delete.security]).toEqual([[{ accessToken: ["paths"] }], [{ accessToken: [] }]]);
  });

  it.each(["webhooks", "paths", "parameters", "responses", "scopes", "security", "get", "info"])(
    "takes a scope by any name: %s",
    (scope) => {
      const scopes = { [scope]: { allows: "All.", operations: ["listAppWebhooks"] } };
      const { settings } = apply({ title: "Acme", hosts, authorization, scopes }).deployment;
      expect(settings.operationScopes).toEqual({ listAppWebhooks: [scope] });
    },
  );
});

describe("what is refused", () => {
  it.each(
    Object.entries<[Json, string, string]>({
      "a misspelt member": [{ signatureHeder: "X" }, "facts_unknown", "signatureHeder, did you mean signatureHeader?"],
      "a header that deliveries have": [
        { signatureHeader: "content-type" },
        "overlay_result",
        "cannot carry a signature",
      ],
      "one inside another": [{ deliveries: { attempts: 3 } }, "facts_unknown", "deliveries.attempts"],
      "a stated fact": [{ signatureAlgorithm: "hmac-sha512" }, "facts_unknown", "signatureAlgorithm"],
      "a member of a scope": [
        { scopes: { read: { allow: "A" } } },
        "facts_unknown",
        "scopes.read.allow, did you mean allows?",
      ],
      "a header with a space": [
        { signatureHeader: "X Own" },
        "facts_invalid",
        "signatureHeader (A-07) must be the name of a header",
      ],
      "a header that is a number": [{ signatureHeader: 7 }, "facts_invalid", "signatureHeader (A-07) must be string"],
      "a host without a scheme": [
        { hosts: { api: "api.acme.example" } },
        "facts_invalid",
        "hosts.api (U-11) must be an http or https URL",
      ],
      "a slash at the end": [{ hosts: { api: "https://a.example/" } }, "facts_invalid", "hosts.api (U-11)"],
      "too many attempts": [
        { deliveries: { maxAttempts: 101 } },
        "facts_invalid",
        "deliveries.maxAttempts (N-6.5-01) must be <= 100",
      ],
      "a pause that is a text": [
        { deliveries: { backoff: ["1m"] } },
        "facts_invalid",
        "deliveries.backoff.0 (N-6.5-02) must be number",
      ],
      "pauses that do not fit": [
        { deliveries: { maxAttempts: 3, backoff: [1] } },
        "facts_invalid",
        "3 attempts have 2",
      ],
      "our own name": [
        { package: { name: "collections-contract", version: "1.0.0" } },
        "facts_invalid",
        "package.name must be a name of npm",
      ],
      "a group that Maven does not have": [
        { package: { name: "acme", version: "1.0.0", group: "com/acme" } },
        "facts_invalid",
        "package.group must be a group of Maven such as com.example",
      ],
      "a module without a host": [
        { package: { name: "acme", version: "1.0.0", module: "payments" } },
        "facts_invalid",
        "package.module must be a module path of Go",
      ],
      "a repository that no browser opens": [
        { package: { name: "acme", version: "1.0.0", repository: "git@acme.example:pay.git" } },
        "facts_invalid",
        "package.repository must be an http or https URL",
      ],
      "a package without a version": [{ package: { name: "acme" } }, "facts_invalid", "package.version is missing"],
      "an operation that does not exist": [
        { scopes: { a: { allows: "A", operations: ["delete"] } } },
        "facts_invalid",
        "scopes.a.operations.0 (N-5-02)",
      ],
      "scopes that nobody can approve": [
        { scopes: { a: { allows: "A", operations: ["listAppWebhooks"] } } },
        "facts_invalid",
        "scopes needs authorization",
      ],
      "a host that is not given": [
        { authorization: { host: "login", path: "/a" } },
        "facts_invalid",
        "hosts.login is missing",
      ],
      "a setting that does not exist": [{ settings: { nothing: 1 } }, "profile_unknown_key", "nothing"],
    }),
  )("%s", (_, [facts, code, text]) => {
    const found = refusal({ title: "Acme", ...facts });
    expect([found.code, found.message]).toEqual([code, expect.stringContaining(text)]);
  });

  it("a file without a title, an empty one, a list, and two files", () => {
    expect(refusal({})).toMatchObject({ code: "facts_invalid", message: expect.stringContaining("title is missing") });
    for (const data of [null, [], "title"]) expect(refusal(data).code).toBe("facts_invalid");
    const files = [1, 2].map((n) => ({ file: `${n}.deployment.yaml`, data: { title: "A" } }));
    expect(() => applyOverlays(files)).toThrow("one file of facts is enough");
  });
});
