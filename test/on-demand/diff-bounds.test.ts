import { expect, it } from "vitest";
import { diffContracts } from "../../src/diff/index.ts";
import { toDocument } from "../../src/documents/read.ts";
import { areCompared, CASES, many } from "../diff/bounds.ts";

areCompared(Object.keys(CASES));

it("1,000 operations that all send the 1,000 messages of a channel are refused", () => {
  const messages = Object.fromEntries(many(1000, (i) => [`m${i}`, { payload: { type: "string" } }]));
  const operations = many(1000, (i) => [`o${i}`, { action: "send", channel: { $ref: "#/channels/c" } }]);
  const side = {
    asyncapi: toDocument(
      {
        asyncapi: "3.0.0",
        info: { title: "t", version: "1" },
        channels: { c: { messages } },
        operations: Object.fromEntries(operations),
      },
      "/contract/a.json",
    ),
  };
  expect(() => diffContracts(side, side)).toThrow(expect.objectContaining({ code: "document_too_large" }));
});
