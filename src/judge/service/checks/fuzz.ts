/**
 * Requests generated from the schemas, in addition to the hand-written table: valid ones must be accepted, and ones
 * that break one constraint must be refused. They are seeded and limited in number and time. A failing request is
 * shrunk to the smallest that still fails.
 */

import type { FactId } from "../../../../generated/facts.ts";
import appSchema from "../../../../generated/schemas/AppWebhookWrite.json" with { type: "json" };
import clientSchema from "../../../../generated/schemas/ClientWebhookCreate.json" with { type: "json" };
import type { Json } from "../../answers.ts";
import { Breach, type Check, NotObserved, type Rests } from "../../check.ts";
import { randomOf } from "../../random.ts";
import { type Exchange, isAccepted } from "../../wire/http.ts";
import { type Context, EVENT, type HookOptions, type Kind, unknownEvent } from "../context.ts";
import { outcomeOf } from "../expect.ts";
import { mustAcceptBesidePlain, needsPlain } from "./creating.ts";

const group = "fuzzing";
/** The number of requests of each check, the number of extra requests to shrink one, and the time limit. */
const BOUNDS = { requests: 5, shrinks: 24, ms: 4000 };

type Random = () => number;
type Schema = { type?: string; enum?: number[]; minItems?: number; maxItems?: number; $ref?: string };
type Keyword = "missing" | "type" | "items" | "few" | "many" | "value";

/** Every constraint of a schema that a request can break, read from the schema. */
export function constraintsOf(kind: Kind): { member: string; keyword: Keyword }[] {
  const schema = kind === "client" ? clientSchema : appSchema;
  const definitions = (schema as { $defs?: Record<string, Schema> }).$defs ?? {};
  const required: string[] = (schema as { required?: string[] }).required ?? [];
  return Object.entries(schema.properties as Record<string, Schema>).flatMap(([member, written]) => {
    const own = definitions[written.$ref?.split("/").at(-1) ?? ""] ?? written;
    const keywords: Keyword[] = [
      ...(required.includes(member) ? (["missing"] as const) : []),
      "type",
      ...(own.type === "array" ? (["items"] as const) : []),
      ...(own.minItems === undefined ? [] : (["few"] as const)),
      ...(own.maxItems === undefined ? [] : (["many"] as const)),
      ...(own.enum === undefined ? [] : (["value"] as const)),
    ];
    return keywords.map((keyword) => ({ member, keyword }));
  });
}

const FACTS: Record<string, FactId> = {
  "client.client": "F-2.2-03",
  "client.name": "F-2.2-04",
  "client.events": "F-2.2-05",
  "client.url": "F-2.2-07",
  "app.app": "F-2.3-04",
  "app.webhookUrl": "F-2.3-05",
  "app.events": "F-2.3-06",
  "app.responseHandlingType": "F-2.3-08",
  "app.active": "F-2.3-11",
};
const BOUND_FACTS: Rests = ["F-2.3-07", "F-7-02", "F-8-01"];

/** A broken value, and smaller ones that are broken in the same way. No interpretation makes any of them valid. */
interface Broken {
  readonly value: unknown;
  readonly smaller: readonly unknown[];
}

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const letters = (random: Random, most: number) =>
  Array.from({ length: 1 + Math.floor(random() * most) }, () =>
    pick(random, [..."abcdefghijklmnopqrstuvwxyzABCDEFGH0123456789 "]),
  )
    .join("")
    .trim() || "a";

/** A nested object: no interpretation makes it a string, a list or a number. */
function nested(random: Random, depth = 2): Json {
  const count = 1 + Math.floor(random() * 3);
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${pick(random, ["a", "value", "name"])}${index}`,
      depth > 0 ? nested(random, depth - 1) : { x: index },
    ]),
  );
}

/** The values beside the allowed ones, each tried twice, before others are drawn. */
const NEXT_TYPES = [3, 3, 0, 0];

function broken(member: string, keyword: Keyword, random: Random, number: number): Broken {
  const names = (count: number) =>
    Array.from({ length: count }, (_, index) => (index === 0 ? EVENT : `${unknownEvent(0)}_${index}`));
  switch (keyword) {
    case "missing":
      return { value: undefined, smaller: [] };
    case "few":
      return { value: [], smaller: [] };
    case "many": {
      const count = 101 + Math.floor(random() * 120);
      return {
        value: names(count),
        smaller: [101, 101 + Math.floor((count - 101) / 2)].filter((n) => n < count).map(names),
      };
    }
    case "items":
      return { value: [EVENT, nested(random), nested(random)], smaller: [[{ x: 0 }], [EVENT, { x: 0 }]] };
    case "value": {
      const value = NEXT_TYPES[number] ?? pick(random, [-1, 1]) * (3 + Math.floor(random() * 10_000));
      return {
        value,
        smaller: [3, 0, -1, Math.trunc(value / 2)].filter((one) => one !== value && one !== 1 && one !== 2),
      };
    }
    default:
      if (member === "responseHandlingType" || member === "active")
        return { value: `not-${letters(random, 12)}`, smaller: ["not"] };
      return { value: nested(random), smaller: [{ x: { x: 0 } }] };
  }
}

function valid(context: Context, kind: Kind, random: Random, mayUseUnknown: boolean): Json {
  const count = 1 + Math.floor(random() * (mayUseUnknown ? (kind === "app" ? 100 : 5) : 1));
  const events = [EVENT, ...Array.from({ length: count - 1 }, (_, index) => unknownEvent(index))];
  const request = context.createRequest(kind, { events, type: pick(random, [1, 2]), active: random() < 0.5 });
  return kind === "client" ? { ...request, name: `Judge ${letters(random, 40)}` } : request;
}

async function takesUnknown(context: Context, kind: Kind): Promise<boolean> {
  return isAccepted(await context.create(kind, context.createRequest(kind, { events: [EVENT, unknownEvent()] })));
}
const clientTakesUnknown = (context: Context) => takesUnknown(context, "client");
const appTakesUnknown = (context: Context) => takesUnknown(context, "app");
const unknownOf = (kind: Kind) => (kind === "client" ? clientTakesUnknown : appTakesUnknown);

/** What the other members of an app webhook say must not matter for the one that is broken. */
const OTHERS: readonly HookOptions[] = [{}, { active: false }, { type: 1 }, { type: 1, active: false }];

async function fuzzBroken(
  context: Context,
  kind: Kind,
  member: string,
  keyword: Keyword,
  random: Random,
): Promise<void> {
  await needsPlain(context, kind);
  if (keyword === "many" && !(await context.once(unknownOf(kind))))
    throw new NotObserved("event names that the service does not know are refused, as they may be (U-09)");
  const until = performance.now() + BOUNDS.ms;
  const isFixed = keyword === "missing" || keyword === "few";
  const count = !isFixed ? BOUNDS.requests : kind === "app" ? OTHERS.length : 1;
  for (let number = 0; number < count && performance.now() < until; number++) {
    const { value, smaller } = broken(member, keyword, random, number);
    const others = OTHERS[number % OTHERS.length];
    const attempt = (one: unknown) => context.create(kind, { ...context.createRequest(kind, others), [member]: one });
    const exchange = await attempt(value);
    if (!exchange.response) throw new NotObserved(`there was no answer (${exchange.failure?.code})`);
    if (!isAccepted(exchange)) continue;
    const least = await shrink(attempt, exchange, smaller, until);
    throw new Breach({
      expected: "A request that breaks this constraint is refused.",
      actual: `It was accepted (${outcomeOf(least)}).`,
      exchange: least,
    });
  }
}

/** The first smaller value that is also accepted. */
async function shrink(
  attempt: (value: unknown) => Promise<Exchange>,
  found: Exchange,
  smaller: readonly unknown[],
  until: number,
): Promise<Exchange> {
  for (const value of smaller.slice(0, BOUNDS.shrinks)) {
    if (performance.now() > until) break;
    const exchange = await attempt(value);
    if (isAccepted(exchange)) return exchange;
  }
  return found;
}

async function fuzzValid(context: Context, kind: Kind, random: Random): Promise<void> {
  await needsPlain(context, kind);
  const isOpen = await context.once(unknownOf(kind));
  const until = performance.now() + BOUNDS.ms;
  for (let number = 0; number < BOUNDS.requests && performance.now() < until; number++) {
    // A cap on the events of a client webhook is open (U-08), so these stay few.
    const request = valid(context, kind, random, isOpen && (kind === "app" || number > 0));
    const exchange = await context.create(kind, request);
    if (!exchange.response) throw new NotObserved(`there was no answer (${exchange.failure?.code})`);
    await mustAcceptBesidePlain(context, kind, exchange, "A request that keeps every constraint is accepted.");
  }
}

const WHAT: Record<Keyword, (member: string) => string> = {
  missing: (member) => `without ${member}`,
  type: (member) => `whose ${member} is of another type`,
  items: (member) => `whose ${member} contains a value that is not a string`,
  few: (member) => `with too few ${member}`,
  many: (member) => `with too many ${member}`,
  value: (member) => `whose ${member} is not an allowed value`,
};

/** Each check has its own random numbers, so that running it alone gives the same requests. */
function drawing(id: string, run: (context: Context, random: Random) => Promise<void>) {
  return (context: Context): Promise<void> => {
    const own = [...id].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261);
    return run(context, randomOf((own ^ context.options.seed) >>> 0));
  };
}

export const FUZZ_CHECKS: Check<Context>[] = (["client", "app"] as const).flatMap((kind): Check<Context>[] => {
  const name = kind === "client" ? "client webhook" : "app webhook";
  return [
    {
      id: `fuzz.${kind}.valid`,
      title: `Generated requests for ${kind === "client" ? "a" : "an"} ${name} that keep the schema are accepted`,
      severity: "demand",
      rests: kind === "client" ? ["F-4.3-02"] : ["F-4.4-03"],
      group,
      run: drawing(`fuzz.${kind}.valid`, (context, random) => fuzzValid(context, kind, random)),
    },
    ...constraintsOf(kind).map(({ member, keyword }): Check<Context> => {
      const id = `fuzz.${kind}.${member}.${keyword}`;
      const isBound = kind === "app" && (keyword === "few" || keyword === "many");
      return {
        id,
        title: `Generated requests for ${kind === "client" ? "a" : "an"} ${name} ${WHAT[keyword](member)} are refused`,
        severity: "demand",
        rests: isBound ? BOUND_FACTS : [FACTS[`${kind}.${member}`] as FactId],
        group,
        run: drawing(id, (context, random) => fuzzBroken(context, kind, member, keyword, random)),
      };
    }),
  ];
});
