/** The control: what steers the sandbox. Under a prefix of its own, in JSON, and no part of the contract. */

import { Hono } from "hono";
import { ASSUMPTIONS } from "../../generated/assumptions.ts";
import { EVENT_NAMES, OPERATIONS } from "../../generated/constants.ts";
import { PROFILE_KEYS, type Profile } from "../../generated/profile.ts";
import { SandboxError } from "../errors.ts";
import { routeDeliveries } from "./control-deliveries.ts";
import { foreignTo } from "./control-guard.ts";
import * as input from "./control-input.ts";
import { ControlRefusal } from "./control-input.ts";
import { controlState } from "./control-state.ts";
import { eventStream, WATCHERS_MAX } from "./control-stream.ts";
import type { Deliveries } from "./deliveries.ts";
import { Refusal, sandboxError, sentenceOf } from "./errors.ts";
import { confirmPayment, dispatchAppEvent, recordPayment } from "./events.ts";
import { appId, appIri, clientIri } from "./iris.ts";
import { needRoom } from "./limits.ts";
import type { FaultKind } from "./model.ts";
import { isRegisteredRedirect, issueCode } from "./oauth.ts";
import { changedProfile, differences, SHIPPED_PROFILES, statedProfile } from "./profile.ts";
import { BURST_MAX, runScenario, SCENARIOS, type ScenarioName } from "./scenarios.ts";
import { plant, type Seed } from "./seed.ts";
import type { Fault, World } from "./world.ts";

const FAULT_KINDS: readonly FaultKind[] = ["drop", "wrong-signature", "delay", "duplicate", "slow"];
const ADVANCE_MAX_SECONDS = 366 * 24 * 3600;

/** The settings that are left to choose. */
function openKeys({ contract }: World): Partial<typeof PROFILE_KEYS> {
  const isOpen = ([key, { gap }]: [string, { gap: string }]) =>
    Object.hasOwn(ASSUMPTIONS, gap) && !Object.hasOwn(contract?.settings ?? {}, key);
  return Object.fromEntries(Object.entries(PROFILE_KEYS).filter(isOpen));
}

/** Every gap but those that the contract of a deployment closes. */
function openGaps({ contract }: World): Record<string, unknown> {
  return Object.fromEntries(Object.entries(ASSUMPTIONS).filter(([id]) => !contract?.closed.includes(id)));
}

/** For the next start with the same folder. */
function keepProfile({ store }: World, changes: Record<string, unknown>): void {
  const kept = store.get("setting", "profile");
  store.put("setting", {
    id: "profile",
    changes: { ...(kept?.id === "profile" ? kept.changes : {}), ...changes },
  });
}

/** `seed`: what a reset begins with again. */
export function createControlRoutes(world: World, deliveries: Deliveries, seed: Seed): Hono {
  const { store, clock, journal } = world;
  const app = new Hono();

  app.use("/_control/*", async (context, proceed) => {
    const foreign = foreignTo(context.req.raw);
    if (foreign) throw new ControlRefusal(403, "control_foreign", foreign);
    await proceed();
    context.header("cache-control", "no-store");
    context.header("x-content-type-options", "nosniff");
  });

  app.get("/_control/state", (context) => context.json(controlState(world)));
  app.get("/_control/profile", (context) =>
    context.json({
      profile: world.profile,
      keys: openKeys(world),
      shipped: Object.fromEntries(
        Object.entries(SHIPPED_PROFILES).map(([name, shipped]) => [name, statedProfile(shipped, world.contract)]),
      ),
      gaps: openGaps(world),
      stated: world.contract?.settings ?? {},
      differences: differences(world.profile, world.contract),
    }),
  );
  // What the documents state, for pages and scripts that cannot import it.
  app.get("/_control/contract", (context) => context.json({ operations: OPERATIONS, events: EVENT_NAMES }));
  app.put("/_control/profile", async (context) => {
    const changes = await input.inputOf(context.req.raw);
    const changed: Profile = statedProfile(changedProfile(world.profile, changes), world.contract, changes);
    if (changed.authPort !== world.profile.authPort) throw sandboxError("profile_fixed", "authPort");
    world.profile = changed;
    keepProfile(world, changes);
    await store.flushed();
    journal.add("profile", changes);
    return context.json({ profile: world.profile, differences: differences(world.profile, world.contract) });
  });

  app.post("/_control/clients", async (context) => {
    const body = await input.inputOf(context.req.raw);
    needRoom(world, "client");
    const client = { id: store.nextId("client"), name: input.textOf(body, "name", "Another client") };
    store.put("client", client);
    // The first customer may act for all, so that a token of theirs goes with every client.
    const [first] = store.list("customer");
    if (first) store.put("customer", { ...first, clients: [...first.clients, client.id] });
    await store.flushed();
    return context.json({ ...client, iri: clientIri(world, client.id) }, 201);
  });
  app.post("/_control/apps", async (context) => {
    const body = await input.inputOf(context.req.raw);
    needRoom(world, "app");
    const made = { id: store.nextId("app"), name: input.textOf(body, "name", "Another App") };
    store.put("app", made);
    await store.flushed();
    return context.json({ ...made, iri: appIri(world, made.id), appId: appId(world, made.id) }, 201);
  });
  app.post("/_control/apps/:id/dispatch", async (context) => {
    const id = input.appIdOf(world, context.req.param("id"));
    const body = await input.inputOf(context.req.raw);
    const payload = body["payload"];
    if (payload !== undefined && (typeof payload !== "object" || payload === null || Array.isArray(payload))) {
      throw input.wrong("payload", "must be an object");
    }
    const event = input.textOf(body, "event", EVENT_NAMES[0]);
    const made = dispatchAppEvent(world, deliveries, id, event, payload as Record<string, unknown> | undefined);
    await store.flushed();
    return context.json({ deliveries: made.map((one) => one.id) }, 201);
  });
  app.post("/_control/case-files", async (context) => {
    const client = input.clientIdOf(world, await input.inputOf(context.req.raw), 1);
    needRoom(world, "caseFile");
    const caseFile = { id: store.nextId("caseFile"), client };
    store.put("caseFile", caseFile);
    await store.flushed();
    return context.json(caseFile, 201);
  });

  app.post("/_control/payments", async (context) => {
    const body = await input.inputOf(context.req.raw);
    const paidTo = input.choiceOf(body, "paidTo", ["client", "agency"], "client");
    const amount = input.wholeOf(body, "amount", 12_550, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    const confirmed = input.booleanOf(body, "confirmed", false);
    let caseFile: number;
    if (body["caseFile"] !== undefined) caseFile = input.recordOf(world, "caseFile", String(body["caseFile"])).id;
    else {
      const client = input.clientIdOf(world, body, 1);
      needRoom(world, "payment");
      needRoom(world, "caseFile");
      caseFile = store.nextId("caseFile");
      store.put("caseFile", { id: caseFile, client });
    }
    const payment = recordPayment(world, { caseFile, amount, paidTo });
    const made = confirmed ? confirmPayment(world, deliveries, payment) : [];
    await store.flushed();
    return context.json({ payment, deliveries: made.map((one) => one.id) }, 201);
  });
  app.post("/_control/payments/:id/confirm", async (context) => {
    const payment = input.recordOf(world, "payment", context.req.param("id"));
    if (payment.confirmedAt !== null)
      throw new ControlRefusal(409, "payment_confirmed", "The payment is confirmed already.");
    const made = confirmPayment(world, deliveries, payment);
    await store.flushed();
    return context.json({ payment, deliveries: made.map((one) => one.id) });
  });

  app.patch("/_control/:kind{(?:client|app)-webhooks}/:id", async (context) => {
    const system = context.req.param("kind") === "client-webhooks" ? "client" : "app";
    const kind = system === "client" ? "clientWebhook" : "appWebhook";
    const webhook = input.recordOf(world, kind, context.req.param("id"));
    const active = input.booleanOf(await input.inputOf(context.req.raw), "active");
    if (webhook.active !== active) {
      webhook.active = active;
      store.put(kind, webhook as never);
      journal.add("webhook", { system, id: webhook.id, active });
      deliveries.switched(system, webhook.id, active);
    }
    await store.flushed();
    return context.json(webhook);
  });

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
