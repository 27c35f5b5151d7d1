/** What `test api --init` writes: a driver with every member, most of them to be filled in or removed. */

export const DRIVER_TEMPLATE = `/**
 * The driver: what the judge needs of your service beyond the contract. Only baseUrl and authUrl are needed; whatever
 * else is missing makes checks "not observed", never failed. Secrets come from the environment: do not write them here.
 *
 * Run: collections-contract test api --driver contract-driver.mjs In another language, serve these functions over HTTP
 * instead: spec/driver.yaml, --driver http://127.0.0.1:5000/test-support
 */

const admin = process.env.ADMIN_URL ?? "http://127.0.0.1:8080/test-support";

/** Your own back door for tests; replace it by whatever your service has. */
async function post(path, body) {
  const response = await fetch(admin + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(\`\${path} was answered \${response.status}\`);
  return response.status === 204 ? undefined : response.json();
}

export default {
  // {base_url} and {auth_url}, read after start().
  baseUrl: process.env.BASE_URL ?? "http://127.0.0.1:8080",
  authUrl: process.env.AUTH_URL ?? "http://127.0.0.1:8080",

  // Once before everything; before each group of checks; always at the end.
  // async start() {},
  // async reset() { await post("/reset", {}); },
  // async stop() {},

  // An authorization code that was never used, with each call.
  // async credentials() {
  //   const { code } = await post("/authorization-codes", {});
  //   return {
  //     clientId: process.env.CLIENT_ID,
  //     clientSecret: process.env.CLIENT_SECRET,
  //     redirectUri: "https://app.example.com/callback",
  //     code,
  //   };
  // },

  // An access token that may do everything; without it, one comes from credentials().
  async accessToken() {
    return process.env.ACCESS_TOKEN;
  },

  // How a request carries its token, if not as "Authorization: Bearer" (the header is not stated: N-5-03).
  // requestHeaders(token) { return token ? { "X-Api-Token": token } : {}; },

  // How a token is refreshed (not stated: N-4.2-01).
  // async refresh(refreshToken) { return { accessToken: "..." }; },

  // Two clients and two Apps that exist.
  clientIri: "/api/clients/1",
  // otherClientIri: "/api/clients/2",
  appIri: "/api/apps/7",
  appId: 7,
  // otherAppIri: "/api/apps/8",
  // otherAppId: 8,

  // The judge listens on \`listen\` in plain HTTP; the service must reach it under \`origin\`, a name with a real
  // top-level domain. Map the name to the judge with a proxy, a tunnel or an override in your service's test settings.
  // receiver: { listen: { host: "127.0.0.1", port: 8099 }, origin: "https://hooks.example.com" },

  // true if the service asks whether a URL answers before it takes it.
  // registrationProbesUrls: false,

  // A payment of that client becomes confirmed. The id, if you can tell it, is compared with the one that is delivered.
  // async confirmPayment({ paidTo, client }) { return post("/payments", { paidTo, client, confirmed: true }); }, A
  // payment that exists and is not confirmed. async recordPayment({ paidTo, client }) { return post("/payments", {
  // paidTo, client, confirmed: false }); }, Switches a client webhook on or off; it gets the request that made it and
  // the body that came back. async setClientWebhookActive({ request, response }, active) { await post("/webhook-state",
  // { url: request.url, active }); }, Sends an event to the webhooks of an App. async dispatchAppEvent(appIri, event) {
  // await post("/app-events", { app: appIri, event }); },

  // Resolves when no attempt at a delivery is pending any more. Without it the judge waits for twice retryWindowMs of
  // silence. async settle() { await post("/settle", {}); }, The longest pause between two attempts, in milliseconds.
  // Make it short for tests. Default 5000. retryWindowMs: 5000, How long an attempt waits for an answer, in
  // milliseconds: for so long a receiver of the judge stays silent. attemptTimeoutMs: 2000,
};
`;
