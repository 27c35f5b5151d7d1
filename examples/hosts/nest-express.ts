import { NestFactory } from "@nestjs/core";
import { createReceiver } from "collections-contract";
import { AppModule } from "./app.module.js";

const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});

NestFactory.create(AppModule).then((app) => {
  app.use("/payments", receiver.node); // runs before Nest parses the body
  return app.listen(Number(process.env.PORT), "127.0.0.1");
});
