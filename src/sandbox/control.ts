/** The control: what steers the sandbox. Under a prefix of its own, in JSON, and no part of the contract. */

import { Hono } from "hono";
import { EVENT_NAMES, OPERATIONS } from "../../generated/constants.ts";
import { SandboxError } from "../errors.ts";
import { routeCourse } from "./control-course.ts";
import { routeDeliveries } from "./control-deliveries.ts";
import { foreignTo } from "./control-guard.ts";
import * as input from "./control-input.ts";
import { ControlRefusal } from "./control-input.ts";
import { routeProfile } from "./control-profile.ts";
import { routeRecords } from "./control-records.ts";
import { controlState } from "./control-state.ts";
import { eventStream, WATCHERS_MAX } from "./control-stream.ts";
import type { Deliveries } from "./deliveries.ts";
import { Refusal, sentenceOf } from "./errors.ts";
import { isRegisteredRedirect, issueCode } from "./oauth.ts";
import { plant, type Seed } from "./seed.ts";
import type { World } from "./world.ts";

/** Everything below `/_control/`. `seed`: what a reset begins with again. */
export function createControlRoutes(world: World, deliveries: Deliveries, seed: Seed): Hono {
  const { store, journal } = world;
  const app = new Hono();

  app.use("/_control/*", async (context, proceed) => {
    const foreign = foreignTo(context.req.raw);
    if (foreign) throw new ControlRefusal(403, "control_foreign", foreign);
    await proceed();
    context.header("cache-control", "no-store");
    context.header("x-content-type-options", "nosniff");
  });

  app.get("/_control/state", (context) => context.json(controlState(world)));
  // What the documents state, for pages and scripts that cannot import it.
  app.get("/_control/contract", (context) => context.json({ operations: OPERATIONS, events: EVENT_NAMES }));

  app.post("/_control/oauth/code", async (context) => {
    const body = await input.inputOf(context.req.raw);
    const [firstClient] = store.list("oauthClient");
    const client = store.get("oauthClient", input.textOf(body, "clientId", firstClient?.id));
    if (!client) throw input.wrong("clientId", "is not registered");
    const redirectUri = input.textOf(body, "redirectUri", client.redirectUris[0]);
    if (!isRegisteredRedirect(client, redirectUri)) throw input.wrong("redirectUri", "is not registered");
    const [firstCustomer] = store.list("customer");
    const customer = input.recordOf(world, "customer", String(body["customer"] ?? firstCustomer?.id)).id;
    const scopes = input.textsOf(body, "scopes", [...new Set(Object.values(world.profile.operationScopes).flat())]);
    const code = issueCode(world, { oauthClient: client.id, redirectUri, customer, scopes, challenge: null });
    await store.flushed();
    return context.json({ clientId: client.id, clientSecret: client.secret, redirectUri, code }, 201);
  });

  app.post("/_control/reset", async (context) => {
    deliveries.clear();
    const kept = store.get("setting", "profile");
    store.clear();
    if (kept) store.put("setting", kept);
    world.faults = [];
    plant(world, seed);
    journal.add("reset", {});
    await store.flushed();
    return context.json(controlState(world));
  });
  app.get("/_control/events", (context) => {
    if (journal.watchers >= WATCHERS_MAX)
      throw new ControlRefusal(503, "watchers_full", "Too many watch already. Close a page.");
    return eventStream(journal, context.req.header("last-event-id") ?? context.req.query("after") ?? null);
  });

  routeProfile(app, world);
  routeRecords(app, world, deliveries);
  routeCourse(app, world, deliveries);
  routeDeliveries(app, world, deliveries);
  app.all("/_control/*", () => {
    throw input.missing("such control");
  });
  app.onError((error, context) => {
    if (error instanceof ControlRefusal)
      return context.json({ code: error.code, message: error.message }, error.status as 400);
    if (error instanceof SandboxError) return context.json({ code: error.code, message: error.message }, 400);
    if (error instanceof Refusal && error.code === "limit_reached")
      return context.json({ code: error.code, message: sentenceOf(error.code) }, 507);
    if (error instanceof Refusal) {
      const status = error.code === "body_too_large" ? 413 : 400;
      return context.json({ code: error.code, message: "The body cannot be read." }, status, { connection: "close" });
    }
    return context.json({ code: "storage_failed", message: "The sandbox could not store it." }, 500);
  });
  return app;
}
