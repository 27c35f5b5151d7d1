/** The part of the control that adds and removes forwards while the sandbox runs. */

import type { Hono } from "hono";
import type { Needs } from "../parts.ts";
import { notFound, readInput, readString } from "./input.ts";

/** Adds the routes below `/_control/forwards`. */
export function routeForwards(app: Hono, { forwards, journal }: Needs<"forwards" | "journal">): void {
  app.get("/_control/forwards", ({ json }) => json(forwards.all));
  app.post("/_control/forwards", async ({ req, json }) => {
    const input = await readInput(req.raw);
    forwards.add(readString(input, "origin"), readString(input, "to"));
    journal.add("forwards", forwards.all);
    return json(forwards.all, 201);
  });
  app.post("/_control/forwards/remove", async ({ req, json }) => {
    const origin = readString(await readInput(req.raw), "origin");
    if (!forwards.remove(origin)) throw notFound(`forward of ${origin.slice(0, 100)}`);
    journal.add("forwards", forwards.all);
    return json(forwards.all);
  });
}
