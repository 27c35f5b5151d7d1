/** Documents whose parts add up: the time of a comparison grows with their length, not with its square. */

import { expect, it } from "vitest";
import type { Json } from "../support/json.ts";
import { bodyOf, changesOf, openapi } from "./small-documents.ts";

/** A list of this many. */
export const many = (count: number, make: (i: number) => Json): Json[] =>
  Array.from({ length: count }, (_, i) => make(i));
const withSchema = (schema: Json) =>
  openapi({ paths: { "/a": { post: { requestBody: bodyOf(schema), responses: {} } } } });
const sending = (name: string, count: number) => ({
  asyncapi: "3.0.0",
  info: { title: "t", version: "1" },
  channels: Object.fromEntries(many(count, (i) => [`c${i}`, { messages: { m: {} } }])),
  operations: Object.fromEntries(
    many(count, (i) => [`${name}${i}`, { action: "send", channel: { $ref: `#/channels/c${i}` } }]),
  ),
});

/** 600 operations that inherit 600 ways to authenticate. */
const secured = (version: number) =>
  openapi({
    security: many(600, (i) => ({ [`s${i}`]: [] })),
    paths: Object.fromEntries(many(600, (i) => [`/${i}`, { get: { responses: {} } }])),
    components: {
      securitySchemes: Object.fromEntries(
        many(600, (i) => [`s${i}`, { type: "apiKey", in: "header", name: `h${version}-${i}` }]),
      ),
    },
  });
const scoped = (version: number) => ({
  ...secured(0),
  security: [{ s0: many(20_000, (i) => `scope-${version}-${i}`) }],
});
const webhooks = (version: number) =>
  openapi({
    webhooks: Object.fromEntries(
      many(4000, (i) => [`w${version}-${i}`, { post: { operationId: `o${i}`, responses: {} } }]),
    ),
  });

export const CASES: Record<string, (version: number) => Json> = {
  "allOf of 5,000 parts": (v) =>
    withSchema({ allOf: many(5000, (i) => ({ properties: { [`p${i}`]: { minimum: v } } })) }),
  "allOf of 5,000 parts that restrict one property": (v) =>
    withSchema({ allOf: many(5000, (i) => ({ properties: { p: { minimum: v + i } } })) }),
  "600 operations with 600 ways to authenticate": secured,
  "20,000 scopes": (v) => ({ ...scoped(v), paths: { "/a": { get: { responses: {} } } } }),
  "4,000 webhooks under other names": webhooks,
  "3,000 operations under other names": (v) => sending(v === 0 ? "a" : "b", 3000),
};

/** Compares two versions of each of these documents, in 12 s at most. */
export const areCompared = (names: readonly string[]) =>
  it.each(names)("%s", (name) => {
    const of = CASES[name] as (version: number) => Json;
    const started = performance.now();
    expect(changesOf(of(0), of(1)).length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(12_000);
  });
