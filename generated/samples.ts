// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

/** Per schema: each member with an example of the documents, or with a value of its type. */
export const SAMPLES: Readonly<Record<"AppWebhook" | "CaseFileReference" | "ClientWebhook" | "PaymentSnapshot" | "TokenResponse", Readonly<Record<string, unknown>>>> =
  {
  "AppWebhook": {
    "app": "/api/apps/7",
    "webhookUrl": "https://hooks.example.com/payments",
    "events": [
      "case_file.payment.confirmed"
    ],
    "responseHandlingType": 2,
    "active": true
  },
  "CaseFileReference": {
    "id": 815
  },
  "ClientWebhook": {
    "client": "/api/clients/1",
    "name": "Payments to our bookkeeping",
    "events": [
      "case_file.payment.confirmed"
    ],
    "url": "https://hooks.example.com/payments",
    "secret": "<WEBHOOK_SECRET>"
  },
  "PaymentSnapshot": {
    "@event": "case_file.payment.confirmed",
    "id": 4711,
    "amount": 12550,
    "paidTo": "client",
    "confirmedAt": "2026-03-02T09:15:00+01:00",
    "createdAt": "2026-03-02T09:15:00+01:00",
    "updatedAt": "2026-03-02T09:15:00+01:00",
    "caseFile": {
      "id": 815
    }
  },
  "TokenResponse": {
    "token_type": "Bearer",
    "expires_in": 3600,
    "access_token": "<ACCESS_TOKEN>",
    "refresh_token": "<REFRESH_TOKEN>"
  }
};

/** By event: the payload that the documents show. */
export const EVENT_SAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> =
  {
  "case_file.payment.confirmed": {
    "@event": "case_file.payment.confirmed",
    "id": 4711,
    "amount": 12550,
    "paidTo": "client",
    "confirmedAt": "2026-03-02T09:15:00+01:00",
    "createdAt": "2026-02-27T16:40:12+01:00",
    "updatedAt": "2026-03-02T09:15:00+01:00",
    "caseFile": {
      "id": 815
    }
  }
};
