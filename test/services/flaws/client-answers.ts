/** Flaws of the answer to the creation of a client webhook. */

import type { ServerResponse } from "node:http";
import { EVENT } from "../service.ts";
import { arguable, change, type Flaws, flaw, flaws, put, shows } from "./flaw.ts";

const page = (res: ServerResponse, status: number) =>
  void res.writeHead(status, { "Content-Type": "text/html" }).end("<!doctype html><title>Welcome</title>");

export const CLIENT_ANSWER_FLAWS: Flaws = {
  look: [
    ...flaws("F-4.3-03 F-2.2-11", {
      "created-without-body: The creation of a client webhook is answered 204, without the resource.": {
        createdStatus: 204,
        ...shows("client", () => undefined),
      },
      "created-id-only: The creation of a client webhook is answered with an id and nothing else.": {
        created: (resource, hook) => (hook.kind === "client" ? { id: hook.number } : resource),
      },
    }),
    ...flaws("F-2.2-03 F-4.3-02 F-4.3-03", {
      "client-shown-as-object: The created client webhook shows its client as an object.": shows(
        "client",
        change("client", (id) => ({ "@id": id, "@type": "Client" })),
      ),
    }),
    ...flaws("F-2.2-04 F-4.3-02 F-4.3-03", {
      "name-shown-as-null: The created client webhook shows null as its name.": shows("client", put("name", null)),
    }),
    ...flaws("F-2.2-05 F-4.3-02 F-4.3-03", {
      "events-shown-as-text: The created client webhook shows its events as one string with commas.": shows(
        "client",
        change("events", String),
      ),
      "events-shown-as-map: The created client webhook shows its events as an object with the keys 0, 1 and so on.":
        shows(
          "client",
          change("events", (events) => ({ ...(events as string[]) })),
        ),
      "events-shown-as-objects: The created client webhook shows each event as an object.": shows(
        "client",
        put("events", [{ name: EVENT }]),
      ),
    }),
    ...flaws("F-2.2-07 F-4.3-02 F-4.3-03", {
      "url-shown-as-object: The created client webhook shows its url in parts.": shows(
        "client",
        change("url", (url) => ({ host: URL.parse(String(url))?.host })),
      ),
    }),
  ],
  judge: [
    ...flaws("F-2.2-05 F-4.3-02 F-4.3-03", {
      "several-events-shown-as-text: The created client webhook shows several events as one string with commas.": shows(
        "client",
        change("events", (events) => ((events as string[]).length > 1 ? String(events) : events)),
      ),
    }),
    flaw("created-page", "F-4.3-03 F-2.2-11", "The creation of a client webhook is answered with a page.", {
      respond: (res, status, headers, body) =>
        status === 201 && body.includes("secret") ? page(res, 201) : void res.writeHead(status, headers).end(body),
    }),
    ...flaws("F-4.3-01 F-4.3-03 F-6.1-01", {
      "created-redirects: The creation is answered 303 with the place of the webhook.": {
        respond: (res, status, headers, body) =>
          status === 201 && body.includes("secret")
            ? void res.writeHead(303, { Location: "/api/client_webhooks/1" }).end()
            : void res.writeHead(status, headers).end(body),
      },
    }),
  ],
  arguable: arguable({
    "created-in-list: The creation is answered with a list that holds the webhook.": {
      rests: ["F-4.3-03", "N-4.3-02"],
      reason: "The format of the answer is open.",
      switches: { created: (resource) => [resource] },
    },
    "created-shows-other-client: The created webhook shows another client than requested; deliveries are right.": {
      rests: ["F-2.2-01", "U-05"],
      reason: "IRIs may be rewritten, so an answer with another one proves nothing.",
      switches: shows("client", put("client", "/api/clients/2")),
    },
  }),
};
