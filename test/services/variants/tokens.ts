/** Variants in the token response, and in what a token is good for. */

import { digest } from "../service.ts";
import { type Variants, variant, variants } from "./variant.ts";

export const TOKEN_VARIANTS: Variants = {
  look: [
    variant("token-type-lower-case", "U-17", "token_type is bearer.", {
      tokenAnswer: (tokens) => ({ ...tokens, token_type: "bearer" }),
    }),
    ...variants("U-15", {
      "token-more-members: The token response has a scope, an id token and more.": {
        tokenAnswer: (tokens) => ({ scope: "a b", ...tokens, id_token: null, installation: { id: 5 } }),
      },
      "token-opaque: Access tokens are opaque and long.": {
        newAccessToken: () =>
          digest("sha512", String(Math.random()), "").toString("base64").repeat(5).replaceAll("=", "."),
      },
    }),
    ...variants("U-14", {
      "token-lives-a-second: expires_in is 1.": { expiresIn: 1 },
      "token-lives-years: expires_in is ten years.": { expiresIn: 315_360_000 },
    }),
    variant("token-media-type", "U-01", "The token response is application/vnd.oauth+json without Cache-Control.", {
      tokenHeaders: { "Content-Type": "application/vnd.oauth+json" },
    }),
    variant("token-in-own-header", "N-5-03", "API requests carry the token in X-Api-Token.", {
      requestHeaders: (token): Record<string, string> => (token ? { "X-Api-Token": token } : {}),
      readToken: (headers) => headers["x-api-token"] as string | undefined,
    }),
    variant("api-without-token", "U-38", "The API asks for no token.", { needsToken: false }),
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
    variant("token-of-two-seconds", "F-8-03", "An access token lives for two seconds, and says so.", {
      expiresIn: 2,
      tokenLivesMs: 2000,
    }),
    ...variants("U-14", {
      "token-taken-later: A token is refused for its first 200 ms, as where a server has no copy of it yet.": {
        tokenStartsMs: 200,
      },
      "token-ended-by-the-next: Each new access token ends the one before it, and lives for an hour otherwise.": {
        endsEarlierTokens: true,
        expiresIn: 3600,
      },
    }),
    variant("token-type-in-any-case", "U-17", "token_type is Bearer and bearer in turn.", () => {
      let count = 0;
      return { tokenAnswer: (tokens) => ({ ...tokens, token_type: ++count % 2 === 0 ? "bearer" : "Bearer" }) };
    }),
  ],
};
