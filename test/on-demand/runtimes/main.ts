import type { IncomingMessage, ServerResponse } from "node:http";
import * as door from "../../../src/index.ts";
import { createApp } from "./app.ts";

const app = createApp(door);

export default {
  /** The receiver by its node:http side. */
  async node(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url === "/hook") return app.receiver.node(req, res);
    const response = await app.fetch(new Request(new URL(req.url ?? "", "http://app.example")));
    res.end(await response.text());
  },
};
