/** Small documents, and what changes from one to another. */

import { type Change, diffContracts } from "../../src/diff/index.ts";
import { type Documents, toDocument } from "../../src/documents/read.ts";
import type { Json } from "../support/json.ts";

/** An OpenAPI document with these members. */
export const openapi = (more: Json = {}): Json => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {},
  ...more,
});

/** A reference to a schema in components. */
export const R = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A body of JSON, as it stands in requests and in answers. */
export const bodyOf = (schema: Json) => ({ content: { "application/json": { schema } } });

/** One document of either format, as a side of a comparison. */
export const sideOf = (data: Json): Documents => ({
  [data.openapi ? "openapi" : "asyncapi"]: toDocument(data, "/contract/a.json"),
});

export const changesOf = (old: Json, fresh: Json, hasExtensions = true): readonly Change[] =>
  diffContracts(sideOf(old), sideOf(fresh), { hasExtensions }).changes;

/** Each change by its kind and its verdict (`text` for documentation), with those whom it breaks. */
export const told = (old: Json, fresh: Json, hasExtensions?: boolean): string[] =>
  changesOf(old, fresh, hasExtensions).map(({ kind, verdict, breaks, documentationOnly: isText }) =>
    [kind, isText ? "text" : verdict, ...breaks].join(" "),
  );
