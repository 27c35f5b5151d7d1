/** The receiver of this project on node:http. */

import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { createReceiver } from "../../src/receive/index.ts";

const { PORT, WEBHOOK_SECRET = "", PROCESSED = "" } = process.env;

const receiver = createReceiver({
  secrets: WEBHOOK_SECRET,
  on: {
    "case_file.payment.confirmed": ({ event, payload }) => {
      appendFileSync(PROCESSED, `${JSON.stringify({ id: payload.id, event })}\n`);
    },
  },
});

createServer((req, res) => void receiver.node(req, res)).listen(Number(PORT), "127.0.0.1");
