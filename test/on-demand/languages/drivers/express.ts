/** A driver in Express with every member, for the cases in cases.ts. */

import { createDriver, DriverRefusal } from "collections-contract/judge";
import express from "express";

const nothing = async () => {};
const driver = createDriver(
  process.env["DRIVER_TOKEN"] ?? "",
  {
    baseUrl: "http://127.0.0.1:1",
    authUrl: "http://127.0.0.1:1",
    clientIri: "/api/clients/1",
    appId: 7,
    receiver: { listen: { host: "127.0.0.1", port: 2 }, origin: "https://hooks.example.com" },
    attemptTimeoutMs: 500,
    start: nothing,
    reset: nothing,
    stop: nothing,
    settle: nothing,
    credentials: async () => ({
      clientId: "app",
      clientSecret: "s",
      redirectUri: "https://app.example.com/",
      code: "code-1",
    }),
    accessToken: async () => "token-1",
    requestHeaders: (token): Record<string, string> => (token === undefined ? {} : { "X-Token": token }),
    refresh: async (token) => ({ accessToken: `new-${token}` }),
    confirmPayment: async ({ client }) => ({ id: client.length }),
    recordPayment: async () => ({}),
    setClientWebhookActive: async ({ request, response }, active) => {
      if (response === null || !active || request.name !== "a")
        throw new DriverRefusal("no_such_webhook", "There is none.");
    },
    dispatchAppEvent: () => Promise.reject(new Error("hidden")),
    emitEvent: nothing,
    processed: async () => [{ id: 1, event: "e" }],
  },
  nothing,
);
express().use("/test-support", driver.node).listen(Number(process.env["PORT"]), "127.0.0.1");
