/** Flaws of the answer to a token exchange. */

import { arguable, change, everyNth, type Flaws, flaw, flaws, put, without } from "./flaw.ts";

export const TOKEN_ANSWER_FLAWS: Flaws = {
  look: [
    ...flaws("F-4.2-05", {
      "token-answer-enveloped: The four members are inside a member data.": {
        tokenAnswer: (tokens) => ({ data: tokens }),
      },
      "token-answer-list: The answer is a list with the token response in it.": {
        tokenAnswer: (tokens) => [tokens],
      },
      "token-answer-camel-case: The members are tokenType, expiresIn, accessToken and refreshToken.": {
        tokenAnswer: ({ token_type: tokenType, expires_in: expiresIn, access_token, refresh_token }) => ({
          tokenType,
          expiresIn,
          accessToken: access_token,
          refreshToken: refresh_token,
        }),
      },
      "token-answer-empty: The exchange is answered with an empty object.": {
        tokenAnswer: () => ({}),
      },
    }),
    flaw("token-type-missing", "F-2.1-01 F-4.2-05", "There is no token_type.", { tokenAnswer: without("token_type") }),
    flaw("token-type-mac", "F-2.1-01 F-5-03", "token_type is mac.", { tokenAnswer: put("token_type", "mac") }),
    flaw("token-type-dpop", "F-5-03 F-2.1-01", "The access token is not of the bearer kind: token_type is DPoP.", {
      tokenAnswer: put("token_type", "DPoP"),
    }),
    ...flaws("F-2.1-01", {
      "token-type-list: token_type is a list.": { tokenAnswer: put("token_type", ["Bearer"]) },
      "token-type-null: token_type is null.": { tokenAnswer: put("token_type", null) },
    }),
    flaw("expires-in-missing", "F-2.1-02 F-4.2-05 F-8-03", "There is no expires_in.", {
      tokenAnswer: without("expires_in"),
    }),
    ...flaws("F-2.1-02 F-8-03", {
      "expires-in-text: expires_in is a string of digits.": {
        tokenAnswer: change("expires_in", String),
      },
      "expires-in-fraction: expires_in has a fraction.": {
        tokenAnswer: put("expires_in", 3599.5),
      },
      "expires-in-null: expires_in is null.": { tokenAnswer: put("expires_in", null) },
    }),
    ...flaws("F-8-03 F-2.1-02", {
      "expires-in-date: expires_in is the time of expiry, not a number of seconds.": {
        tokenAnswer: put("expires_in", "2031-03-02T09:15:00+01:00"),
      },
      "expires-in-time: expires_in is the time of expiry, in seconds since 1970.": {
        tokenAnswer: put("expires_in", Math.round(Date.now() / 1000) + 3600),
      },
      "expires-in-time-in-ms: expires_in is the time of expiry, in milliseconds since 1970.": {
        tokenAnswer: put("expires_in", Date.now() + 3_600_000),
      },
      "expires-in-negative: expires_in is counted from the end to now.": { tokenAnswer: put("expires_in", -3600) },
      "expires-in-duration: expires_in is a duration such as PT1H.": {
        tokenAnswer: put("expires_in", "PT1H"),
      },
    }),
    flaw("access-token-missing", "F-2.1-03 F-4.2-05 F-5-02", "There is no access_token.", {
      tokenAnswer: without("access_token"),
    }),
    ...flaws("F-2.1-03", {
      "access-token-number: access_token is a number.": {
        tokenAnswer: put("access_token", 8_675_309),
      },
      "access-token-null: access_token is null.": { tokenAnswer: put("access_token", null) },
      "access-token-object: access_token is an object that wraps the token.": {
        tokenAnswer: change("access_token", (value) => ({ value })),
      },
      "access-token-empty: access_token is the empty string, which is no token.": {
        tokenAnswer: put("access_token", ""),
      },
    }),
    flaw("refresh-token-missing", "F-2.1-04 F-4.2-05 F-5-02", "There is no refresh_token.", {
      tokenAnswer: without("refresh_token"),
    }),
    ...flaws("F-2.1-04", {
      "refresh-token-number: refresh_token is a number.": { tokenAnswer: put("refresh_token", 42) },
      "refresh-token-null: refresh_token is null.": { tokenAnswer: put("refresh_token", null) },
      "refresh-token-false: refresh_token is false.": { tokenAnswer: put("refresh_token", false) },
    }),
  ],
  judge: [
    ...flaws("F-4.2-05", {
      "token-answer-page: The exchange is answered 200 with a page.": {
        tokenHeaders: { "Content-Type": "text/html" },
        tokenAnswer: () => "<!doctype html>",
      },
      "token-answer-jwt: The exchange is answered with the access token alone, as a JSON string.": {
        tokenAnswer: (tokens) => tokens["access_token"],
      },
    }),
    ...flaws("F-2.1-02 F-8-03", {
      "expires-in-true: expires_in is true.": {
        tokenAnswer: (tokens) => ({ ...tokens, expires_in: true }),
      },
      "expires-in-list: expires_in is a list with the seconds.": {
        tokenAnswer: (tokens) => ({ ...tokens, expires_in: [3600] }),
      },
    }),
    ...flaws("F-2.1-01 F-5-03", {
      "token-type-bearer-token: token_type is BearerToken.": {
        tokenAnswer: put("token_type", "BearerToken"),
      },
      "second-token-type-mac: The token_type of every second exchange is MAC.": () => {
        const isSecond = everyNth(2);
        return { tokenAnswer: (tokens) => (isSecond() ? { ...tokens, token_type: "MAC" } : tokens) };
      },
    }),
    flaw("access-token-list", "F-2.1-03", "access_token is a list with the token.", {
      tokenAnswer: change("access_token", (token) => [token]),
    }),
    flaw("refresh-token-object", "F-2.1-04", "refresh_token is an object with value and expiry.", {
      tokenAnswer: change("refresh_token", (value) => ({ value, expires_in: 1 })),
    }),
  ],
  histories: [
    flaw("token-type-of-the-third", "F-2.1-01 F-4.2-05", "From the third exchange on token_type is MAC.", () => {
      let count = 0;
      return { tokenAnswer: (tokens) => (++count > 2 ? { ...tokens, token_type: "MAC" } : tokens) };
    }),
  ],
  arguable: arguable({
    "expires-in-zero: expires_in is 0.": {
      rests: ["F-2.1-02"],
      reason: "It is an integer, and no bound is stated.",
      switches: { expiresIn: 0 },
    },
    "expires-in-minus-one: expires_in is -1.": {
      rests: ["F-2.1-02"],
      reason: "It is an integer, and no bound is stated, odd as a negative lifetime is.",
      switches: { expiresIn: -1 },
    },
    "expires-in-milliseconds: expires_in counts milliseconds.": {
      rests: ["F-2.1-02", "F-8-03"],
      reason: "It breaks the fact, but nobody can see it in less than the lifetime.",
      switches: { expiresIn: 3_600_000 },
    },
    "token-answer-form: The token response is a form instead of JSON.": {
      rests: ["F-4.2-05", "U-01"],
      reason: "Its media type is open; that expires_in is an integer says little about a form.",
      switches: {
        tokenHeaders: { "Content-Type": "application/x-www-form-urlencoded" },
        tokenAnswer: (tokens) => ({ form: new URLSearchParams(tokens as Record<string, string>).toString() }),
        encodeAnswer: (answer) => String((answer as { form?: string }).form ?? JSON.stringify(answer)),
      },
    },
  }),
};
