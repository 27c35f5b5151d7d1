import { createTokenKeeper, postgresTokenStore, postgresTokenTable, rfc6749Refresh } from "collections-contract/oauth";
import pg from "pg";

const postgres = new pg.Pool({ connectionString: process.env.DATABASE_URL! });
await postgres.query(postgresTokenTable()); // or put this SQL into your migrations

const keeper = createTokenKeeper({
  store: postgresTokenStore({ postgres, grant: "customer 4711" }), // store.save(tokens) after the exchange
  refresh: rfc6749Refresh({
    authUrl: process.env.AUTH_URL!,
    clientId: process.env.CLIENT_ID!,
    clientSecret: process.env.CLIENT_SECRET!,
    allowInsecureLoopback: true, // only for the sandbox on this machine
  }),
});
const token = await keeper.accessToken();
console.log("a token of", token.length, "characters");
await keeper.idle();
await postgres.end();
