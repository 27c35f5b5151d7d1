/** The part of the control that lets time pass and things go wrong: clock, scenarios, faults. */

import type { Hono } from "hono";
import { isNameIn } from "../../values/names.ts";
import type { Deliveries } from "../delivery/deliveries.ts";
import { injectedFaults, keepFaults } from "../delivery/faults.ts";
import type { Needs } from "../parts.ts";
import { runScenario, SCENARIOS } from "../scenarios.ts";
import { notFound, readClientId, readInput } from "./input.ts";

type Steering = Needs<"store" | "clock" | "journal" | "profile" | "deployment" | "random" | "mostRecords" | "baseUrl">;

/** Adds the routes for clock, scenarios and faults. */
export function routeTimeAndFaults(app: Hono, parts: Steering, deliveries: Deliveries): void {
  routeClock(app, parts, deliveries);
  app.get("/_control/scenarios", ({ json }) => json(SCENARIOS));
  app.post("/_control/scenarios/:name", async ({ req, json }) => {
    const name = req.param("name");
    if (!isNameIn(SCENARIOS, name)) throw notFound(`scenario ${name.slice(0, 40)}; see GET /_control/scenarios`);
    const { client, ...given } = await readInput(req.raw, "runScenario");
    return json(runScenario(parts, deliveries, name, { ...given, client: readClientId(parts, client) }), 201);
  });
  app.get("/_control/faults", ({ json }) => json(injectedFaults(parts)));
  app.put("/_control/faults", async ({ req, json }) => {
    keepFaults(parts, (await readInput(req.raw, "setFaults")).faults);
    return json(injectedFaults(parts));
  });
}

function routeClock(app: Hono, parts: Steering, deliveries: Deliveries): void {
  const now = () => new Date(parts.clock.now()).toISOString();
  app.post("/_control/clock/advance", async ({ req, json }) => {
    const { seconds } = await readInput(req.raw, "advanceClock");
    const tally = await deliveries.advance(seconds * 1000);
    parts.journal.add("clock", { now: now() });
    return json({ now: now(), ...tally });
  });
  app.post("/_control/clock/back", async ({ json }) => {
    await deliveries.backToRealTime();
    parts.journal.add("clock", { now: now() });
    return json({ now: now() });
  });
  app.post("/_control/clock/run-out", async ({ json }) => {
    await deliveries.runOut();
    parts.journal.add("clock", { now: now() });
    return json({ now: now() });
  });
  app.post("/_control/settle", async ({ json }) => {
    await deliveries.idle();
    return json({ settled: true });
  });
}
