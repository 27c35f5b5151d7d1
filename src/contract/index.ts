/** The judge: does a service keep the contract, and is a receiver safe? For vitest, any other runner, and the command line. */

import type { Deployment } from "../deployment/deployment.ts";
import type { Check } from "./check.ts";
import { deploymentChecks } from "./checks/deployment.ts";
import { SERVICE_CHECKS } from "./checks/index.ts";
import { RECEIVER_CHECKS } from "./checks/receiver.ts";
import { select } from "./run.ts";

export type { Deployment } from "../deployment/deployment.ts";
export type { DriverCredentials, DriverPayment, DriverReceiver, ReceiverDriver, ServiceDriver } from "./driver.ts";
export { type ReceiverOptions, type ReceiverTarget, testReceiver } from "./receiver.ts";
export {
  type CheckResult,
  type Counts,
  exitCodeOf,
  type Problem,
  type ProblemCode,
  type Report,
  type ReportRequest,
  type ReportResponse,
  type Severity,
  type Status,
} from "./report.ts";
export { type Progress, type RunOptions, testService } from "./run.ts";

/** What there is to be checked, without checking it. */
export interface CheckInfo {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly severity: "demand" | "practice";
  readonly rests: readonly string[];
}

/**
 * The checks of one of the two runs, in the order of the report. `contract`: of a deployment, whose own statements `api` checks as well.
 * `only`: as in `RunOptions`; none if it names nothing.
 */
export function listChecks(of: "api" | "receiver", contract?: Deployment, only?: readonly string[]): CheckInfo[] {
  const all: readonly Check<never>[] =
    of === "api" ? [...SERVICE_CHECKS, ...deploymentChecks(contract)] : RECEIVER_CHECKS;
  return select(all, only).map(({ id, title, group, severity, rests }) => ({ id, title, group, severity, rests }));
}
