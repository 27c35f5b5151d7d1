/** Flaws of some exchanges of a code, while most are as they should be. */

import { randomBytes } from "node:crypto";
import type { Json } from "../types.ts";
import { type Flaw, flaw } from "./flaw.ts";

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

export const EXCHANGE_FLAWS: Flaw[] = [
  flaw("code-decoded-twice", "F-4.2-02 F-4.2-04 F-4.2-01 F-5-02", "The code in the form is decoded twice.", () => ({
    newCode: mixedCodes(),
    tokenForm: ({ form }): Json => ({ ...form, code: decoded(form["code"]) }),
  })),
  flaw(
    "exchange-beside-another-empty",
    "F-4.2-05 F-2.1-01 F-2.1-02 F-2.1-03 F-2.1-04",
    "An exchange is answered with null while another is under way.",
    () => {
      let underWay = 0;
      return {
        respond: (res, status, headers, body) => {
          if (res.req.url !== "/oauth/v2/token") return void res.writeHead(status, headers).end(body);
          const answer = ++underWay > 1 && status === 200 ? "null" : body;
          setTimeout(() => {
            underWay--;
            res.writeHead(status, headers).end(answer);
          }, 60);
        },
      };
    },
  ),
  flaw(
    "exchanged-token-lives-three-seconds",
    "F-2.1-02 F-8-03 F-5-03",
    "The token of an exchange lives for three seconds; those that the service gives otherwise live for an hour.",
    () => ({ exchangedLivesMs: 3000 }),
  ),
];
