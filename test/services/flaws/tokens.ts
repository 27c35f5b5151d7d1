/** Flaws of using a token: how long it lives, its refresh, and the place of the API. */

import { arguable, change, everyNth, type Flaws, flaw, flaws } from "./flaw.ts";

export const TOKEN_FLAWS: Flaws = {
  look: [
    ...flaws("F-5-04 F-2.1-04", {
      "refresh-without-token: Refreshing yields no access token.": {
        refreshed: () => undefined,
      },
      "refresh-empty-token: Refreshing yields the empty string.": { refreshed: () => "" },
    }),
    flaw(
      "refresh-dead-token",
      "F-5-04 F-2.1-04",
      "The API does not take the token that a refresh yields, while it takes the one of the exchange.",
      { refreshed: ({ accessToken }) => `${accessToken}x` },
    ),
    ...flaws("F-4-01", {
      "api-ignores-path-of-base-url: base_url has a path, but the API answers at the root of the host.": {
        basePath: "/collections",
        servedUnder: "",
      },
      "api-under-other-prefix: The API answers below /v1 of base_url.": { servedUnder: "/v1" },
    }),
  ],
  judge: [
    ...flaws("F-2.1-02 F-8-03 F-5-03", {
      "exchanged-token-dies-at-once: The token of an exchange lives for 5 ms.": {
        exchangedLivesMs: 5,
      },
      "token-once: An access token is good for one request, whatever expires_in says.": {
        tokenUses: 1,
      },
      "token-three-times: An access token is good for three requests.": {
        tokenUses: 3,
      },
    }),
    flaw("third-token-dead", "F-5-03 F-5-02", "The API takes the token of every exchange but each third one.", () => {
      const isThird = everyNth(3);
      return { tokenAnswer: (tokens) => (isThird() ? { ...tokens, access_token: "of-an-old-key" } : tokens) };
    }),
    flaw("refresh-every-second-dead", "F-5-04 F-2.1-04", "The API takes the token of every other refresh only.", () => {
      const isSecond = everyNth(2);
      return { refreshed: ({ accessToken }) => (isSecond() ? `${accessToken}x` : accessToken) };
    }),
  ],
  histories: flaws("F-2.1-02 F-8-03 F-5-03", {
    "token-dies-after-three-seconds: An access token lives for three seconds, and expires_in says an hour.": {
      tokenLivesMs: 3000,
    },
    "token-dies-after-three-of-twenty-seconds: An access token lives for three seconds, and expires_in says twenty.": {
      tokenLivesMs: 3000,
      expiresIn: 20,
    },
    "token-good-for-a-hundred-requests: A token is good for 100 requests.": () => ({
      tokenUses: 100,
    }),
    "token-refused-by-one-of-five-servers: Every fifth request of the API is answered 401.": () => {
      const isFifth = everyNth(5);
      return { readToken: ({ authorization = "" }) => (isFifth() ? undefined : authorization.replace("Bearer ", "")) };
    },
    "token-dies-after-a-second: An access token lives for 1.2 seconds, and expires_in says an hour.": {
      tokenLivesMs: 1200,
    },
    "token-dies-after-thirty-uses: An access token is good for thirty requests.": {
      tokenUses: 30,
    },
  }),
  arguable: arguable({
    "refresh-same-token: While the access token lives, a refresh yields the same one.": {
      rests: ["F-5-04", "U-14"],
      reason: "A new access token is stated; whether it has other characters while the old one lives is not.",
      switches: { newAccessToken: () => "the one and only" },
    },
    "exchanged-token-not-accepted: The API takes tokens of accessToken() and none of the exchange.": {
      rests: ["F-5-03", "U-38"],
      reason: "Which token and which role someone needs is open.",
      switches: { tokenAnswer: change("access_token", (token) => `${token}x`) },
    },
    "no-token-needed: The API answers without any access token.": {
      rests: ["F-5-01", "U-38"],
      reason: "That apps authenticate is stated; that a request without token is refused is not.",
      switches: { needsToken: false },
    },
  }),
};
