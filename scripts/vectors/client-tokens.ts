/** The exchange of a code for tokens. */

import { answer, type Call, type Draft, json } from "./client-case.ts";

const CODE = {
  code: "code&1",
  client_id: "client-1",
  client_secret: "hidden &/1",
  redirect_uri: "https://app.example.com/callback",
};
const TOKENS = { token_type: "Bearer", expires_in: 3600, access_token: "access-1", refresh_token: "refresh-1" };

const exchange = (given: object = {}): Call => ({
  operation: "exchangeAuthorizationCode",
  given: { ...CODE, ...given },
});

const form = (fields: object) => ({
  method: "POST",
  path: "/oauth/v2/token",
  contentType: "application/x-www-form-urlencoded",
  body: { grant_type: "authorization_code", ...fields },
});

/** Returns the cases of the token endpoint. */
export const tokens = (): Draft[] => [
  {
    id: "tokens",
    about: "A code is exchanged for tokens, with the five fields.",
    rests: ["F-4.2-01", "F-4.2-02", "F-4.2-03", "F-4.2-04"],
    call: exchange(),
    answers: [answer(200, json(TOKENS))],
    result: json(TOKENS),
    sent: [form(CODE)],
  },
  {
    id: "tokens-lower-case",
    about: "The type is in any letter case, and unknown members are kept.",
    rests: ["U-17"],
    call: exchange(),
    answers: [answer(203, json({ ...TOKENS, token_type: "bearer", scope: "x" }))],
    result: json({ ...TOKENS, token_type: "bearer", scope: "x" }),
  },
  ...(
    [
      ["other-type", { ...TOKENS, token_type: "mac" }, "F-2.1-01"],
      ["no-access-token", { ...TOKENS, access_token: undefined }, "F-2.1-03"],
      ["no-refresh-token", { ...TOKENS, refresh_token: undefined }, "F-2.1-04"],
      ["lifetime-text", { ...TOKENS, expires_in: "3600" }, "F-2.1-02"],
      ["nothing", {}, "F-2.1-03"],
    ] as const
  ).map(
    ([id, body, fact]): Draft => ({
      id: `tokens-${id}`,
      about: "An answer that is not a token response.",
      rests: [fact],
      call: exchange(),
      answers: [answer(200, json(body))],
      error: { code: "token_response_invalid" },
    }),
  ),
  ...(
    [
      [400, "token_refused"],
      [401, "token_refused"],
      [500, "token_endpoint_failed"],
      [599, "token_endpoint_failed"],
    ] as const
  ).map(
    ([status, code]): Draft => ({
      id: `tokens-${status}`,
      about: "The exchange fails.",
      rests: ["N-7-01"],
      call: exchange(),
      answers: [answer(status, "hidden")],
      error: { code, status },
    }),
  ),
  {
    id: "tokens-not-json",
    about: "An answer that is not JSON.",
    rests: ["F-2.1-03"],
    call: exchange(),
    answers: [answer(200, "hidden")],
    error: { code: "token_response_invalid" },
  },
  {
    id: "tokens-redirect",
    about: "A redirect would carry the code to another place.",
    call: exchange(),
    answers: [answer(307, "", { Location: "/elsewhere" })],
    error: { code: "redirect_refused", status: 307 },
    sent: [form(CODE)],
  },
  ...Object.keys(CODE).map(
    (field): Draft => ({
      id: `tokens-without-${field.replace("_", "-")}`,
      about: "An empty field is refused before anything is sent.",
      rests: ["F-4.2-04"],
      call: exchange({ [field]: "" }),
      error: { code: "credentials_missing" },
    }),
  ),
];
