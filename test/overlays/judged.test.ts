/** What a deployment states beyond the interface description, as the judge sees it at a service that keeps it or not. */

import { describe, expect, it } from "vitest";
import { testService } from "../../src/judge/index.ts";
import { applyOverlays } from "../../src/overlays/apply.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import type { Json } from "../support/json.ts";
import { FILE } from "./complete.ts";

const deploymentOf = (facts: Json) => applyOverlays([{ file: FILE, data: { title: "Acme", ...facts } }]).deployment;

describe("the form of the secret", () => {
  const verdict = async (stated: Json, kept: Json) => {
    const sandbox = await startSandbox({ deployment: deploymentOf({ secret: kept }) });
    const deployment = deploymentOf({ secret: stated });
    const report = await testService(sandbox.driver, { deployment, only: ["deployment.secret"] });
    const found = report.checks.find(({ id }) => id === "deployment.secret");
    expect(JSON.stringify(found)).not.toMatch(/[0-9a-f]{32}/);
    return found?.status;
  };
  const hex = { format: "hex", bytes: 32 };
  const base64 = { format: "base64url", bytes: 25, prefix: "whsec_" };

  it.each([hex, base64, { format: "base64url", bytes: 16 }])("is that of a service that keeps it: %o", async (form) => {
    expect(await verdict(form, form)).toBe("passed");
  });
  it.each([
    [hex, { ...hex, bytes: 24 }],
    [base64, { ...base64, prefix: "sec_" }],
    [hex, base64],
  ])("is told where it is not that of the service: %o, not %o", async (stated, kept) => {
    expect(await verdict(stated, kept)).toBe("failed");
  });
});
