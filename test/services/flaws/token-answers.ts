/** Flaws of the answer to a token exchange. */

import { change, everyNth, type Flaws, flaw, put, without } from "./flaw.ts";

export const TOKEN_ANSWER_FLAWS: Flaws = {
  look: [
    {
      id: "token-answer-enveloped",
      fact: "F-4.2-05",
      about: "The four members are inside a member data.",
      switches: { tokenAnswer: (tokens) => ({ data: tokens }) },
    },
    {
      id: "token-answer-list",
      fact: "F-4.2-05",
      about: "The answer is a list with the token response in it.",
      switches: { tokenAnswer: (tokens) => [tokens] },
    },
    {
      id: "token-answer-camel-case",
      fact: "F-4.2-05",
      about: "The members are tokenType, expiresIn, accessToken and refreshToken.",
      switches: {
        tokenAnswer: ({ token_type: tokenType, expires_in: expiresIn, access_token, refresh_token }) => ({
          tokenType,
          expiresIn,
          accessToken: access_token,
          refreshToken: refresh_token,
        }),
      },
    },
    {
      id: "token-answer-empty",
      fact: "F-4.2-05",
      about: "The exchange is answered with an empty object.",
      switches: { tokenAnswer: () => ({}) },
    },
    {
      id: "token-type-missing",
      fact: "F-2.1-01",
      same: ["F-4.2-05"],
      about: "There is no token_type.",
      switches: { tokenAnswer: without("token_type") },
    },
    {
      id: "token-type-mac",
      fact: "F-2.1-01",
      same: ["F-5-03"],
      about: "token_type is mac.",
      switches: { tokenAnswer: put("token_type", "mac") },
    },
    {
      id: "token-type-dpop",
      fact: "F-5-03",
      same: ["F-2.1-01"],
      about: "The access token is not of the bearer kind: token_type is DPoP.",
      switches: { tokenAnswer: put("token_type", "DPoP") },
    },
    {
      id: "token-type-list",
      fact: "F-2.1-01",
      about: "token_type is a list.",
      switches: { tokenAnswer: put("token_type", ["Bearer"]) },
    },
    {
      id: "token-type-null",
      fact: "F-2.1-01",
      about: "token_type is null.",
      switches: { tokenAnswer: put("token_type", null) },
    },
    {
      id: "expires-in-missing",
      fact: "F-2.1-02",
      same: ["F-4.2-05", "F-8-03"],
      about: "There is no expires_in.",
      switches: { tokenAnswer: without("expires_in") },
    },
    {
      id: "expires-in-text",
      fact: "F-2.1-02",
      same: ["F-8-03"],
      about: "expires_in is a string of digits.",
      switches: { tokenAnswer: change("expires_in", String) },
    },
    {
      id: "expires-in-fraction",
      fact: "F-2.1-02",
      same: ["F-8-03"],
      about: "expires_in has a fraction.",
      switches: { tokenAnswer: put("expires_in", 3599.5) },
    },
    {
      id: "expires-in-null",
      fact: "F-2.1-02",
      same: ["F-8-03"],
      about: "expires_in is null.",
      switches: { tokenAnswer: put("expires_in", null) },
    },
    {
      id: "expires-in-date",
      fact: "F-8-03",
      same: ["F-2.1-02"],
      about: "expires_in is the time of expiry, not a number of seconds.",
      switches: { tokenAnswer: put("expires_in", "2031-03-02T09:15:00+01:00") },
    },
    {
      id: "expires-in-duration",
      fact: "F-8-03",
      same: ["F-2.1-02"],
      about: "expires_in is a duration such as PT1H.",
      switches: { tokenAnswer: put("expires_in", "PT1H") },
    },
    {
      id: "access-token-missing",
      fact: "F-2.1-03",
      same: ["F-4.2-05", "F-5-02"],
      about: "There is no access_token.",
      switches: { tokenAnswer: without("access_token") },
    },
    {
      id: "access-token-number",
      fact: "F-2.1-03",
      about: "access_token is a number.",
      switches: { tokenAnswer: put("access_token", 8_675_309) },
    },
    {
      id: "access-token-null",
      fact: "F-2.1-03",
      about: "access_token is null.",
      switches: { tokenAnswer: put("access_token", null) },
    },
    {
      id: "access-token-object",
      fact: "F-2.1-03",
      about: "access_token is an object that wraps the token.",
      switches: { tokenAnswer: change("access_token", (value) => ({ value })) },
    },
    {
      id: "access-token-empty",
      fact: "F-2.1-03",
      about: "access_token is the empty string, which is no token.",
      switches: { tokenAnswer: put("access_token", "") },
    },
    {
      id: "refresh-token-missing",
      fact: "F-2.1-04",
      same: ["F-4.2-05", "F-5-02"],
      about: "There is no refresh_token.",
      switches: { tokenAnswer: without("refresh_token") },
    },
    {
      id: "refresh-token-number",
      fact: "F-2.1-04",
      about: "refresh_token is a number.",
      switches: { tokenAnswer: put("refresh_token", 42) },
    },
    {
      id: "refresh-token-null",
      fact: "F-2.1-04",
      about: "refresh_token is null.",
      switches: { tokenAnswer: put("refresh_token", null) },
    },
    {
      id: "refresh-token-false",
      fact: "F-2.1-04",
      about: "refresh_token is false.",
      switches: { tokenAnswer: put("refresh_token", false) },
    },
  ],
  judge: [
    flaw("token-answer-page", "F-4.2-05", "The exchange is answered 200 with a page.", {
      tokenHeaders: { "Content-Type": "text/html" },
      tokenAnswer: () => "<!doctype html>",
    }),
    flaw("token-answer-jwt", "F-4.2-05", "The exchange is answered with the access token alone, as a JSON string.", {
      tokenAnswer: (tokens) => tokens["access_token"],
    }),
    flaw("expires-in-true", "F-2.1-02 F-8-03", "expires_in is true.", {
      tokenAnswer: (tokens) => ({ ...tokens, expires_in: true }),
    }),
    flaw("expires-in-list", "F-2.1-02 F-8-03", "expires_in is a list with the seconds.", {
      tokenAnswer: (tokens) => ({ ...tokens, expires_in: [3600] }),
    }),
    flaw("token-type-bearer-token", "F-2.1-01 F-5-03", "token_type is BearerToken.", {
      tokenAnswer: put("token_type", "BearerToken"),
    }),
    flaw("access-token-list", "F-2.1-03", "access_token is a list with the token.", {
      tokenAnswer: change("access_token", (token) => [token]),
    }),
    flaw("refresh-token-object", "F-2.1-04", "refresh_token is an object with value and expiry.", {
      tokenAnswer: change("refresh_token", (value) => ({ value, expires_in: 1 })),
    }),
    flaw("second-token-type-mac", "F-2.1-01 F-5-03", "The token_type of every second exchange is MAC.", () => {
      const isSecond = everyNth(2);
      return { tokenAnswer: (tokens) => (isSecond() ? { ...tokens, token_type: "MAC" } : tokens) };
    }),
  ],
  histories: [
    flaw("token-type-of-the-third", "F-2.1-01 F-4.2-05", "From the third exchange on token_type is MAC.", () => {
      let count = 0;
      return { tokenAnswer: (tokens) => (++count > 2 ? { ...tokens, token_type: "MAC" } : tokens) };
    }),
  ],
  arguable: [
    {
      id: "expires-in-zero",
      rests: ["F-2.1-02"],
      about: "expires_in is 0.",
      reason: "It is an integer, and no bound is stated.",
      switches: { expiresIn: 0 },
    },
    {
      id: "expires-in-negative",
      rests: ["F-2.1-02"],
      about: "expires_in is -1.",
      reason: "It is an integer, and no bound is stated, odd as a negative lifetime is.",
      switches: { expiresIn: -1 },
    },
    {
      id: "expires-in-milliseconds",
      rests: ["F-2.1-02", "F-8-03"],
      about: "expires_in counts milliseconds.",
      reason: "It breaks the fact, but nobody can see it in less than the lifetime.",
      switches: { expiresIn: 3_600_000 },
    },
    {
      id: "token-answer-form",
      rests: ["F-4.2-05", "U-01"],
      about: "The token response is a form instead of JSON.",
      reason: "Its media type is open; that expires_in is an integer says little about a form.",
      switches: {
        tokenHeaders: { "Content-Type": "application/x-www-form-urlencoded" },
        tokenAnswer: (tokens) => ({ form: new URLSearchParams(tokens as Record<string, string>).toString() }),
        encodeAnswer: (answer) => String((answer as { form?: string }).form ?? JSON.stringify(answer)),
      },
    },
  ],
};
