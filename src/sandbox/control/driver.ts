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
  driverFaults,
} from "../../../generated/driver.ts";
import type { ServiceDriver } from "../../judge/driver.ts";
import { answerBy } from "../../values/driver-forms.ts";
import { typedKeys } from "../../values/names.ts";
import type { SandboxDriver } from "../driver.ts";
import type { Forwards } from "../outbound/forward.ts";
import { receiverBehind } from "../receiver-address.ts";
import { notFound, readBody, wrong } from "./input.ts";

const ROOT = "/_control/driver";

/** There is no `stop`: the end of a run does not end a sandbox that others may use. */
const CALLS = typedKeys(DRIVER_CALLS).filter((name) => !/^(?:start|stop|processed)$/.test(name));

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
    return json({ version: DRIVER_VERSION, calls: CALLS, values: { ...values, receiver } });
  });
  for (const name of CALLS) {
    const { path, request, answer } = DRIVER_CALLS[name];
    app.post(ROOT + path, async ({ req, json, body }) => {
      const driver = driving();
      if (!driver) throw notFound("driver yet");
      const given = await readBody(req.raw);
      const [fault] = driverFaults(request, given);
      if (fault) throw wrong(fault.path.slice(1) || "body", fault.message);
      const result = await answerBy(driver, name, given);
      return answer === null ? body(null, 204) : json(result);
    });
  }
}
