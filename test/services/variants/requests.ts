/** Variants in the names of things, and in what a request has to look like. */

import { APP_MEMBERS, type Variants, variant } from "./variant.ts";

export const REQUEST_VARIANTS: Variants = {
  look: [
    variant("base-url-with-path", "N-9-01", "base_url has a path with a version in it.", {
      basePath: "/collections/v9",
    }),
    variant("iris-absolute", "U-05", "IRIs are absolute.", {
      names: {
        clientIri: "https://api.example.com/clients/c-1",
        otherClientIri: "https://api.example.com/clients/c-2",
        appIri: "https://api.example.com/apps/7",
        appId: 7,
        otherAppIri: "https://api.example.com/apps/8",
        otherAppId: 8,
      },
    }),
    variant("ids-are-text", "U-04", "Apps are identified by a UUID and by a name that has to be percent-encoded.", {
      names: {
        clientIri: "urn:client:é",
        otherClientIri: "urn:client:2",
        appIri: "/apps/9c8f1a52-0f0c-4f3e-8d55-9d3f0f6f2a11",
        appId: "9c8f1a52-0f0c-4f3e-8d55-9d3f0f6f2a11",
        otherAppIri: "/apps/other",
        otherAppId: "böse/app & co",
      },
    }),
    variant("unknown-members-refused", "N-2.2-02", "Requests with members that are not described are refused.", {
      refuses: ({ kind, body }) => {
        const known = kind === "client" ? ["client", "name", "events", "url"] : APP_MEMBERS;
        return Object.keys(body).some((name) => !known.includes(name));
      },
    }),
    variant("json-media-type-required", "U-02", "Create requests have to be application/json.", {
      refuses: ({ headers }) => !/^application\/json\b/i.test(headers["content-type"] ?? ""),
    }),
  ],
  judge: [
    variant("callers-named", "N-9-01", "Requests without User-Agent are refused.", {
      refuses: ({ headers }) => headers["user-agent"] === undefined,
      tokenRefuses: ({ mediaType, headers }) =>
        mediaType !== "application/x-www-form-urlencoded" || headers["user-agent"] === undefined,
    }),
    variant("iris-are-words", "U-05", "IRIs are bare words.", {
      names: {
        clientIri: "anna",
        otherClientIri: "bert",
        appIri: "seven",
        appId: "seven",
        otherAppIri: "eight",
        otherAppId: "eight",
      },
    }),
    variant("ids-are-large", "U-04", "Identifiers of Apps are larger than 32 bits, as text.", {
      names: {
        clientIri: "/api/clients/9007199254740993",
        otherClientIri: "/api/clients/9007199254740995",
        appIri: "/api/apps/9007199254740993",
        appId: "9007199254740993",
        otherAppIri: "/api/apps/9007199254740995",
        otherAppId: "9007199254740995",
      },
    }),
  ],
  arguable: [
    variant(
      "json-ld-requests-only",
      "U-02",
      "Create requests have to be application/ld+json, which the driver adds to the headers of requests.",
      {
        requestHeaders: (token) => ({
          "Content-Type": "application/ld+json",
          ...(token && { Authorization: `Bearer ${token}` }),
        }),
        refuses: ({ headers }) => !headers["content-type"]?.startsWith("application/ld+json"),
      },
    ),
  ],
};
