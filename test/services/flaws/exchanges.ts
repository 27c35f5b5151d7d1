/** Flaws of the request of a token exchange: its place, its form, its code. */

import { randomBytes } from "node:crypto";
import type { Switches } from "../service.ts";
import type { Json } from "../types.ts";
import { arguable, everyNth, type Flaws, flaw, flaws } from "./flaw.ts";

/** Codes of which every third, from the fourth on, has characters that are encoded in a form. */
export function mixedCodes(): () => string {
  let count = 0;
  return () => {
    const code = randomBytes(12).toString("hex");
    return ++count % 3 === 1 && count > 1 ? `${code}+/${code}%2B=` : code;
  };
}
/** What a second decoding makes of a text. */
function decoded(text: unknown): string {
  try {
    return decodeURIComponent(String(text).replaceAll("+", " "));
  } catch {
    return "";
  }
}

/** Answers each exchange after a while, and changes what is answered to another one that came meanwhile. */
export function besideAnother(change: (status: number, body: string) => readonly [number, string]): Partial<Switches> {
  let underWay = 0;
  return {
    respond: (res, status, headers, body) => {
      if (res.req.url !== "/oauth/v2/token") return void res.writeHead(status, headers).end(body);
      const [changed, answer] = ++underWay > 1 && status === 200 ? change(status, body) : [status, body];
      setTimeout(() => {
        underWay--;
        res.writeHead(changed, headers).end(answer);
      }, 60);
    },
  };
}

export const EXCHANGE_FLAWS: Flaws = {
  look: [
    ...flaws("F-9-01 F-4.2-01", {
      "token-path-without-version: The token endpoint is /oauth/token.": {
        routes: { token: "POST /oauth/token" },
      },
      "token-path-v1: The token endpoint is /oauth/v1/token.": {
        routes: { token: "POST /oauth/v1/token" },
      },
    }),
    flaw("token-by-put", "F-4.2-01", "The exchange is a PUT.", { routes: { token: "PUT /oauth/v2/token" } }),
    flaw("token-on-base-url", "F-4-02 F-4.2-01", "The exchange happens on base_url; auth_url knows nothing of it.", {
      tokenOn: "base",
    }),
    ...flaws("F-4.2-02", {
      "token-json-only: The token endpoint takes JSON and refuses the form.": {
        tokenRefuses: ({ mediaType }) => mediaType !== "application/json",
      },
      "token-multipart-only: The token endpoint takes a multipart form and refuses the urlencoded one.": {
        tokenRefuses: ({ mediaType }) => mediaType !== "multipart/form-data",
      },
    }),
    flaw("token-other-grant-type", "F-4.2-03", "The endpoint wants grant_type=code and refuses authorization_code.", {
      tokenRefuses: ({ form }) => form["grant_type"] !== "code",
    }),
    ...flaws("F-4.2-04", {
      "token-basic-only: The app has to authenticate with HTTP Basic; its secret in the form does not count.": {
        tokenRefuses: ({ headers }) => !headers.authorization?.startsWith("Basic "),
      },
      "token-camel-case-form: The form fields are called clientId, clientSecret and redirectUri.": {
        tokenForm: ({ form: { clientId, clientSecret, redirectUri, ...rest } }) => ({
          grant_type: rest["grant_type"],
          code: rest["code"],
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uri: redirectUri,
        }),
      },
      "token-code-renamed: The code has to come in a field authorization_code.": {
        tokenForm: ({ form }) => ({ ...form, code: form["authorization_code"] }),
      },
    }),
    flaw("token-code-dead-on-arrival", "F-5-02 F-4.2-01", "A fresh code is never exchanged.", { codeUses: 0 }),
  ],
  judge: [
    flaw("code-decoded-twice", "F-4.2-02 F-4.2-04 F-4.2-01 F-5-02", "The code in the form is decoded twice.", () => ({
      newCode: mixedCodes(),
      tokenForm: ({ form }): Json => ({ ...form, code: decoded(form["code"]) }),
    })),
    ...flaws("F-4.2-02 F-4.2-04", {
      "token-form-decodes-capitals-only: In the form %3a is not decoded, and %3A is.": {
        tokenForm: ({ raw }) => Object.fromEntries(new URLSearchParams(raw.replace(/%(?=.?[a-f])/g, "%25"))),
      },
      "token-form-by-percent-only: A plus in the form is not read as a blank.": {
        tokenForm: ({ form }) =>
          Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value).replaceAll(" ", "+")])),
      },
    }),
    ...flaws("F-4.2-05 F-2.1-01 F-2.1-02 F-2.1-03 F-2.1-04", {
      "exchange-beside-another-empty: An exchange is answered with null while another is under way.": () =>
        besideAnother((status) => [status, "null"]),
    }),
    ...flaws("F-5-02 F-5-03", {
      "exchange-beside-another-unknown: The token of an exchange that began beside another one is unknown.": () =>
        besideAnother((status, body) => [status, body.replace('"access_token":"', "$&lost-")]),
      "exchange-within-a-moment: The API knows one token for each moment of 100 ms.": () => {
        let last = 0;
        return {
          tokenAnswer: (tokens) => {
            const isSoon = Date.now() - last < 100;
            last = Date.now();
            return isSoon ? { ...tokens, access_token: `lost-${tokens["access_token"]}` } : tokens;
          },
        };
      },
    }),
    ...[400, 500].map((refusal) =>
      flaw(
        `exchange-beside-another-${refusal}`,
        "F-4.2-01 F-5-02",
        `An exchange is answered ${refusal}, and its code is lost, while another is under way.`,
        () => besideAnother(() => [refusal, ""]),
      ),
    ),
    flaw("third-exchange-fails", "F-4.2-01 F-4.2-05", "Every exchange after the second is answered with 500.", () => {
      let exchanges = 0;
      return {
        respond: (res, status, headers, body) => {
          const isLater = res.req.url === "/oauth/v2/token" && status < 300 && ++exchanges > 2;
          res.writeHead(isLater ? 500 : status, headers).end(isLater ? "" : body);
        },
      };
    }),
    flaw("fourth-code-lost", "F-4.2-01 F-4.2-04 F-5-02", "Every fourth code is refused, and lost.", () => {
      const isFourth = everyNth(4);
      const known = new Map<unknown, boolean>();
      return {
        tokenRefuses: ({ form: { code } }) => {
          const isLost = known.get(code) ?? isFourth();
          known.set(code, isLost);
          return isLost;
        },
      };
    }),
    flaw("token-wants-scope", "F-4.2-04 F-4.2-01", "The exchange is refused without a field scope.", {
      tokenRefuses: ({ form }) => !("scope" in form),
    }),
    flaw("token-wants-get", "F-4.2-01", "The exchange is a GET.", { routes: { token: "GET /oauth/v2/token" } }),
    ...flaws("F-4.2-04 F-4.2-02", {
      "token-wants-grant-type-first: The form is read by position: grant_type is the first.": {
        tokenRefuses: ({ mediaType, form }) =>
          mediaType !== "application/x-www-form-urlencoded" || Object.keys(form)[0] !== "grant_type",
      },
    }),
  ],
  arguable: arguable({
    "token-wrong-secret-accepted: The exchange succeeds with a wrong client_secret.": {
      rests: ["F-4.2-04", "N-7-01"],
      reason: "That the form has the field is stated; that a wrong value is refused is not.",
      switches: { tokenForm: ({ form }, { clientSecret }) => ({ ...form, client_secret: clientSecret }) },
    },
    "token-without-redirect-uri-accepted: The exchange succeeds without redirect_uri.": {
      rests: ["F-4.2-04"],
      reason: "That the form has the field is stated; what follows if it is missing is not.",
      switches: { tokenForm: ({ form }, { redirectUri }) => ({ ...form, redirect_uri: redirectUri }) },
    },
    "token-any-grant-type-accepted: The exchange succeeds with any grant_type.": {
      rests: ["F-4.2-03", "N-4.2-01"],
      reason: "The value that an app sends is stated; other values may serve a refresh, which is open.",
      switches: { tokenForm: ({ form }) => ({ ...form, grant_type: "authorization_code" }) },
    },
  }),
};
