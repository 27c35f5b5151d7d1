/**
 * Spans through `@opentelemetry/api`, if it is installed. They carry the row, the event and the attempt, never a key
 * or a payload. What an unsigned event is called comes from its payload, so it is left out.
 */

import type { Claimed } from "./store.ts";

export type Span = { failed(error: unknown): void };
export type Tracing = { around<T>(row: Claimed, run: (span: Span) => Promise<T>): Promise<T> };

type ApiSpan = { setStatus(status: { code: number }): unknown; end(): void };
type Api = {
  trace: {
    getTracer(name: string): {
      startActiveSpan<T>(name: string, options: object, run: (span: ApiSpan) => T): T;
    };
  };
};

/** `SpanStatusCode.ERROR` and `SpanKind.CONSUMER` of the API. */
const ERROR = 2;
const CONSUMER = 4;

const NONE: Tracing = { around: (_, run) => run({ failed() {} }) };

/** Looks for the package once, when an inbox opens. */
export async function findTracing(name = "@opentelemetry/api"): Promise<Tracing> {
  let api: Api;
  try {
    api = await import(name);
  } catch {
    return NONE;
  }
  return {
    around: ({ id, event, attempts, verified }, run) => {
      const attributes = {
        "inbox.row": id,
        ...(verified && { "inbox.event": event }),
        "inbox.attempt": attempts,
        "inbox.verified": verified,
      };
      const tracer = api.trace.getTracer("collections-contract");
      return tracer.startActiveSpan("inbox handle", { kind: CONSUMER, attributes }, async (span) => {
        try {
          return await run({ failed: () => void span.setStatus({ code: ERROR }) });
        } finally {
          span.end();
        }
      });
    },
  };
}
