/** What only a Request has: streams that hang, break or never end, bodies that were read (F-6.3-06, N-8-02). */

import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import * as edge from "../../src/receive/edge.ts";
import * as main from "../../src/receive/index.ts";
import type { ReceiverOptions } from "../../src/receive/options.ts";
import { bytesOf, codeOf, EVENT, requestOf, SECRET, signed, snapshot } from "../support/receiver.ts";

const { headers } = signed(snapshot());
const bytes = bytesOf(snapshot());
const request = (body: ReadableStream) =>
  new Request("http://receiver.test/", { method: "POST", headers, body, duplex: "half" } as RequestInit);

describe.each([
  ["main", main],
  ["edge", edge],
])("fetch of the %s entry", (_, { createReceiver }) => {
  const answerTo = async (given: Request, options: Partial<ReceiverOptions> = {}) => {
    const { fetch } = createReceiver({ secrets: SECRET, on: {}, onProblem() {}, ...options });
    const response = await fetch(given);
    return codeOf({ text: await response.text() }) ?? response.status;
  };

  it("gives up a body that takes too long, and tells its source", async () => {
    const cancel = vi.fn();
    let pulls = 0;
    const trickle = new ReadableStream({
      async pull(controller) {
        pulls++;
        await new Promise((resolve) => setTimeout(resolve, 5));
        controller.enqueue(bytesOf(" "));
      },
      cancel,
    });
    const started = performance.now();
    expect(await answerTo(request(trickle), { bodyTimeoutMs: 400 })).toBe("body_timeout");
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(pulls).toBeGreaterThan(2);
    await expect.poll(() => cancel).toHaveBeenCalledTimes(1);
  });

  it("gives up a body that never begins, even if its source does not let go", async () => {
    const hanging = new ReadableStream({
      pull: () => new Promise(() => undefined),
      cancel: () => new Promise(() => undefined),
    });
    expect(await answerTo(request(hanging), { bodyTimeoutMs: 30 })).toBe("body_timeout");
    const rejecting = new ReadableStream({
      pull: () => new Promise(() => undefined),
      cancel: () => Promise.reject(new Error("no")),
    });
    expect(await answerTo(request(rejecting), { bodyTimeoutMs: 30 })).toBe("body_timeout");
  });

  it("does not read on behind the limit", async () => {
    const cancel = vi.fn();
    let pulled = 0;
    const endless = new ReadableStream(
      { pull: (controller) => controller.enqueue(bytesOf("x".repeat(++pulled * 0 + 100))), cancel },
      { highWaterMark: 0 },
    );
    expect(await answerTo(request(endless), { maxBodyBytes: 1000 })).toBe("body_too_large");
    expect(pulled).toBeLessThanOrEqual(12);
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it("takes a body in pieces of a byte, but not in tens of thousands of them", async () => {
    const inBytes = (from: Uint8Array) => {
      let at = 0;
      return new ReadableStream({
        pull(controller) {
          if (at === from.length) controller.close();
          else controller.enqueue(from.subarray(at, ++at));
        },
      });
    };
    expect(await answerTo(request(inBytes(bytes)))).toBe(204);
    expect(await answerTo(request(inBytes(bytesOf(" ".repeat(20_000)))))).toBe("body_too_large");
  });

  it("notices a body that breaks off", async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.slice(0, 10));
        setTimeout(() => controller.error(new Error("gone")), 10);
      },
    });
    expect(await answerTo(request(broken))).toBe("body_incomplete");
  });

  it("notices a body that was read, is being read, or comes decoded", async () => {
    const read = requestOf(signed(snapshot()));
    await read.json();
    expect(await answerTo(read)).toBe("body_already_read");
    const begun = requestOf(signed(snapshot()));
    begun.body?.getReader();
    expect(await answerTo(begun)).toBe("body_already_read");
    const decoded = new ReadableStream({ start: (controller) => controller.enqueue(snapshot()) });
    expect(await answerTo(request(decoded))).toBe("body_already_read");
    const copied = requestOf(signed(snapshot()));
    await copied.clone().json();
    expect(await answerTo(copied)).toBe(204);
  });

  it("answers when a stream holds no bytes at all", async () => {
    const texts = new ReadableStream({
      start(controller) {
        controller.enqueue(snapshot());
        controller.close();
      },
    });
    expect(await answerTo(request(texts))).toMatch(/^(body_|handler_failed|signature_)/);
    expect(await answerTo(new Request("http://receiver.test/", { method: "POST", headers }))).toBe("body_not_received");
  });

  it("gives the same answer however the body is cut into chunks", async () => {
    const handler = vi.fn();
    const { fetch } = createReceiver({ secrets: SECRET, on: { [EVENT]: handler }, store: false });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 8 }), async (cuts) => {
        const ends = [...cuts, bytes.length].sort((a, b) => a - b);
        const chunks = ends.map((end, at) => bytes.slice(ends[at - 1] ?? 0, end));
        expect((await fetch(requestOf({ headers, body: chunks }))).status).toBe(204);
        expect(Buffer.from(handler.mock.lastCall?.[0].body).equals(bytes)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it("refuses a header that came twice", async () => {
    const twice = requestOf(signed(snapshot()));
    twice.headers.append("x-service-signature", headers["X-Service-Signature"] as string);
    expect(await answerTo(twice)).toBe("signature_repeated");
  });
});
