import { expect, it } from "vitest";
import { areCompared, CASES, many } from "../diff/bounds.ts";
import { changesOf } from "../diff/small-documents.ts";

areCompared(Object.keys(CASES));

it("1,000 operations that all send the 1,000 messages of a channel are refused", () => {
  const messages = Object.fromEntries(many(1000, (i) => [`m${i}`, { payload: { type: "string" } }]));
  const operations = many(1000, (i) => [`o${i}`, { action: "send", channel: { $ref: "#/channels/c" } }]);
  const document = {
    asyncapi: "3.0.0",
    info: { title: "t", version: "1" },
    channels: { c: { messages } },
    operations: Object.fromEntries(operations),
  };
  expect(() => changesOf(document, document)).toThrow(expect.objectContaining({ code: "document_too_large" }));
});
