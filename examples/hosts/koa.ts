import { createReceiver } from "collections-contract";
import Koa from "koa";

const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});

const app = new Koa();
app.use(({ req, res }) => receiver.node(req, res)); // before a body parser
app.listen(Number(process.env.PORT));
