/**
 * The part of the control that is a driver over HTTP (spec/driver.yaml), so that the judge of another process can test
 * the sandbox.
 */

import type { Hono } from "hono";
import {
  DRIVER_CALLS,
  DRIVER_MEMBERS_PATH,
  DRIVER_VALUES,
  DRIVER_VERSION,
  type DriverCall,
  driverFaults,
} from "../../../generated/driver.ts";
import type { DriverPayment, ServiceDriver } from "../../judge/driver.ts";
import { typedKeys } from "../../values/names.ts";
import type { SandboxDriver } from "../driver.ts";
import type { Forwards } from "../outbound/forward.ts";
import { receiverBehind } from "../receiver-address.ts";
import { type Input, notFound, readInput, wrong } from "./input.ts";

const ROOT = "/_control/driver";

type Served = Exclude<DriverCall, "start" | "stop" | "processed">;
type Switched = Parameters<NonNullable<ServiceDriver["setClientWebhookActive"]>>[0];

/** What each call does. There is no `stop`: the end of a run does not end a sandbox that others may use. */
const CALLS: Readonly<Record<Served, (driver: SandboxDriver, given: Input) => unknown>> = {
  reset: (driver) => driver.reset(),
  settle: (driver) => driver.settle(),
  credentials: (driver) => driver.credentials(),
  accessToken: async (driver) => ({ accessToken: await driver.accessToken() }),
  requestHeaders: (driver, { token }) => ({ headers: driver.requestHeaders(asText(token)) }),
  refresh: (driver, { refreshToken }) => driver.refresh(asText(refreshToken) ?? ""),
  confirmPayment: (driver, given) => driver.confirmPayment(readPayment(given)),
  recordPayment: (driver, given) => driver.recordPayment(readPayment(given)),
  setClientWebhookActive: (driver, { request, response, active }) =>
    // The schema of the call says that it is an object; the sandbox reads the response alone.
    driver.setClientWebhookActive({ request: request as Switched["request"], response }, active === true),
  dispatchAppEvent: (driver, { app, event }) => driver.dispatchAppEvent(asText(app) ?? "", asText(event) ?? ""),
  emitEvent: (driver, { client, event }) => driver.emitEvent(asText(client) ?? "", asText(event) ?? ""),
};

const asText = (value: unknown) => (typeof value === "string" ? value : undefined);

function readPayment({ paidTo, client }: Input): DriverPayment {
  return { paidTo: paidTo === "agency" ? "agency" : "client", client: asText(client) ?? "" };
}

/**
 * Adds the routes. `driving`: gives the driver, which is made once the sandbox listens. `forwards` come and go while it
 * runs.
 */
export function routeDriver(app: Hono, driving: () => SandboxDriver | undefined, forwards: Forwards): void {
  app.get(ROOT + DRIVER_MEMBERS_PATH, ({ json }) => {
    const driver: ServiceDriver | undefined = driving();
    if (!driver) throw notFound("driver yet");
    const values = Object.fromEntries(DRIVER_VALUES.map((name) => [name, driver[name]]));
    const receiver = driver.receiver ?? receiverBehind(forwards);
    return json({ version: DRIVER_VERSION, calls: Object.keys(CALLS), values: { ...values, receiver } });
  });
  for (const name of typedKeys(CALLS)) {
    const { path, request, answer } = DRIVER_CALLS[name];
    app.post(ROOT + path, async ({ req, json, body }) => {
      const driver = driving();
      if (!driver) throw notFound("driver yet");
      const given = await readInput(req.raw);
      const [fault] = driverFaults(request, given);
      if (fault) throw wrong(fault.path.slice(1) || "body", fault.message);
      const result = await CALLS[name](driver, given);
      return answer === null ? body(null, 204) : json(result);
    });
  }
}
