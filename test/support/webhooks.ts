/** A request for a webhook of each kind, as the documents allow it. */

import type { AppWebhookWrite, ClientWebhookCreate } from "../../src/client/index.ts";

export const CLIENT_WEBHOOK: ClientWebhookCreate = {
  client: "/api/clients/1",
  name: "Payments",
  events: ["case_file.payment.confirmed"],
  url: "https://hooks.example.com/payments",
};
export const APP_WEBHOOK: AppWebhookWrite = {
  app: "/api/apps/7",
  webhookUrl: "https://hooks.example.com/app-events",
  events: ["case_file.payment.confirmed"],
  responseHandlingType: 2,
  active: true,
};
