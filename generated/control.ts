// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

/** Every call of the sandbox's control over HTTP (spec/control.yaml). `*` marks members that are required. */
export const CONTROLS = [
  {
    "method": "GET",
    "path": "/_control",
    "summary": "List the calls",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/payments",
    "summary": "Record a payment",
    "body": [
      "client",
      "caseFile",
      "amount",
      "paidTo",
      "confirmed"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/payments/{id}/confirm",
    "summary": "Confirm a payment",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/payments/{id}/events",
    "summary": "Let another event of the contract happen to a payment",
    "body": [
      "event",
      "payload"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/case-files",
    "summary": "Create a case file",
    "body": [
      "client"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/apps/{id}/dispatch",
    "summary": "Dispatch an event to the webhooks of an App",
    "body": [
      "event",
      "payload"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/scenarios",
    "summary": "List the scenarios",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/scenarios/{name}",
    "summary": "Run a scenario",
    "body": [
      "client",
      "count",
      "seconds"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/deliveries",
    "summary": "List deliveries, the newest first",
    "body": [],
    "others": false,
    "query": [
      "state",
      "system",
      "webhook",
      "payment",
      "find",
      "before",
      "limit"
    ]
  },
  {
    "method": "GET",
    "path": "/_control/deliveries/{id}",
    "summary": "Show a delivery with its attempts and its bytes",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/deliveries/{id}/redeliver",
    "summary": "Send the bytes of a delivery again",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/deliveries/{id}/send",
    "summary": "Send an edited body to the webhook of a delivery",
    "body": [
      "body*",
      "signing"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/settle",
    "summary": "Wait until no delivery is due",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/clock/advance",
    "summary": "Let time pass at once",
    "body": [
      "seconds*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/clock/back",
    "summary": "Go back to the time of the machine",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/clock/run-out",
    "summary": "Advance the clock until no retry is left",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/webhook-url",
    "summary": "Tell whether a URL may be registered",
    "body": [
      "url*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/client-webhooks",
    "summary": "Register a client webhook without a token",
    "body": [
      "url*",
      "client",
      "name",
      "events"
    ],
    "others": true,
    "query": []
  },
  {
    "method": "PATCH",
    "path": "/_control/client-webhooks/{id}",
    "summary": "Switch a client webhook on or off",
    "body": [
      "active*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/app-webhooks",
    "summary": "Register an app webhook without a token",
    "body": [
      "webhookUrl*",
      "app",
      "events",
      "responseHandlingType",
      "active"
    ],
    "others": true,
    "query": []
  },
  {
    "method": "PATCH",
    "path": "/_control/app-webhooks/{id}",
    "summary": "Switch an app webhook on or off",
    "body": [
      "active*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/forwards",
    "summary": "List where deliveries go instead",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/forwards",
    "summary": "Lead the deliveries to an origin to this machine",
    "body": [
      "origin*",
      "to*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/forwards/remove",
    "summary": "Remove a forward",
    "body": [
      "origin*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/receiver",
    "summary": "Lead a client webhook to the receiver inside the sandbox",
    "body": [
      "client"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "PUT",
    "path": "/_control/receiver",
    "summary": "Say what the receiver inside answers",
    "body": [
      "answer*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/faults",
    "summary": "List the faults that are switched on",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "PUT",
    "path": "/_control/faults",
    "summary": "Switch faults on for the next deliveries",
    "body": [
      "faults*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/clients",
    "summary": "Create a client",
    "body": [
      "name"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/apps",
    "summary": "Create an App",
    "body": [
      "name"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/oauth/code",
    "summary": "Give an authorization code",
    "body": [
      "clientId",
      "redirectUri",
      "customer",
      "scopes"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/oauth/exchange",
    "summary": "Exchange a code of the console's own app",
    "body": [
      "code*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/oauth/link",
    "summary": "Give an authorization request that ends in the console",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/state",
    "summary": "Show the sandbox at a glance",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/reset",
    "summary": "Delete everything but the settings",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/profile",
    "summary": "Show the settings, each with the gap that leaves it open",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "PUT",
    "path": "/_control/profile",
    "summary": "Change settings while the sandbox runs",
    "body": [],
    "others": true,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/contract",
    "summary": "Show the operations and events of the contract",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/events",
    "summary": "Watch what happens, as server-sent events",
    "body": [],
    "others": false,
    "query": [
      "after"
    ]
  }
] as const;
