/** Prism in this process: a mock of a document, or a validating proxy in front of a service. */

import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";

type ServerOptions = Parameters<typeof createServer>[1];

const logger = {
  child: () => logger,
  ...Object.fromEntries(
    ["trace", "debug", "info", "warn", "error", "fatal", "success"].map((level) => [level, () => undefined]),
  ),
} as unknown as ServerOptions["components"]["logger"];

/**
 * Starts Prism on a free port of 127.0.0.1. Requests are judged and violations refused; with `upstream` they are passed
 * on and the answers judged as well, violations standing in the header `sl-violations`.
 */
export async function startPrism(document: string | object, upstream?: string) {
  // Prism resolves references in place.
  const operations = await getHttpOperationsFromSpec(
    typeof document === "string" ? document : structuredClone(document),
  );
  const config = {
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: false,
    mock: { dynamic: false as const },
    upstreamProxy: undefined,
    isProxy: upstream !== undefined,
    ...(upstream !== undefined && { upstream: new URL(upstream) }),
  };
  const server = createServer(operations, { cors: false, components: { logger }, config } as ServerOptions);
  const url = await server.listen(0, "127.0.0.1");
  return { url, stop: () => server.close() };
}
