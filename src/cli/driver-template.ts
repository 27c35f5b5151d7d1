/** What `test api --init` writes: a driver with every member, most of them commented out. */

export const DRIVER_TEMPLATE = `/**
 * The driver: what the judge needs from your service beyond the contract. Only baseUrl and authUrl are required. A
 * check that needs a missing member is reported as "not observed", never as failed. Secrets come from the environment:
 * do not write them here.
 *
 * Run:
 *     collections-contract test api --driver contract-driver.mjs
 *
 * In another language, serve these functions over HTTP instead (spec/driver.yaml):
 *     collections-contract test api --driver http://127.0.0.1:5000/test-support
 */

const admin = process.env.ADMIN_URL ?? "http://127.0.0.1:8080/test-support";

/** Calls the test support of your service. Replace it with what your service has. */
async function post(path, body) {
  const response = await fetch(admin + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(\`\${path} answered \${response.status}\`);
  return response.status === 204 ? undefined : response.json();
}

export default {
  // {base_url} and {auth_url}; read after start().
  baseUrl: process.env.BASE_URL ?? "http://127.0.0.1:8080",
  authUrl: process.env.AUTH_URL ?? "http://127.0.0.1:8080",

  // start: once, before everything. reset: before each group of checks. stop: always at the end.
  // async start() {},
  // async reset() { await post("/reset", {}); },
  // async stop() {},

  // Returns an unused authorization code on each call.
  // async credentials() {
  //   const { code } = await post("/authorization-codes", {});
  //   return {
  //     clientId: process.env.CLIENT_ID,
  //     clientSecret: process.env.CLIENT_SECRET,
  //     redirectUri: "https://app.example.com/callback",
  //     code,
  //   };
  // },

  // An access token with all permissions. Without it, the judge obtains one with credentials().
  async accessToken() {
    return process.env.ACCESS_TOKEN;
  },

  // How a request carries its token, unless as "Authorization: Bearer" (the header is not stated: N-5-03).
  // requestHeaders(token) { return token ? { "X-Api-Token": token } : {}; },

  // How a token is refreshed (not stated: N-4.2-01).
  // async refresh(refreshToken) { return { accessToken: "..." }; },

  // Two existing clients and two existing Apps.
  clientIri: "/api/clients/1",
  // otherClientIri: "/api/clients/2",
  appIri: "/api/apps/7",
  appId: 7,
  // otherAppIri: "/api/apps/8",
  // otherAppId: 8,

  // The judge listens on \`listen\` in plain HTTP; the service must reach it under \`origin\`, a name with a real
  // top-level domain. Map the name to the judge with a proxy, a tunnel or an override in your service's test settings,
  // for http and https, any port, small letters and capitals.
  // receiver: { listen: { host: "127.0.0.1", port: 8099 }, origin: "https://hooks.example.com" },

  // true if the service connects to a URL before it accepts the registration.
  // registrationProbesUrls: false,

  // Confirms a payment of that client. Return its id if you can: it is compared with the delivered one.
  // async confirmPayment({ paidTo, client }) { return post("/payments", { paidTo, client, confirmed: true }); },

  // Records a payment without confirming it.
  // async recordPayment({ paidTo, client }) { return post("/payments", { paidTo, client, confirmed: false }); },

  // Switches a client webhook on or off. It gets the request that created the webhook and the body of the answer.
  // async setClientWebhookActive({ request, response }, active) {
  //   await post("/webhook-state", { url: request.url, active });
  // },

  // Sends an event to the webhooks of an App.
  // async dispatchAppEvent(appIri, event) { await post("/app-events", { app: appIri, event }); },

  // Lets an event that only your deployment has happen to a payment of the client (--deployment).
  // async emitEvent(clientIri, event) { await post("/events", { client: clientIri, event }); },

  // Resolves once no delivery attempt is pending. Without it, the judge waits for silence of twice retryWindowMs.
  // async settle() { await post("/settle", {}); },

  // The longest pause between two attempts, in milliseconds. Make it short for tests. Default 5000.
  // retryWindowMs: 5000,

  // How long an attempt waits for an answer, in milliseconds. Receivers of the judge stay silent for that long.
  // attemptTimeoutMs: 2000,
};
`;
