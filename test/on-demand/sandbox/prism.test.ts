/**
 * Prism between the judge and the sandbox, in both shipped profiles: whatever is asked, no answer breaks the document.
 * test/on-demand/through-prism.test.ts does the same with the suite of the sandbox, in which the library goes from the
 * authorization to a payment.
 */

import { expect, it } from "vitest";
import document from "../../../generated/openapi.json" with { type: "json" };
import { exitCodeOf, type ServiceDriver, testService } from "../../../src/judge/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { PROFILES } from "../../sandbox/support.ts";
import { countOperations, documentWith, startJudgedProxy } from "../../support/judged-proxy.ts";
import { stopping } from "../../support/stopping.ts";

it.each(PROFILES)(
  "with the profile %s, the judge is answered as the document says, and Prism finds each illegal request",
  async (profile) => {
    await using sandbox = stopping(await startSandbox({ profile, clock: "virtual" }));
    const known = documentWith(document, (await sandbox.control.profile()).profile);
    await using api = stopping(await startJudgedProxy(known, sandbox.baseUrl));
    await using auth = stopping(await startJudgedProxy(known, sandbox.authUrl));
    const through = Object.create(sandbox.driver, {
      baseUrl: { value: api.url, enumerable: true },
      authUrl: { value: sandbox.authUrl === sandbox.baseUrl ? api.url : auth.url, enumerable: true },
      stop: { value: async () => {}, enumerable: true },
    }) as ServiceDriver;
    const report = await testService(through, { skip: ["history", "walk"] });
    const judged = [...api.judged, ...auth.judged];
    expect(exitCodeOf(report)).toBe(0);
    console.log(`${profile}: ${countOperations(judged)}`);
    expect(judged.filter(({ response }) => response.length > 0)).toEqual([]);
    // Prism has looked at each of them, and can tell good from bad.
    expect(judged.length).toBeGreaterThan(300);
    expect(judged.filter(({ isUnread }) => isUnread)).toEqual([]);
    const illegal = judged.filter(({ request }) => request.length > 0);
    expect(illegal.length).toBeGreaterThan(50);
    expect(illegal.filter(({ status }) => status < 300).map(({ operation, request }) => [operation, request])).toEqual(
      [],
    );
  },
);
