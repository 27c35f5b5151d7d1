/** Receives the events that AWS Lambda makes of requests. */

import { MisuseError } from "../errors/receiving.ts";
import type { Answer } from "./outcome.ts";
import type { BytesRequest } from "./over-bytes.ts";

type Values = Readonly<Record<string, string | readonly string[] | undefined>> | null | undefined;

/**
 * What the handler uses of an event: of API Gateway in format 1.0 or 2.0, of a function URL, or of a load balancer.
 * Events of Netlify's functions with an event, and of other hosts that imitate Lambda, are of this form, too.
 */
export type LambdaEvent = {
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
  readonly headers?: Values;
  readonly multiValueHeaders?: Values;
  readonly httpMethod?: string;
  readonly path?: string;
  readonly rawPath?: string;
  readonly rawQueryString?: string;
  /** In format 2.0 with the member `http`. */
  readonly requestContext?: unknown;
};

/** What Lambda sends as the response. */
export type LambdaAnswer = {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly multiValueHeaders?: Readonly<Record<string, string[]>>;
  readonly body: string;
};

/**
 * Returns the `handler` of a function of AWS Lambda that receives deliveries; it never rejects. For a function of
 * `secrets`, `url` is the path, with the query in format 2.0.
 *
 * @throws MisuseError `receiver_option` unless it gets a receiver
 */
export function lambdaHandler(receiver: {
  bytes(request: BytesRequest): Promise<Answer>;
}): (event: LambdaEvent) => Promise<LambdaAnswer> {
  if (typeof Object(receiver).bytes !== "function")
    throw new MisuseError("receiver_option", "Pass lambdaHandler the receiver, which createReceiver returns.");
  return async (event) => {
    const { status, headers, body } = await receiver.bytes(toRequest(Object(event)));
    if (event?.headers || !event?.multiValueHeaders) return { statusCode: status, headers, body };
    // A load balancer that sends lists of values takes nothing else.
    const lists = Object.entries(headers).map(([name, value]) => [name, [value]]);
    return { statusCode: status, multiValueHeaders: Object.fromEntries(lists), body };
  };
}

/** Reads an event of AWS. A value of another kind gets no method, and is refused as unusable. */
function toRequest(event: LambdaEvent): BytesRequest {
  const { body, isBase64Encoded, headers, multiValueHeaders, requestContext, rawQueryString: query } = event;
  return {
    method: (Object(requestContext).http?.method ?? event.httpMethod) as string,
    url: `${event.rawPath ?? event.path ?? ""}${query ? `?${query}` : ""}`,
    headers: multiValueHeaders ?? headers ?? {},
    body: typeof body === "string" && isBase64Encoded ? Buffer.from(body, "base64") : body,
  };
}
