/** Variants in exchanging a code. */

import { mixedCodes } from "../flaws/exchanges.ts";
import { type Variants, variant, variants } from "./variant.ts";

export const EXCHANGE_VARIANTS: Variants = {
  look: [
    variant("token-201", "N-7-01", "The exchange is answered 201.", { tokenStatus: 201 }),
    variant("code-reusable", "U-14", "A code can be exchanged many times.", { codeUses: 99 }),
    variant("token-basic-too", "U-16", "The token endpoint also takes HTTP Basic.", {
      tokenForm: ({ form, headers }) => {
        const [id, secret] = Buffer.from(headers.authorization?.slice(6) ?? "", "base64")
          .toString()
          .split(":");
        return secret ? { ...form, client_id: id, client_secret: secret } : form;
      },
    }),
    variant("token-on-api-origin", "U-11", "auth_url and base_url are the same.", { sharedOrigin: true }),
  ],
  judge: [
    ...variants("U-14", {
      "codes-of-any-character: Some codes have characters that are encoded in a form.": () => ({
        newCode: mixedCodes(),
      }),
      "code-ends-earlier-ones: A new code ends the one before it.": { endsEarlierCodes: true },
    }),
    ...variants("N-8-01", {
      "one-exchange-at-a-time: An exchange is refused with 503 while another is under way.": () => {
        let underWay = 0;
        return {
          respond: (res, status, headers, body) => {
            if (res.req.url !== "/oauth/v2/token") return void res.writeHead(status, headers).end(body);
            if (++underWay > 1) res.writeHead(503).end();
            else setTimeout(() => res.writeHead(status, headers).end(body), 60);
            res.on("close", () => underWay--);
          },
        };
      },
      "exchanges-limited: Of four exchanges in two seconds, the fourth is refused with 400, and its code is used up.":
        () => {
          let times: number[] = [];
          const usedUp = new Set<unknown>();
          return {
            tokenRefuses: ({ form }) => {
              times = times.filter((at) => at > Date.now() - 2000);
              if (times.length >= 3) usedUp.add(form["code"]);
              else if (!usedUp.has(form["code"])) times.push(Date.now());
              return usedUp.has(form["code"]);
            },
          };
        },
    }),
    variant(
      "locked-after-a-wrong-exchange",
      "N-7-01",
      "After an exchange with a wrong secret or code, all exchanges are refused for a second and a half.",
      () => {
        let until = 0;
        const known = new Set<unknown>();
        return {
          newCode: () => {
            const code = `code-${known.size}-${Math.random()}`;
            known.add(code);
            return code;
          },
          tokenRefuses: ({ form }) => {
            const isLocked = Date.now() < until;
            const isRight = form["client_secret"] === "s3cret of the app" && known.delete(form["code"]);
            if (!isRight) until = Date.now() + 1500;
            return isLocked || !isRight;
          },
        };
      },
    ),
  ],
};
