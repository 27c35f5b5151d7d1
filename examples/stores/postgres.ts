import { createServer } from "node:http";
import { createReceiver } from "collections-contract";
import { postgresStore, postgresStoreTable } from "collections-contract/stores";
import pg from "pg";

const postgres = new pg.Pool({ connectionString: process.env.DATABASE_URL! });
await postgres.query(postgresStoreTable()); // or put this SQL into your migrations
const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET!,
  store: postgresStore({ postgres }),
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});
createServer(receiver.node).listen(Number(process.env.PORT));
