/** The site shows the contract of a deployment, which knows more and has operations of its own. */

import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { root } from "../support/repository.ts";
import { scratchFolder } from "../support/scratch.ts";

const folder = scratchFolder("contract-");

beforeAll(() => {
  cpSync(join(root, "generated"), folder, { recursive: true });
  const file = join(folder, "openapi.json");
  const document = JSON.parse(readFileSync(file, "utf8"));
  // What an overlay of a deployment may do: one operation more, one gap closed.
  document.paths["/api/reports/{day}"] = {
    get: {
      operationId: "readReport",
      tags: ["Reports"],
      summary: "Read the report of a day",
      security: [{ accessToken: [] }],
      parameters: [
        {
          name: "day",
          in: "path",
          required: true,
          schema: { type: "string", minLength: 8, maxLength: 10 },
          example: "2026-03-02",
        },
      ],
      responses: { "200": { description: "The report.", content: { "text/csv": { schema: { type: "string" } } } } },
    },
  };
  document.tags.push({ name: "Reports", description: "Reports." });
  delete document.components.schemas.ClientWebhookCreate.properties.events["x-unspecified"];
  writeFileSync(file, JSON.stringify(document));
  vi.resetModules();
});
beforeEach(() => void vi.stubEnv("CONTRACT_DIR", folder));
afterAll(() => vi.resetModules());

describe("the contract of a deployment", () => {
  it("has its own operation, with constraints in words and a call by curl alone", async () => {
    const { operations } = await import("../../docs/site/model/operations.ts");
    const { writeSamples } = await import("../../docs/site/model/samples.ts");
    const report = operations().find(({ id }) => id === "readReport");
    expect(report).toMatchObject({ slug: "api/read-report", method: "GET", path: "/api/reports/{day}" });
    expect(report?.parameters[0]).toMatchObject({ required: true, constraints: ["8 to 10 characters"] });
    expect(report && writeSamples(report).map(({ label }) => label)).toEqual(["curl"]);
    expect(report && writeSamples(report)[0]?.code).toContain('"$BASE_URL/api/reports/2026-03-02"');
  });

  it("no longer marks the gap that it closed, and still explains it", async () => {
    const { gaps } = await import("../../docs/site/model/gaps.ts");
    const labels = gaps()
      .get("A-03")
      ?.places.map(({ label }) => label);
    expect(labels).toEqual([]);
    expect(gaps().get("A-03")?.question).toContain("100 events");
    expect(gaps().get("U-10")?.places.length).toBeGreaterThan(0);
  });

  it("has a twin, and stands on the page of the API, which is in the sidebar", async () => {
    const { sitePages } = await import("../../docs/site/model/pages.ts");
    const { sidebar } = await import("../../docs/site/model/sidebar.ts");
    const page = sitePages().find(({ slug }) => slug === "api/read-report");
    expect(page?.markdown()).toContain("`GET {base_url}/api/reports/{day}`");
    expect(
      sitePages()
        .find(({ slug }) => slug === "api")
        ?.markdown(),
    ).toContain("(api/read-report.md)");
    expect(JSON.stringify(sidebar())).toContain('"/api/"');
  });

  it("is refused with a gap that nobody explains", async () => {
    const file = join(folder, "openapi.json");
    const document = JSON.parse(readFileSync(file, "utf8"));
    document.info["x-unspecified"].push({ id: "U-999", assume: "Nothing." });
    writeFileSync(file, JSON.stringify(document));
    vi.resetModules();
    const { gaps } = await import("../../docs/site/model/gaps.ts");
    expect(() => gaps()).toThrow("U-999");
  });
});
