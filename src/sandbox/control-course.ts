/** The part of the control that lets time pass and things go wrong: clock, scenarios, faults. */

import type { Hono } from "hono";
import * as input from "./control-input.ts";
import type { Deliveries } from "./deliveries.ts";
import type { FaultKind } from "./model.ts";
import { BURST_MAX, runScenario, SCENARIOS, type ScenarioName } from "./scenarios.ts";
import type { Fault, World } from "./world.ts";

const FAULT_KINDS: readonly FaultKind[] = ["drop", "wrong-signature", "delay", "duplicate", "slow"];
const ADVANCE_MAX_SECONDS = 366 * 24 * 3600;

export function routeCourse(app: Hono, world: World, deliveries: Deliveries): void {
  const { store, clock, journal } = world;

  app.post("/_control/clock/advance", async (context) => {
    const seconds = input.numberOf(await input.inputOf(context.req.raw), "seconds", Number.NaN, 0, ADVANCE_MAX_SECONDS);
    await deliveries.advance(seconds * 1000);
    await store.flushed();
    const now = new Date(clock.now()).toISOString();
    journal.add("clock", { now });
    return context.json({ now });
  });
  app.post("/_control/settle", async (context) => {
    await deliveries.idle();
    return context.json({ settled: true });
  });

  app.get("/_control/scenarios", (context) => context.json(SCENARIOS));
  app.post("/_control/scenarios/:name", async (context) => {
    const name = context.req.param("name");
    if (!Object.hasOwn(SCENARIOS, name))
      throw input.missing(`scenario ${name.slice(0, 40)}; see GET /_control/scenarios`);
    const body = await input.inputOf(context.req.raw);
    const client = input.clientIdOf(world, body, 1);
    const count = input.wholeOf(body, "count", 20, 1, BURST_MAX);
    const seconds = input.numberOf(body, "seconds", 2, 0, 60);
    const run = runScenario(world, deliveries, name as ScenarioName, { client, count, seconds });
    await store.flushed();
    return context.json(run, 201);
  });
  app.get("/_control/faults", (context) => context.json(world.faults));
  app.put("/_control/faults", async (context) => {
    const { faults } = await input.inputOf(context.req.raw);
    if (!Array.isArray(faults) || faults.length > 20) throw input.wrong("faults", "must be a list of at most 20");
    world.faults = faults.map(
      (fault: unknown): Fault => ({
        kind: input.choiceOf(Object(fault), "kind", FAULT_KINDS),
        next: input.wholeOf(Object(fault), "next", 1, 1, 100_000),
        seconds: input.numberOf(Object(fault), "seconds", 2, 0, 86_400),
      }),
    );
    journal.add("faults", world.faults);
    return context.json(world.faults);
  });
}
