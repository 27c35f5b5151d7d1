/** The part of the control that adds and removes forwards while the sandbox runs. */

import type { Hono } from "hono";
import type { Needs } from "../parts.ts";
import { notFound, readInput } from "./input.ts";

/** Adds the routes below `/_control/forwards`. */
export function routeForwards(app: Hono, { forwards, journal }: Needs<"forwards" | "journal">): void {
  app.get("/_control/forwards", ({ json }) => json(forwards.all));
  app.post("/_control/forwards", async ({ req, json }) => {
    const { origin, to } = await readInput(req.raw, "addForward");
    forwards.add(origin, to);
    journal.add("forwards", forwards.all);
    return json(forwards.all, 201);
  });
  app.post("/_control/forwards/remove", async ({ req, json }) => {
    const { origin } = await readInput(req.raw, "removeForward");
    if (!forwards.remove(origin)) throw notFound(`forward of ${origin.slice(0, 100)}`);
    journal.add("forwards", forwards.all);
    return json(forwards.all);
  });
}
