/** The table of requests: a seed gives the same ones, and each constraint of the schemas is broken by one of them. */

import { expect, it } from "vitest";
import appSchema from "../../generated/schemas/AppWebhookWrite.json" with { type: "json" };
import clientSchema from "../../generated/schemas/ClientWebhookCreate.json" with { type: "json" };
import { validateAppWebhookWrite, validateClientWebhookCreate } from "../../generated/validators.ts";
import vectors from "../../spec/vectors/webhook-urls.json" with { type: "json" };
import { exitCodeOf } from "../../src/judge/index.ts";
import { formatText } from "../../src/judge/report/text.ts";
import { urlsOf } from "../../src/judge/service/requests/urls.ts";
import type { Switches } from "../services/service.ts";
import type { Json } from "../services/types.ts";
import { VARIANTS } from "../services/variants.ts";
import { accusationsIn, judgeService, switchesOf } from "./judged.ts";

/** Bodies of create requests to a service that refuses what the schemas forbid, with the faults of each. */
async function requestsOf(only: string, seed: number) {
  const seen: { body: Json; faults: string[] }[] = [];
  await judgeService(
    {
      // Its own rules step aside.
      overlooks: Object.assign([], { includes: () => true }),
      refuses: ({ kind, body }) => {
        const verdict = kind === "client" ? validateClientWebhookCreate(body) : validateAppWebhookWrite(body);
        const faults = verdict.ok ? [] : verdict.faults.map(({ path, keyword }) => `${kind}${path} ${keyword}`);
        seen.push({ body, faults });
        return !verdict.ok;
      },
    },
    { only: [only], seed },
  );
  return seen;
}

it("is the same for the same seed", async () => {
  const stable = async (seed: number) =>
    (await requestsOf("fuzz.app.valid", seed)).map(({ body: { webhookUrl: _, ...rest } }) => rest);
  const [one, again, other] = [await stable(7), await stable(7), await stable(8)];
  expect(again).toEqual(one);
  expect(other).not.toEqual(one);
});

it("accuses of refused creations although others were accepted, unless a limit may explain it", async () => {
  const only = ["list.answers", "app.create"];
  const found = async (refuses: Switches["refuses"]) =>
    accusationsIn(await judgeService({ refuses }, { only, seed: 1 })).map(({ id }) => id);
  expect(await found(({ kind, body }) => kind === "app" && body["responseHandlingType"] === 2)).toEqual(["app.create"]);
  for (const most of [2, 3]) {
    let count = 0;
    expect(await found(({ kind }) => kind === "app" && ++count > most)).toEqual([]);
  }
  // Each third or fourth request, as where their number in a time is limited.
  for (const [each, at] of [
    [3, 0],
    [4, 3],
  ] as const) {
    let asked = 0;
    expect(await found(({ kind }) => kind === "app" && asked++ % each === at)).toEqual([]);
  }
});

type Schema = { type?: string; enum?: number[]; minItems?: number; maxItems?: number; $ref?: string };
interface Described {
  readonly properties: Record<string, Schema>;
  readonly required?: readonly string[];
  readonly $defs?: Record<string, Schema>;
}

/** Every constraint of a schema that a request can break. */
function constraintsOf(kind: string, { properties, required = [], $defs = {} }: Described): string[] {
  return Object.entries(properties).flatMap(([member, written]) => {
    const own = $defs[written.$ref?.split("/").at(-1) ?? ""] ?? written;
    const of = (keyword: string, holds: boolean, at = "") => (holds ? [`${kind}/${member}${at} ${keyword}`] : []);
    return [
      ...of("required", required.includes(member)),
      ...of("type", own.enum === undefined),
      ...of("type", own.type === "array", "/1"),
      ...of("minItems", own.minItems !== undefined),
      ...of("maxItems", own.maxItems !== undefined),
      ...of("enum", own.enum !== undefined),
    ];
  });
}

it("breaks every constraint of the schemas, and each by itself", async () => {
  const requests = await requestsOf("registration", 11);
  const alone = requests.filter(({ faults }) => new Set(faults.map((fault) => fault.split("/")[1])).size === 1);
  const broken = new Set(alone.flatMap(({ faults }) => faults));
  const stated = [...constraintsOf("client", clientSchema), ...constraintsOf("app", appSchema)];
  expect(stated.filter((constraint) => !broken.has(constraint))).toEqual([]);
  expect(stated).toEqual(expect.arrayContaining(["client/name required", "app/events maxItems", "app/active type"]));
});

it("tells of several findings in one", async () => {
  const report = await judgeService({ overlooks: ["client: name-type"] }, { only: ["client.name.type"] });
  expect(report.checks[0]?.actual).toMatch(
    /^It was accepted with name \{"value .* in 1 more of 2 requests: .*with name null\.$/,
  );
});

/** Values of another type: a service may convert them, and is advised not to. */
const CONVERTED = ["app.converted", "app.active.shown", "app.active.type", "app-deliver.converted"];

it("is advised, and not accused, if it converts and treats each value as it shows it", async () => {
  const report = await judgeService(switchesOf(VARIANTS, "active-converted"), { only: CONVERTED });
  const found = report.checks.filter(({ status }) => status === "failed").map(({ id, rests }) => [id, rests]);
  expect([found, accusationsIn(report), exitCodeOf(report)]).toEqual([[["app.converted", ["U-43"]]], [], 0]);
  expect(formatText(report)).toMatch(/^ {2}! .*accepted with active "false".*\(U-43\)\n {4}fix Refuse them: /m);
});

it("is not advised if it refuses them", async () => {
  const report = await judgeService({}, { only: CONVERTED });
  expect(report.checks.map(({ status }) => status)).toEqual(CONVERTED.map(() => "passed"));
});

const hostile = vectors.cases.filter(({ rests, ok }) => rests.startsWith("F-") && !ok);
const kinds = new Map(hostile.map(({ url, kind }) => [url, kind]));
const largest = Math.max(...Array.from(Map.groupBy(hostile, ({ kind }) => kind).values(), (of) => of.length));
const triedIn = (kind: "client" | "app", seed: number) =>
  ["scheme", "loopback", "private", "tld"].flatMap((rule) => urlsOf(rule, kind, seed));

it("a run tries one URL of each kind, the usual ones for both kinds of webhook", () => {
  for (const seed of [0, 1, 2, 2 ** 31 - 2]) {
    const [client, app] = (["client", "app"] as const).map((kind) => triedIn(kind, seed).map((url) => kinds.get(url)));
    expect(new Set([...(client ?? []), ...(app ?? [])])).toEqual(new Set(kinds.values()));
    const both = client?.filter((kind) => app?.includes(kind));
    expect(both).toEqual(expect.arrayContaining(["scheme.ftp", "loopback.name", "private.v4-10", "tld.single-label"]));
    expect(both?.length).toBeLessThan(0.5 * new Set(kinds.values()).size);
  }
});

it.each(["client", "app"] as const)("many runs try all URLs for a %s webhook", (kind) => {
  const seeds = Array.from({ length: 2 * largest }, (_, index) => 7 + index);
  expect(new Set(seeds.flatMap((seed) => triedIn(kind, seed)))).toEqual(new Set(kinds.keys()));
});

it("takes no request for refused that is to come later, however often", async () => {
  const only = ["app.create", "list.answers"];
  const report = await judgeService({ slowsDown: () => "0" }, { only });
  expect(accusationsIn(report)).toEqual([]);
  expect(report.checks.map(({ reason }) => reason)).toEqual(only.map(() => expect.stringContaining("N-8-01")));
});
