/** Handlers in a module, some of which misbehave: what they do is in the member `text` of the payment. */

import { appendFileSync } from "node:fs";
import { type Handlers, PutOff, type SqliteEffect } from "../../src/inbox/index.ts";

const on: Handlers<SqliteEffect> = {
  "case_file.payment.confirmed": async ({ payload }, { attempt, complete }) => {
    const what = String((payload as unknown as { text: string }).text);
    if (what === "put off") throw new PutOff(3_600_000, "not now");
    if (what === "throw") throw new Error("thrown in the child");
    if (what === "loop") {
      appendFileSync(process.env["HANDLED"] as string, `${payload.id} ${process.pid}\n`);
      for (;;);
    }
    if (what === "message") process.send?.({ ready: true });
    const pay = (tx: Parameters<SqliteEffect>[0]) => {
      tx.exec("CREATE TABLE IF NOT EXISTS paid (id INTEGER)");
      tx.prepare("INSERT INTO paid VALUES (?)").run(payload.id);
    };
    if (what === "unawaited") return void complete(pay);
    if (what === "unawaited, fails") {
      complete(() => {
        throw new Error("effect");
      }).catch(() => undefined);
      return;
    }
    if (what === "unawaited, fails before") {
      void complete(() => {
        throw new Error("effect");
      });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    if (what === "slow") {
      appendFileSync(process.env["HANDLED"] as string, `${payload.id} ${process.pid}\n`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    if (what === "exit") process.exit(3);
    if (what === "memory") {
      const kept: unknown[] = [];
      for (;;) kept.push(new Array(1_000_000).fill(attempt));
    }
    if (what === "complete") await complete(pay);
    appendFileSync(process.env["HANDLED"] as string, `${payload.id} ${process.pid}\n`);
  },
};
export default on;
export const unverified = { hint: () => undefined };
