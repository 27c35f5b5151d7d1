/**
 * The driver of the judge in Express, to fill in. Use it in test set-ups of your service only.
 *
 *     DRIVER_TOKEN=... PORT=8099 node examples/driver-express.ts
 *     DRIVER_TOKEN=... npx collections-contract test api --driver http://127.0.0.1:8099/test-support
 */

import { createDriver } from "collections-contract/judge";
import express from "express";

const { DRIVER_TOKEN = "", PORT = "8099" } = process.env;
// What your service can do, as in the file that "test api --init" writes. What is left out is not observed.
const driver = createDriver(DRIVER_TOKEN, {}, console.error);
express().use("/test-support", driver.node).listen(Number(PORT), "127.0.0.1"); // before any body parser
