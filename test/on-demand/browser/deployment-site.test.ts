/** The site of a deployment, built by the command from nothing but a file of facts: its words, its links, its looks. */

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { serveFolder } from "../../../scripts/docs/serve.ts";
import { applyOverlays } from "../../../src/overlays/apply.ts";
import { writeFolder } from "../../../src/overlays/folder.ts";
import { completeFacts } from "../../overlays/complete.ts";
import { CHROMIUM, launchChromium, SKIP } from "../../support/chromium.ts";
import { read, root } from "../../support/repository.ts";
import { CACHE, scratchFolder } from "../../support/scratch.ts";
import { stopping } from "../../support/stopping.ts";
import { countLinks, deadLinks, listPages, siteFiles } from "./links.ts";
import { visitAll } from "./site-cases.ts";

const folder = scratchFolder("deployment-site-", CACHE);
const [acme, site] = [join(folder, "acme"), join(folder, "site")];
const file = "acme.deployment.yaml";
const page = (name: string) => readFileSync(join(site, name), "utf8");

beforeAll(async () => {
  await writeFolder(acme, applyOverlays([{ file, data: parse(read(`spec/deployment/${file}`)) }]));
  const command = [join(root, "scripts/run.mjs"), "docs", "--deployment", acme, "--out", site];
  await promisify(execFile)(process.execPath, command, { cwd: root });
});

describe("the site of a deployment", () => {
  it("has its title, its version and its header on every page, and the neutral header only in the question", () => {
    for (const name of listPages(site)) {
      const html = page(`${name}index.html`);
      expect(html, name).toMatch(/<title>[^<]*Acme Collections \(an example\)<\/title>/);
      expect(html, name).toMatch(/class="site-version[^>]*>1\.0\.0</);
      expect(html, name).toMatch(/class="site-source[^>]*href="https:\/\/git\.acme\.example\/collections">Repository</);
    }
    const neutral = siteFiles(site).filter(
      (name) => /\.(?:html|md|svg|txt)$/.test(name) && page(name).includes("X-Service-Signature"),
    );
    expect(neutral.sort()).toEqual(["unspecified.md", "unspecified/index.html"]);
    expect(page("files/docs/pictures/two-systems.svg")).toContain("X-Acme-Signature");
  });

  it("has no page about this project, and no dead link", () => {
    const names = listPages(site);
    expect(names.length).toBeGreaterThan(35);
    expect(names.filter((name) => /^(?:architecture|benchmarks|ch|comp|contrib|reliab|security)/.test(name))).toEqual(
      [],
    );
    expect(names.filter((name) => /^(?:guides\/overlays|releasing|delivering)/.test(name))).toEqual([]);
    expect(siteFiles(site).filter((name) => /^files\/.*\.md$/.test(name))).toEqual([]);
    expect(countLinks(site)).toBeGreaterThan(1000);
    expect(deadLinks(site)).toEqual([]);
  });

  it("calls the API in every language at its hosts, with its header and its package", () => {
    const call = page("api/create-client-webhook.md");
    const samples = [
      '"https://api.acme.example/api/client_webhooks" \\\n  --header "X-Acme-Token: $ACCESS_TOKEN"',
      'from "@acme-example/collections/client"',
      'Client("https://api.acme.example", tokens.access_token, token_header=("X-Acme-Token", ""),',
      `options.TokenHeader, options.TokenPrefix = "X-Acme-Token", ""
client, err := contract.NewClient("https://api.acme.example"`,
      'new Client("https://api.acme.example", tokens.accessToken(), options.withTokenHeader("X-Acme-Token", ""));',
      'token_header: "X-Acme-Token".to_owned()',
      'Client::new("https://api.acme.example", tokens.access_token, options)',
    ];
    for (const sample of samples) expect(call).toContain(sample);
    expect(call).not.toMatch(/BASE_URL|Bearer \$/);
    expect(page("api/exchange-authorization-code.md")).toContain("https://login.acme.example/oauth/v2/token");
    const texts = siteFiles(site, ".md").map(page);
    expect(texts.filter((text) => /(?:from|import\() ?"collections-contract/.test(text))).toEqual([]);
  });

  it("says in the guides what it states, and that this is its own statement", () => {
    const retries = page("guides/retries.md");
    expect(retries).toContain("attempts a delivery 3 times in all");
    expect(retries).toContain("**Acme Collections (an example) states `maxAttempts = 3`**");
    expect(retries).not.toMatch(/how often is not stated|^## What is not stated$/m);
    expect(page("guides/tokens.md")).toMatch(/not stated by the interface description \(.*X-Acme-Token/);
    expect(page("guides/tokens.md")).toContain('authorizationEndpoint: "https://login.acme.example/oauth/v2/approve"');
    expect(page("guides/start.md")).toContain("npm install ./acme-example-collections-1.0.0.tgz");
    for (const name of siteFiles(site, ".md")) expect(page(name), name).not.toContain("<!-- deployment");
  });

  it("marks what it settled on the page of gaps, with the value; all others stay open", () => {
    const [open = "", stated = ""] = page("unspecified/index.html").split('id="stated-by-this-deployment"');
    expect(open).toContain('id="u-14"');
    expect(open).not.toContain('id="n-5-03"');
    expect(stated).toMatch(/id="n-5-03"[\s\S]*tokenHeader = &quot;X-Acme-Token&quot;/);
    expect(stated).toContain("for this deployment, and for no other");
  });

  it("hands out its documents and schemas without npm run generate", () => {
    const names = page("downloads/SHA256SUMS");
    for (const name of ["openapi-3.0.json", "asyncapi.json", "schemas/ClientWebhookCreate.json"])
      expect(names).toContain(`  ${name}\n`);
  });
});

it("the site of a deployment that answers every question calls nothing open, on any page and in any file", async () => {
  const [own, out] = [join(folder, "complete"), join(folder, "complete-site")];
  await writeFolder(own, applyOverlays([{ file, data: completeFacts() }]));
  const command = [join(root, "scripts/run.mjs"), "docs", "--deployment", own, "--out", out];
  await promisify(execFile)(process.execPath, command, { cwd: root });
  // What Redoc's code says about steps of a workflow is not about this service.
  const words = (name: string) =>
    readFileSync(join(out, name), "utf8").replaceAll("If not specified then a single", "");
  const texts = siteFiles(out).filter((name) => /\.(?:html|md|txt|json|yaml|svg)$/.test(name));
  expect(texts.filter((name) => /not specified|our tools assume|x-unspecified"?:/i.test(words(name)))).toEqual([]);
  expect(words("unspecified.md")).toMatch(/^# What Acme Collections \(an example\) states/);
  expect(words("events/payment-confirmed.md")).toContain("The unit is cents, the currency EUR.");
  expect(deadLinks(out)).toEqual([]);
});

it.skipIf(!CHROMIUM)(`is accessible, fits a phone and asks nobody else where it differs from ours${SKIP}`, async () => {
  await using server = stopping(await serveFolder(site, {}));
  await using browser = await launchChromium();
  const pages = ["", "unspecified/", "stated/", "guides/retries/", "guides/start/", "playground/"];
  expect(await visitAll(browser, server.url, pages)).toEqual([]);
});
