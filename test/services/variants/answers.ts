/** Variants in how the API answers. */

import { brotliCompressSync, gzipSync } from "node:zlib";
import { shows } from "../flaws/flaw.ts";
import { type Variant, type Variants, variant, variants } from "./variant.ts";

const refusal = (id: string, gap: string, about: string, status: number, mediaType: string, body: string): Variant => ({
  id: `refusals-${id}`,
  gap,
  about,
  switches: { refusal: { status, mediaType, body } },
});

export const ANSWER_VARIANTS: Variants = {
  look: [
    ...variants("N-7-01", {
      "created-200: Creation is answered 200.": { createdStatus: 200 },
      "created-202: Creation is answered 202.": { createdStatus: 202 },
    }),
    refusal(
      "400-html",
      "N-7-03",
      "Refusals are 400 with a page of HTML.",
      400,
      "text/html",
      "<!doctype html><h1>Bad Request</h1>",
    ),
    refusal("409-empty", "N-7-03", "Refusals are 409 without a body.", 409, "text/plain", ""),
    refusal("403-text", "N-7-01", "Refusals are 403 with a line of text.", 403, "text/plain; charset=utf-8", "No.\n"),
    refusal(
      "418-json",
      "N-7-02",
      "Refusals are 418 with codes of their own.",
      418,
      "application/json",
      '{"errors":[{"code":"E42"}]}',
    ),
    refusal(
      "404-broken-json",
      "N-7-03",
      "Refusals are 404 with a body that is no JSON.",
      404,
      "application/json",
      '{"error":',
    ),
    ...variants("N-4.3-02", {
      "members-reversed: Members come in another order, in answers and in payloads.": {
        ...shows("client", (resource) => Object.fromEntries(Object.entries(resource).reverse())),
        payload: (snapshot) => Object.fromEntries(Object.entries(snapshot).reverse()),
      },
      "answers-json-ld: The API answers application/ld+json; charset=utf-8.": {
        mediaType: "application/ld+json; charset=utf-8",
      },
      "answers-pretty: The API answers pretty-printed JSON with a space and a newline around it.": {
        encodeAnswer: (answer) => ` ${JSON.stringify(answer, null, "\t")}\n`,
      },
    }),
  ],
  judge: [
    ...variants("", {
      "answers-gzip: Every answer is compressed.": {
        respond: (res, status, headers, body) =>
          void res.writeHead(status, { ...headers, "Content-Encoding": "gzip" }).end(gzipSync(body)),
      },
      "answers-brotli: Every answer is compressed by Brotli.": {
        respond: (res, status, headers, body) =>
          void res.writeHead(status, { ...headers, "Content-Encoding": "br" }).end(brotliCompressSync(body)),
      },
      "answers-after-hints: 103 Early Hints come before every answer.": {
        respond: (res, status, headers, body) => {
          res.writeEarlyHints({ link: "</style.css>; rel=preload" });
          res.writeHead(status, headers).end(body);
        },
      },
      "answers-close: Every answer ends its connection, and says so.": {
        respond: (res, status, headers, body) =>
          void res.writeHead(status, { ...headers, Connection: "close" }).end(body),
      },
      "answers-in-pieces: Every answer comes byte by byte in chunks.": {
        respond: (res, status, headers, body) => {
          res.writeHead(status, headers);
          for (const letter of body.slice(0, 40)) res.write(letter);
          res.end(body.slice(40));
        },
      },
      "answers-slow: Every answer takes 60 ms.": {
        respond: (res, status, headers, body) => void setTimeout(() => res.writeHead(status, headers).end(body), 60),
      },
      "answers-integers-as-decimals: Integers are written 3600.0 and 1e0.": {
        encodeAnswer: (answer) =>
          JSON.stringify(answer)
            .replace('"expires_in":3600', '"expires_in":36.0E2')
            .replaceAll('"responseHandlingType":2', '"responseHandlingType":2.0'),
      },
    }),
    ...variants("N-4.3-02", {
      "answers-without-type: No answer has a Content-Type.": {
        tokenHeaders: {},
        respond: (res, status, _, body) => void res.writeHead(status).end(body),
      },
      "answers-text-plain: JSON is answered as text/plain.": { mediaType: "text/plain" },
      "answers-with-mark: Every answer begins with a byte order mark.": {
        encodeAnswer: (answer) => `\ufeff${JSON.stringify(answer)}`,
      },
      "answers-escape-letters: Slashes and ampersands are escaped in answers.": {
        encodeAnswer: (answer) => JSON.stringify(answer).replaceAll("/", "\\/").replaceAll("&", "\\u0026"),
      },
    }),
    ...variants("N-8-01", {
      "asked-to-wait: Every fifth request is answered 429 with Retry-After: 0.": {
        slowsDown: (nth) => (nth % 5 === 0 ? "0" : undefined),
      },
      "asked-to-wait-by-date: Every ninth request is answered 429 with a date in Retry-After.": {
        slowsDown: (nth) => (nth % 9 === 0 ? new Date(Date.now() + 500).toUTCString() : undefined),
      },
      "asked-to-wait-without-word: Every ninth request is answered 429 without Retry-After.": {
        slowsDown: (nth) => (nth % 9 === 0 ? "" : undefined),
      },
    }),
  ],
  histories: [
    variant("refused-with-503", "N-7-01", "Whatever is refused is answered 503, names with an apostrophe as well.", {
      refusal: { status: 503 },
      refuses: ({ body }) => String(body["name"]).includes("'"),
    }),
    variant("slows-down-by-403", "N-8-01", "More than 60 lists in a second with one token are answered 403.", () => {
      const asked = new Map<string | undefined, number[]>();
      return {
        respond: (res, status, headers, body) => {
          const { method, headers: of } = res.req;
          if (method !== "GET") return void res.writeHead(status, headers).end(body);
          const times = [...(asked.get(of.authorization) ?? []).filter((at) => at > Date.now() - 1000), Date.now()];
          asked.set(of.authorization, times);
          if (times.length > 60) res.writeHead(403, headers).end();
          else res.writeHead(status, headers).end(body);
        },
      };
    }),
  ],
};
