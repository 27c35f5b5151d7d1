import {
  createReceiver,
  createReceiverMeters,
  joinMetrics,
  OPEN_METRICS_TYPE,
  postgresSecrets,
  postgresSecretsTable,
} from "collections-contract";
import { createClient } from "collections-contract/client";
import { openInbox } from "collections-contract/inbox";
import {
  createAuthorizationFlow,
  createTokenKeepers,
  postgresTokenStore,
  postgresTokenTable,
  rfc6749Refresh,
} from "collections-contract/oauth";
import express from "express";
import pg from "pg";

const { DATABASE_URL, AUTH_URL, AUTHORIZE_URL, BASE_URL, CLIENT_ID, CLIENT_SECRET, ...env } = process.env as Record<
  string,
  string
>;
const postgres = new pg.Pool({ connectionString: DATABASE_URL, max: 20 });
const service = { authUrl: AUTH_URL, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, allowInsecureLoopback: true };
// One key; two while it is replaced, the new one first.
const encryptionKeys = env.ENCRYPTION_KEYS.split(",");

const inbox = await openInbox({ postgres, encryptionKeys });
if (process.argv[2] === "migrate") {
  const bookings = "CREATE TABLE IF NOT EXISTS bookings (customer text, payment bigint, amount bigint)";
  await postgres.query(postgresTokenTable() + postgresSecretsTable() + bookings);
  process.exit();
}

// The tokens of all customers.
const flow = createAuthorizationFlow({
  ...service,
  authorizationEndpoint: AUTHORIZE_URL,
  redirectUri: `${env.OWN_URL}/callback`,
  scopes: ["webhooks"],
  encryptionKeys,
});
const keepers = createTokenKeepers({
  store: (customer) => postgresTokenStore({ postgres, grant: customer, encryptionKeys }),
  refresh: rfc6749Refresh(service),
});
const clientOf = (customer: string) =>
  createClient({ baseUrl: BASE_URL, accessToken: keepers.of(customer).accessToken, allowInsecureLoopback: true });

// One receiver and one inbox for all customers.
const secrets = postgresSecrets({ postgres, encryptionKeys });
const meters = createReceiverMeters();
const receiver = createReceiver({ secrets: secrets.find, onAccepted: secrets.used, inbox, meters });

const app = express();
app.post("/payments/:customer", receiver.node);

app.get("/callback", async (req, res) => {
  const { customer, tokens, cookie } = await flow.finish(req.url, req.headers.cookie);
  await keepers.save(customer, tokens);
  res.set("set-cookie", cookie).redirect("/connected"); // so that no reload sends the code again
});
app.get("/connected", (_req, res) => void res.send("Connected."));

// Your own login goes here: who may act for which customer.
app.use((req, res, next) => {
  if (req.get("authorization") === `Bearer ${env.STAFF_TOKEN}`) next();
  else res.sendStatus(401);
});

app.get("/customers/:customer/connect", async (req, res) => {
  const { url, cookie } = await flow.begin(req.params.customer);
  res.set("set-cookie", cookie).redirect(url);
});

// The first webhook of a customer; and another one for the same URL, to replace a secret.
app.post("/customers/:customer/webhooks", express.json(), async (req, res) => {
  const { customer } = req.params;
  const { secret } = await clientOf(customer).createClientWebhook({
    client: req.body.client, // as the service gave it
    name: `Payments of ${customer}`,
    events: ["case_file.payment.confirmed"],
    url: `${env.HOOKS_URL}/payments/${encodeURIComponent(customer)}`,
  });
  res.json({ label: await secrets.add(customer, secret) });
});

// Which secrets there are, and when each was last used: once the old one is silent, remove it.
app.get("/customers/:customer/secrets", async (req, res) => {
  res.json(await secrets.list(req.params.customer));
});
app.delete("/customers/:customer/secrets/:label", async (req, res) => {
  res.json(await secrets.remove(req.params.customer, req.params.label));
});

app.delete("/customers/:customer", async (req, res) => {
  const { customer } = req.params;
  await secrets.remove(customer); // from now on, nothing of theirs is accepted
  await keepers.remove(customer);
  await inbox.erase({ owner: customer });
  res.sendStatus(204);
});

app.get("/metrics", async (_req, res) => {
  res.set("content-type", OPEN_METRICS_TYPE).end(await joinMetrics(inbox, meters, keepers));
});

// A customer who refused, another browser, a service that fails: the code says which.
const failed: express.ErrorRequestHandler = (error, _req, res, _next) => {
  console.error(error.message);
  res.status(400).json({ code: error.code });
};
app.use(failed);

const server = app.listen(Number(env.PORT), "127.0.0.1");
await inbox.work({
  "case_file.payment.confirmed": async ({ payload, owner }, { complete }) => {
    await complete(async (tx) => {
      const booking = [owner, payload.id, payload.amount];
      await tx.query("INSERT INTO bookings (customer, payment, amount) VALUES ($1, $2, $3)", booking);
    });
  },
});

process.once("SIGTERM", async () => {
  server.close();
  await inbox.close();
  server.closeAllConnections();
  await keepers.idle();
  await postgres.end();
});
