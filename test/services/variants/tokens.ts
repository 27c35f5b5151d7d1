/** Variants in the token response, and in what a token is good for. */

import { digest } from "../service.ts";
import type { Json } from "../types.ts";
import { type Variants, variant } from "./variant.ts";

export const TOKEN_VARIANTS: Variants = {
  look: [
    {
      id: "token-type-lower-case",
      gap: "U-17",
      about: "token_type is bearer.",
      switches: { tokenAnswer: (tokens) => ({ ...tokens, token_type: "bearer" }) },
    },
    {
      id: "token-more-members",
      gap: "U-15",
      about: "The token response has a scope, an id token and more.",
      switches: { tokenAnswer: (tokens) => ({ scope: "a b", ...tokens, id_token: null, installation: { id: 5 } }) },
    },
    {
      id: "token-opaque",
      gap: "U-15",
      about: "Access tokens are opaque and long.",
      switches: {
        newAccessToken: () =>
          digest("sha512", String(Math.random()), "").toString("base64").repeat(5).replaceAll("=", "."),
      },
    },
    { id: "token-lives-a-second", gap: "U-14", about: "expires_in is 1.", switches: { expiresIn: 1 } },
    { id: "token-lives-years", gap: "U-14", about: "expires_in is ten years.", switches: { expiresIn: 315_360_000 } },
    {
      id: "token-media-type",
      gap: "U-01",
      about: "The token response is application/vnd.oauth+json without Cache-Control.",
      switches: { tokenHeaders: { "Content-Type": "application/vnd.oauth+json" } },
    },
    {
      id: "token-in-own-header",
      gap: "N-5-03",
      about: "API requests carry the token in X-Api-Token.",
      switches: {
        requestHeaders: (token): Record<string, string> => (token ? { "X-Api-Token": token } : {}),
        readToken: (headers) => headers["x-api-token"] as string | undefined,
      },
    },
    {
      id: "api-without-token",
      gap: "U-38",
      about: "The API asks for no token.",
      switches: { needsToken: false },
    },
  ],
  judge: [
    variant("token-ends-earlier-ones", "U-14", "A new access token ends the one before it.", {
      endsEarlierTokens: true,
    }),
    variant("exchanged-token-lacks-scope", "N-5-02", "The token of the exchange may do nothing: 403 everywhere.", {
      tokenAnswer: (tokens) => ({ ...tokens, access_token: `${tokens["access_token"]}-without-scopes` }),
      respond: (res, status, headers, body) => void res.writeHead(status === 401 ? 403 : status, headers).end(body),
    }),
    variant("token-type-capitals", "U-17", "token_type is BEARER.", {
      tokenAnswer: (tokens) => ({ ...tokens, token_type: "BEARER" }),
    }),
    variant("token-answer-null-members", "U-15", "The token response has members that are null.", {
      tokenAnswer: (tokens) => ({ ...tokens, scope: null, error: null, id: null }),
    }),
  ],
  histories: [
    {
      id: "token-of-two-seconds",
      gap: "F-8-03",
      about: "An access token lives for two seconds, and says so.",
      switches: { expiresIn: 2, tokenLivesMs: 2000 },
    },
    {
      id: "token-ended-by-the-next",
      gap: "U-14",
      about: "Each new access token ends the one before it, and lives for an hour otherwise.",
      switches: { endsEarlierTokens: true, expiresIn: 3600 },
    },
    {
      id: "token-type-in-any-case",
      gap: "U-17",
      about: "token_type is Bearer and bearer in turn.",
      get switches() {
        let count = 0;
        return { tokenAnswer: (tokens: Json) => ({ ...tokens, token_type: ++count % 2 === 0 ? "bearer" : "Bearer" }) };
      },
    },
  ],
};
