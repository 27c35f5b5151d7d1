/** The options of a run beyond its driver, and what a deployment states where the description is silent. */

import type { Deployment } from "../../overlays/deployment.ts";
import type { ServiceDriver } from "../driver.ts";
import type { Fence } from "../fence.ts";
import type { Redactor } from "../report/redaction.ts";
import type { Trace } from "../trace.ts";
import type { Listener } from "../wire/listener.ts";

/** How long after an answer 202 a webhook may come to exist, and a token be refused that is new. Milliseconds. */
export const LATE_MS = 1000;

export interface ContextOptions {
  readonly requestTimeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Called with each answer of the service. */
  readonly onAnswer?: (() => void) | undefined;
  readonly random: () => number;
  readonly seed: number;
  /** How long to run random walks; without it, a fixed number of them. */
  readonly walkMs?: number | undefined;
  /** Whether the check with this id is of this run. */
  readonly isJudged: (id: string) => boolean;
  /** What the service states beyond the interface description. */
  readonly deployment?: Deployment | undefined;
}

/** What a run stands on. */
export interface Ground {
  readonly driver: ServiceDriver;
  readonly fence: Fence<ServiceDriver>;
  /** Undefined if the driver has no receiver, or its port is taken. */
  readonly listener: Listener | undefined;
  readonly trace: Trace;
  readonly redactor: Redactor;
  readonly options: ContextOptions;
}

/** How a request carries its token: `Authorization: Bearer` if not stated (N-5-03). */
export function tokenHeadersOf(deployment: Deployment | undefined, token: string): Record<string, string> {
  const { tokenHeader = "Authorization", tokenPrefix = "Bearer " } = deployment?.settings ?? {};
  return { [tokenHeader]: tokenPrefix + token };
}
