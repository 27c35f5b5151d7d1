/** The judge of services and receivers, for vitest, any other runner, and the command line. */

import "../runtime/supported-node.ts";
import type { Deployment } from "../overlays/deployment.ts";
import type { Check } from "./check.ts";
import { receiverChecks } from "./receiver/checks.ts";
import { select } from "./selection.ts";
import { SERVICE_CHECKS } from "./service/checks.ts";
import { deploymentChecks } from "./service/requests/deployment.ts";

export type { Deployment, DeploymentEvent } from "../overlays/deployment.ts";
export { RemoteDriver, type RemoteDriverOptions } from "./driver/remote.ts";
export {
  createDriver,
  type DriverAnswer,
  type DriverMembers,
  DriverRefusal,
  type DriverServer,
} from "./driver/serve.ts";
export type {
  ClientWebhookCreate,
  DriverCredentials,
  DriverPayment,
  DriverReceiver,
  ReceiverDriver,
  ServiceDriver,
} from "./driver.ts";
export { type ReceiverTarget, type TestReceiverOptions, testReceiver } from "./receiver/run.ts";
export {
  type Amounts,
  type BaselineResult,
  type CheckResult,
  type CheckVerdict,
  type Counts,
  exitCodeOf,
  type Report,
  type ReportMoment,
  type ReportRequest,
  type ReportResponse,
  type RunProblem,
  type RunProblemCode,
  type Severity,
  type Status,
} from "./report/report.ts";
export type { Progress, RunOptions } from "./run.ts";
export { type Baseline, baselineOf, type KnownFailure, type Selection } from "./selection.ts";
export { type TestServiceOptions, testService } from "./service/run.ts";

/** Lists the checks without running them. */
export interface CheckInfo {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly severity: "demand" | "practice";
  readonly rests: readonly string[];
}

/**
 * The checks of one of the two runs, in the order of the report. `deployment`: its own facts, which `api` checks, too.
 * `only`: as in `TestServiceOptions`; none if it names nothing.
 */
export function listChecks(of: "api" | "receiver", deployment?: Deployment, only?: readonly string[]): CheckInfo[] {
  const all: readonly Check<never>[] =
    of === "api" ? [...SERVICE_CHECKS, ...deploymentChecks(deployment)] : receiverChecks();
  return select(all, { only }).map(({ id, title, group, severity, rests }) => ({ id, title, group, severity, rests }));
}
