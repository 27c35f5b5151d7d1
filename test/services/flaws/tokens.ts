/** Flaws of using a token: how long it lives, its refresh, and the place of the API. */

import { change, everyNth, type Flaws, flaw } from "./flaw.ts";

export const TOKEN_FLAWS: Flaws = {
  look: [
    {
      id: "refresh-without-token",
      fact: "F-5-04",
      same: ["F-2.1-04"],
      about: "Refreshing yields no access token.",
      switches: { refreshed: () => undefined },
    },
    {
      id: "refresh-empty-token",
      fact: "F-5-04",
      same: ["F-2.1-04"],
      about: "Refreshing yields the empty string.",
      switches: { refreshed: () => "" },
    },
    {
      id: "refresh-dead-token",
      fact: "F-5-04",
      same: ["F-2.1-04"],
      about: "The API does not take the token that a refresh yields, while it takes the one of the exchange.",
      switches: { refreshed: ({ accessToken }) => `${accessToken}x` },
    },
    {
      id: "api-ignores-path-of-base-url",
      fact: "F-4-01",
      about: "base_url has a path, but the API answers at the root of the host.",
      switches: { basePath: "/collections", servedUnder: "" },
    },
    {
      id: "api-under-other-prefix",
      fact: "F-4-01",
      about: "The API answers below /v1 of base_url.",
      switches: { servedUnder: "/v1" },
    },
  ],
  judge: [
    flaw("exchanged-token-dies-at-once", "F-2.1-02 F-8-03 F-5-03", "The token of an exchange lives for 5 ms.", {
      exchangedLivesMs: 5,
    }),
    flaw("token-once", "F-2.1-02 F-8-03 F-5-03", "An access token is good for one request, whatever expires_in says.", {
      tokenUses: 1,
    }),
    flaw("refresh-every-second-dead", "F-5-04 F-2.1-04", "The API takes the token of every other refresh only.", () => {
      const isSecond = everyNth(2);
      return { refreshed: ({ accessToken }) => (isSecond() ? `${accessToken}x` : accessToken) };
    }),
    flaw("token-three-times", "F-2.1-02 F-8-03 F-5-03", "An access token is good for three requests.", {
      tokenUses: 3,
    }),
  ],
  histories: [
    {
      id: "token-dies-after-three-seconds",
      fact: "F-2.1-02",
      same: ["F-8-03", "F-5-03"],
      about: "An access token lives for three seconds, and expires_in says an hour.",
      switches: { tokenLivesMs: 3000 },
    },
    {
      id: "token-dies-after-three-of-twenty-seconds",
      fact: "F-2.1-02",
      same: ["F-8-03", "F-5-03"],
      about: "An access token lives for three seconds, and expires_in says twenty.",
      switches: { tokenLivesMs: 3000, expiresIn: 20 },
    },
    flaw("token-good-for-a-hundred-requests", "F-2.1-02 F-8-03 F-5-03", "A token is good for 100 requests.", () => ({
      tokenUses: 100,
    })),
    {
      id: "token-dies-after-a-second",
      fact: "F-2.1-02",
      same: ["F-8-03", "F-5-03"],
      about: "An access token lives for 1.2 seconds, and expires_in says an hour.",
      switches: { tokenLivesMs: 1200 },
    },
    {
      id: "token-dies-after-thirty-uses",
      fact: "F-2.1-02",
      same: ["F-8-03", "F-5-03"],
      about: "An access token is good for thirty requests.",
      switches: { tokenUses: 30 },
    },
  ],
  arguable: [
    {
      id: "refresh-same-token",
      rests: ["F-5-04", "U-14"],
      about: "While the access token lives, a refresh yields the same one.",
      reason: "A new access token is stated; whether it has other characters while the old one lives is not.",
      switches: { newAccessToken: () => "the one and only" },
    },
    {
      id: "exchanged-token-not-accepted",
      rests: ["F-5-03", "U-38"],
      about: "The API takes tokens of accessToken() and none of the exchange.",
      reason: "Which token and which role someone needs is open.",
      switches: { tokenAnswer: change("access_token", (token) => `${token}x`) },
    },
    {
      id: "no-token-needed",
      rests: ["F-5-01", "U-38"],
      about: "The API answers without any access token.",
      reason: "That apps authenticate is stated; that a request without token is refused is not.",
      switches: { needsToken: false },
    },
  ],
};
