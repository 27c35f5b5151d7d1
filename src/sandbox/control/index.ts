/** The control API of the sandbox: JSON below `/_control/`, not part of the contract. */

import { Hono } from "hono";
import { OPERATIONS } from "../../../generated/constants.ts";
import { SandboxError } from "../../errors/sandbox.ts";
import { ERROR_TEXTS } from "../../errors/texts/index.ts";
import { eventNames } from "../delivery/contract-events.ts";
import type { Deliveries } from "../delivery/deliveries.ts";
import { hasSite } from "../docs.ts";
import type { SandboxDriver } from "../driver.ts";
import { Refusal, refusalSentence } from "../errors.ts";
import type { Parts } from "../parts.ts";
import { foreignTo } from "../request-guard.ts";
import { keepClock, plant, type Seed } from "../seed.ts";
import type { Settings } from "../settings.ts";
import { getSetting } from "../store/store.ts";
import { knownNames } from "./calls.ts";
import { routeDeliveries } from "./deliveries.ts";
import { routeDriver } from "./driver.ts";
import { routeForwards } from "./forwards.ts";
import { ControlRefusal, refuseUnknown } from "./input.ts";
import { CONTROL_LIST, unknownCall } from "./list.ts";
import { routeOAuth } from "./oauth.ts";
import { routeOwners } from "./owners.ts";
import { routePayments } from "./payments.ts";
import { routeProfile } from "./profile.ts";
import { routeReceiver } from "./receiver.ts";
import { controlState } from "./state.ts";
import { eventStream, WATCHERS_MAX } from "./stream.ts";
import { routeTimeAndFaults } from "./time-and-faults.ts";
import { routeWebhooks } from "./webhooks.ts";

/** What the control steers. `seed`: what the sandbox holds after a reset. */
interface Steered {
  readonly parts: Parts;
  readonly settings: Settings;
  readonly deliveries: Deliveries;
  readonly seed: Seed;
  /** Gives the driver; undefined until the sandbox listens. */
  readonly driving: () => SandboxDriver | undefined;
}

/** Returns everything below `/_control/`. */
export function createControlRoutes({ parts, settings, deliveries, seed, driving }: Steered): Hono {
  const app = new Hono();
  app.use("/_control/*", async (context, proceed) => {
    const foreign = foreignTo(context.req.raw);
    if (foreign) throw new ControlRefusal(403, "control_foreign", foreign);
    refuseUnknown(context.req.query(), knownNames(context.req.raw, "query"));
    await proceed();
    context.header("cache-control", "no-store");
    context.header("x-content-type-options", "nosniff");
  });
  // Nothing is acknowledged before it is stored.
  app.use("/_control/*", async ({ req }, proceed) => {
    await proceed();
    if (req.method !== "GET") await parts.store.flushed();
  });
  app.get("/_control", ({ json }) => json(CONTROL_LIST));
  app.get("/_control/state", ({ json }) => json(controlState(parts)));
  // What the documents state, for pages and scripts that cannot import it.
  app.get("/_control/contract", ({ json }) =>
    json({ operations: OPERATIONS, events: eventNames(parts), site: hasSite() }),
  );
  app.post("/_control/reset", async ({ json }) => {
    await reset({ parts, deliveries, seed });
    return json(controlState(parts));
  });
  app.get("/_control/events", ({ req }) => {
    if (parts.journal.watchers >= WATCHERS_MAX)
      throw new ControlRefusal(503, "watchers_full", "Too many pages and programs are watching. Close one.");
    return eventStream(parts.journal, req.header("last-event-id") ?? req.query("after") ?? null);
  });
  routeOAuth(app, parts);
  routeProfile(app, parts, settings);
  routeOwners(app, parts);
  routeWebhooks(app, parts, deliveries);
  routeForwards(app, parts);
  routeReceiver(app, parts, deliveries);
  routePayments(app, parts, deliveries);
  routeTimeAndFaults(app, parts, deliveries);
  routeDeliveries(app, parts, deliveries);
  routeDriver(app, driving, parts.forwards);
  app.all("/_control/*", ({ req }) => {
    throw unknownCall(req.method, req.path);
  });
  app.onError((error, context) => {
    const { status, code, message, allow } = toRefusal(error);
    // The rest of a body that is too large is not read.
    const headers = { ...(status === 413 && { connection: "close" }), ...(allow !== undefined && { allow }) };
    const explained = hasSite() && Object.hasOwn(ERROR_TEXTS, code) ? `/_docs/errors/#${code}` : undefined;
    return context.json({ code, message, ...(explained && { explained }) }, status as 400, headers);
  });
  return app;
}

/** Deletes everything but settings and numbers, and sets a real clock back to the machine's time. */
async function reset({ parts, deliveries, seed }: Omit<Steered, "settings" | "driving">): Promise<void> {
  const { store, clock, journal } = parts;
  const kept = getSetting(store, "profile");
  store.clear();
  if (kept) store.put("setting", kept);
  if (clock.kind === "virtual") keepClock(parts);
  plant(parts, seed);
  // Only then: what cannot be deleted is still delivered.
  await store.flushed();
  deliveries.clear();
  clock.resume(undefined);
  journal.add("reset", {});
}

const STATUSES: Readonly<Record<string, number>> = { limit_reached: 507, body_too_large: 413, body_malformed: 400 };

function toRefusal(error: Error): { status: number; code: string; message: string; allow?: string | undefined } {
  if (error instanceof ControlRefusal) return error;
  if (error instanceof SandboxError) return { status: error.status ?? 400, code: error.code, message: error.message };
  if (error instanceof Refusal) {
    const status = STATUSES[error.code] ?? 422;
    const faults = error.faults.map(({ path, message }) => `${path} ${message}`).join("; ");
    return {
      status,
      code: error.code,
      message: faults ? `${refusalSentence(error.code)} ${faults}.` : refusalSentence(error.code),
    };
  }
  return { status: 500, code: "storage_failed", message: refusalSentence("storage_failed") };
}
