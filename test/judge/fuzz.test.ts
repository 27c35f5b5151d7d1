/** Generated requests: the same seed gives the same ones, each breaks what it says, and a failing one is shrunk. */

import { describe, expect, it } from "vitest";
import { validateAppWebhookWrite, validateClientWebhookCreate } from "../../generated/validators.ts";
import { constraintsOf } from "../../src/judge/service/checks/fuzz.ts";
import type { Json } from "../services/types.ts";
import { judgeService } from "./judged.ts";

/** Bodies of create requests in the order in which they came, without what is new each time. */
async function requestsOf(only: string, seed: number): Promise<Json[]> {
  const seen: Json[] = [];
  await judgeService(
    {
      refuses: ({ body }) => {
        seen.push(body);
        return false;
      },
    },
    { only: [only], seed },
  );
  return seen;
}
const stable = (requests: Json[]) => requests.map(({ url: _, webhookUrl: __, name: ___, ...rest }) => rest);

describe("a seed", () => {
  it("gives the same requests again", async () => {
    const [one, again, other] = [
      await requestsOf("fuzz.app.valid", 7),
      await requestsOf("fuzz.app.valid", 7),
      await requestsOf("fuzz.app.valid", 8),
    ];
    expect(stable(again)).toEqual(stable(one));
    expect(stable(other)).not.toEqual(stable(one));
  });
});

describe("the constraints", () => {
  it("are those of the schemas", () => {
    const names = (["client", "app"] as const).flatMap((kind) =>
      constraintsOf(kind).map(({ member, keyword }) => `${kind}.${member}.${keyword}`),
    );
    expect(names).toEqual(
      expect.arrayContaining([
        "client.name.missing",
        "client.events.few",
        "app.events.many",
        "app.responseHandlingType.value",
        "app.active.type",
      ]),
    );
    expect(names).not.toContain("client.events.many");
    expect(names.filter((name) => name.startsWith("app.") && name.endsWith("missing"))).toEqual([]);
  });

  it.each(
    (["client", "app"] as const).flatMap((kind) =>
      constraintsOf(kind).map((one) => [`${kind}.${one.member}.${one.keyword}`, kind] as const),
    ),
  )("%s is really broken", async (name, kind) => {
    const requests: Json[] = [];
    // A service that takes everything would end the check at the first request; this one refuses what the schema
    // forbids.
    const isValid = kind === "client" ? validateClientWebhookCreate : validateAppWebhookWrite;
    await judgeService(
      {
        // Its own rules step aside.
        overlooks: Object.assign([], { includes: () => true }),
        refuses: ({ body }) => {
          requests.push(body);
          return !isValid(body).ok;
        },
      },
      { only: [`fuzz.${name}`], seed: 11 },
    );
    expect(requests.filter((body) => !isValid(body).ok).length).toBeGreaterThan(0);
  });
});

describe("a request that should have been refused", () => {
  it("is shrunk to the smallest that still is not", async () => {
    const report = await judgeService({ overlooks: ["app: events-many"] }, { only: ["fuzz.app.events.many"], seed: 3 });
    const [check] = report.checks;
    expect(check?.status).toBe("failed");
    const sent = JSON.parse(/'(\{.*\})'/s.exec(check?.reproduce ?? "")?.[1] ?? "{}");
    expect(sent.events).toHaveLength(101);
  });
});
