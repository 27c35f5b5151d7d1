/**
 * The driver of the judge in Express, to fill in. Use the router in test set-ups of your service only.
 *
 *     npm install express
 *     DRIVER_TOKEN=... PORT=8099 node examples/driver-express.ts
 *     DRIVER_TOKEN=... npx collections-contract test api --driver http://127.0.0.1:8099/test-support
 */

import { createDriver, type DriverMembers, type DriverServer } from "collections-contract/judge";
import express, { type ErrorRequestHandler, type Router } from "express";

/**
 * What your service can do. Each undefined is a place for your code: what stays undefined is not listed. Values, such as
 * baseUrl, are read once more after start.
 */
const support: DriverMembers = {
  baseUrl: undefined, // and authUrl, clientIri, appIri, appId, receiver: where the judge listens ...
  start: undefined, // prepare for a run
  reset: undefined, // forget webhooks and deliveries; clients, Apps and credentials stay
  stop: undefined, // end the run
  settle: undefined, // end as soon as no attempt at a delivery is pending
  credentials: undefined, // a new authorization code, and what it is exchanged with
  accessToken: undefined, // an access token, if there is one without a code
  requestHeaders: undefined, // the headers that carry a token; without it: Authorization, Bearer
  refresh: undefined, // an access token for a refresh token
  confirmPayment: undefined, // make a payment and confirm it
  recordPayment: undefined, // make a payment that is not confirmed
  setClientWebhookActive: undefined, // switch a client webhook on or off
  dispatchAppEvent: undefined, // dispatch an event to the webhooks of an App
  processed: undefined, // only for "test receiver": what took effect
};

/** Returns the routes of the driver. Mount them before any body parser. */
export function routes(driver: DriverServer): Router {
  const router = express.Router();
  router.use(express.text({ type: () => true, limit: "1mb" }), async (req, res) => {
    const body = typeof req.body === "string" ? req.body : "";
    const { status, json } = await driver.answer(req.method, req.path, req.headers.authorization, body);
    if (json === undefined) res.sendStatus(status);
    else res.status(status).json(json);
  });
  router.use(((_error, _req, res, _next) => {
    res.status(400).json({ code: "body_invalid", message: "The body could not be read." });
  }) satisfies ErrorRequestHandler);
  return router;
}

if (import.meta.filename === process.argv[1]) {
  const { DRIVER_TOKEN = "", PORT = "8099" } = process.env;
  const driver = createDriver(DRIVER_TOKEN, support, (name, error) => console.error(name, error));
  express().use("/test-support", routes(driver)).listen(Number(PORT), "127.0.0.1");
}
