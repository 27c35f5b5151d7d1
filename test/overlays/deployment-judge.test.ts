/** What a deployment states beyond the interface description, judged at services that keep it and that do not. */

import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { testService } from "../../src/judge/index.ts";
import { applyOverlays } from "../../src/overlays/apply.ts";
import type { Deployment } from "../../src/overlays/deployment.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";
import type { Json } from "../support/json.ts";
import { read } from "../support/repository.ts";
import { FILE } from "./complete.ts";

const applyFacts = (facts: Json) => applyOverlays([{ file: FILE, data: { title: "Acme", ...facts } }]).deployment;

describe("the form of the secret", () => {
  const verdict = async (stated: Json, kept: Json) => {
    const sandbox = await startSandbox({ deployment: applyFacts({ secret: kept }) });
    const deployment = applyFacts({ secret: stated });
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

describe("an event that the deployment adds", () => {
  const { deployment } = applyOverlays(
    ["openapi", "asyncapi"].map((kind) => {
      const file = `spec/overlays/example/refunds.${kind}.yaml`;
      return { file, data: parse(read(file)) };
    }),
  );
  const EVENT = "case_file.payment.refunded";
  const [REFUNDED, CONFIRMED] = [`deployment.event.${EVENT}`, "deployment.event.case_file.payment.confirmed"];
  /** The verdicts of the rules, at a sandbox whose driver emits the event in its own way. */
  async function verdicts(emit?: (sandbox: Sandbox, client: string) => Promise<unknown>, options: object = {}) {
    const sandbox = await startSandbox({ deployment });
    const { driver } = sandbox;
    if (emit) driver.emitEvent = async (client) => void (await emit(sandbox, client));
    const report = await testService(driver, { deployment, ...options });
    return report.checks
      .filter(({ status }) => status !== "passed")
      .map(({ id, status, actual }) => [id, status, actual]);
  }
  const only = { only: [REFUNDED, CONFIRMED] };
  const emitting = (payload: Json) => async (sandbox: Sandbox, client: string) => {
    const { payment } = await sandbox.control.createPayment({ client });
    await sandbox.control.emit(payment.id, { payload });
  };

  it("passes where it is delivered in its form, and no other check takes it for a payment", async () => {
    expect(await verdicts(undefined, { only: ["every delivery", "deployment"] })).toEqual([]);
  });

  it.each(
    Object.entries<[(sandbox: Sandbox, client: string) => Promise<unknown>, RegExp]>({
      "it is not delivered": [async () => undefined, /Nothing came/],
      "a member has another type": [
        emitting({ lines: [{ label: "a", amount: "1" }] }),
        /\/lines\/0\/amount is a string, not integer/,
      ],
      "a required member is missing": [emitting({ lines: [{ label: "a" }] }), /\/lines\/0\/amount is missing/],
      "a value is not among the stated ones": [emitting({ reason: "gift" }), /\/reason is none of the stated values/],
      "a union has another type": [emitting({ account: true }), /\/account is a boolean/],
      "a map has other values": [emitting({ labels: { a: 1 } }), /\/labels\/a is a number, not string/],
    }),
  )("fails where %s", async (_, [emit, says]) => {
    expect(await verdicts(emit, only)).toEqual([[REFUNDED, "failed", expect.stringMatching(says)]]);
  });

  it("accuses nobody of a member that is null where it may be, or unknown", async () => {
    expect(await verdicts(emitting({ approvedBy: null, more: [1], account: 7 }), only)).toEqual([]);
  });

  it("is not observed where the driver cannot let it happen", async () => {
    const sandbox = await startSandbox({ deployment });
    const { emitEvent: _, ...driver } = { ...sandbox.driver, baseUrl: sandbox.baseUrl, authUrl: sandbox.authUrl };
    const report = await testService(driver, { deployment, ...only });
    expect(report.checks.map(({ status }) => status).sort()).toEqual(["not observed", "passed"]);
  });

  it("fails a payment without the members that the deployment adds to it", async () => {
    const plain = await startSandbox();
    const report = await testService(plain.driver, { deployment: withRequired(deployment), only: [CONFIRMED] });
    const [found] = report.checks.filter(({ id }) => id === CONFIRMED);
    expect([found?.status, found?.actual]).toEqual(["failed", expect.stringContaining("/reference is missing")]);
  });
});

/** The same, but a payment has to have its reference. */
const withRequired = (deployment: Deployment): Deployment => ({
  ...deployment,
  events: (deployment.events ?? []).map((event) => ({
    ...event,
    schema: { ...event.schema, required: [...((event.schema?.["required"] ?? []) as string[]), "reference"] },
  })),
});
