/** The part of the control that adds and removes forwards while the sandbox runs. */

import type { Hono } from "hono";
import type { Needs } from "../parts.ts";
import { inputOf, missing, textOf } from "./input.ts";

/** Adds the routes below `/_control/forwards`. */
export function routeForwards(app: Hono, { forwards, journal }: Needs<"forwards" | "journal">): void {
  app.get("/_control/forwards", ({ json }) => json(forwards.all));
  app.post("/_control/forwards", async ({ req, json }) => {
    const input = await inputOf(req.raw);
    forwards.add(textOf(input, "origin"), textOf(input, "to"));
    journal.add("forwards", forwards.all);
    return json(forwards.all, 201);
  });
  app.post("/_control/forwards/remove", async ({ req, json }) => {
    const origin = textOf(await inputOf(req.raw), "origin");
    if (!forwards.remove(origin)) throw missing(`forward of ${origin.slice(0, 100)}`);
    journal.add("forwards", forwards.all);
    return json(forwards.all);
  });
}
