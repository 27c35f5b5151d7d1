import { createServer } from "node:http";
import { createReceiver } from "collections-contract";
import { redisStore } from "collections-contract/stores";
import { createClient } from "redis";

const redis = createClient({ url: process.env.REDIS_URL! });
redis.on("error", (error) => console.error("Redis:", error.message));
await redis.connect();
const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET!,
  store: redisStore({ send: (command) => redis.sendCommand(command) }),
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});
createServer(receiver.node).listen(Number(process.env.PORT));
