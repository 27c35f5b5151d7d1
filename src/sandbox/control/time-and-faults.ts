/** The part of the control that lets time pass and things go wrong: clock, scenarios, faults. */

import type { Hono } from "hono";
import { isNameIn } from "../../values/names.ts";
import type { Deliveries } from "../delivery/deliveries.ts";
import { injectedFaults, keepFaults } from "../delivery/faults.ts";
import type { Needs } from "../parts.ts";
import { BURST_MAX, runScenario, SCENARIOS } from "../scenarios.ts";
import type { FaultKind, InjectedFault } from "../store/model.ts";
import * as input from "./input.ts";

const FAULT_KINDS: readonly FaultKind[] = ["drop", "wrong-signature", "other-body", "delay", "duplicate", "slow"];
const FAULTS_MAX = 20;
const ADVANCE_MAX_SECONDS = 366 * 24 * 3600;

type Steering = Needs<"store" | "clock" | "journal" | "profile" | "deployment" | "random" | "mostRecords" | "baseUrl">;

/** Adds the routes for clock, scenarios and faults. */
export function routeTimeAndFaults(app: Hono, parts: Steering, deliveries: Deliveries): void {
  routeClock(app, parts, deliveries);
  app.get("/_control/scenarios", ({ json }) => json(SCENARIOS));
  app.post("/_control/scenarios/:name", async ({ req, json }) =>
    json(readScenario(parts, deliveries, req.param("name"), await input.readInput(req.raw)), 201),
  );
  app.get("/_control/faults", ({ json }) => json(injectedFaults(parts)));
  app.put("/_control/faults", async ({ req, json }) => {
    keepFaults(parts, faultsIn(await input.readInput(req.raw)));
    return json(injectedFaults(parts));
  });
}

function routeClock(app: Hono, parts: Steering, deliveries: Deliveries): void {
  const now = () => new Date(parts.clock.now()).toISOString();
  app.post("/_control/clock/advance", async ({ req, json }) => {
    const given = await input.readInput(req.raw);
    const seconds = input.readNumber(given, "seconds", Number.NaN, 0, ADVANCE_MAX_SECONDS);
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

function readScenario(parts: Steering, deliveries: Deliveries, name: string, given: input.Input) {
  if (!isNameIn(SCENARIOS, name)) throw input.notFound(`scenario ${name.slice(0, 40)}; see GET /_control/scenarios`);
  return runScenario(parts, deliveries, name, {
    client: input.readClientId(parts, given, 1),
    count: input.readWholeNumber(given, "count", 20, 1, BURST_MAX),
    seconds: input.readNumber(given, "seconds", 2, 0, 60),
  });
}

function faultsIn({ faults }: input.Input): InjectedFault[] {
  if (!Array.isArray(faults) || faults.length > FAULTS_MAX)
    throw input.wrong("faults", `must be a list of at most ${FAULTS_MAX}`);
  return faults.map(Object).map((fault): InjectedFault => {
    input.refuseUnknown(fault, ["kind", "next", "seconds"]);
    return {
      kind: input.readChoice(fault, "kind", FAULT_KINDS),
      next: input.readWholeNumber(fault, "next", 1, 1, 100_000),
      seconds: input.readNumber(fault, "seconds", 2, 0, 86_400),
    };
  });
}
