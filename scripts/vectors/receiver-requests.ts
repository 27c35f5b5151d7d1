/** Requests that a receiver takes or refuses before any handler: method, media type, size, signature, payload. */

import { OLD, OTHER, SECRET, sign } from "./delivery.ts";
import { BODY, type Draft, draft, EVENT, got, OTHER_EVENT, paid, type Step } from "./receiver-case.ts";

const one = (id: string, about: string, rests: readonly string[], step: Step, more: Partial<Draft> = {}): Draft =>
  draft(id, about, rests, [step], more);

const heads = (): Draft[] => [
  one("payment", "A payment as it is sent.", ["F-6.3-01", "F-6.3-02", "F-6.3-05"], { answer: "handled" }),
  ...["GET", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method) =>
    one(`method-${method.toLowerCase()}`, "A delivery is a POST request.", ["F-6.3-01"], {
      method,
      answer: "method_not_allowed",
    }),
  ),
  one("method-first", "The method is checked before the signature.", [], {
    method: "PUT",
    signature: [],
    answer: "method_not_allowed",
  }),
  one("media-type-charset", "Parameters and letter case of the media type do not matter.", ["F-6.3-02"], {
    contentType: "APPLICATION/JSON ; charset=utf-8",
    answer: "handled",
  }),
  ...["application/jsonx", "application/vnd.x+json", "text/application/json", "application/x-www-form-urlencoded"].map(
    (contentType, at) =>
      one(`media-type-other-${at + 1}`, "A delivery has the media type of JSON.", ["F-6.3-02"], {
        contentType,
        answer: "media_type_unsupported",
      }),
  ),
  ...["application/j\u017fon", "appl\u0130cation/json", "application/json\u2003"].map((contentType, at) =>
    one(
      `media-type-unicode-${at + 1}`,
      "A character that the tables of Unicode count as a letter of ASCII or as white space.",
      ["F-6.3-02"],
      { contentType, answer: "media_type_unsupported" },
      { needs: ["header of any text"] },
    ),
  ),
  one("media-type-twice", "Two media types.", ["F-6.3-02"], {
    contentType: "application/json, application/json",
    answer: "media_type_unsupported",
  }),
  one("media-type-empty", "An empty media type.", ["F-6.3-02"], { contentType: "", answer: "media_type_unsupported" }),
  one("media-type-none", "No media type.", ["F-6.3-02"], { contentType: null, answer: "media_type_unsupported" }),
  one("media-type-first", "The media type is checked before the signature.", [], {
    contentType: "text/plain",
    signature: [],
    answer: "media_type_unsupported",
  }),
];

const LIMIT = 400;
const sized = (bytes: number) => paid({ note: "x".repeat(bytes - paid({ note: "" }).length) });
const announced = (bytes: number): NonNullable<Step["headers"]> => [["Content-Length", `${bytes}`]];

function sizes(): Draft[] {
  const limited = (id: string, about: string, step: Step) =>
    one(id, about, ["N-8-02"], step, { options: { maxBodyBytes: LIMIT } });
  const large = sized(LIMIT + 1);
  return [
    limited("size-limit", "A body as large as the limit.", { body: sized(LIMIT), answer: "handled" }),
    limited("size-limit-announced", "A body as large as the limit, with its length in the header.", {
      body: sized(LIMIT),
      headers: announced(LIMIT),
      answer: "handled",
    }),
    limited("size-over", "A body one byte above the limit.", { body: large, answer: "body_too_large" }),
    limited("size-over-announced", "A body above the limit is refused by its announced length.", {
      body: large,
      headers: announced(LIMIT + 1),
      answer: "body_too_large",
    }),
    limited("size-over-forged", "The size is checked before the signature.", {
      body: large,
      signature: [],
      answer: "body_too_large",
    }),
  ];
}

const refusedWith = (id: string, about: string, code: string, signature: readonly string[], rests = ["F-6.3-07"]) =>
  one(`signature-${id}`, about, rests, { signature, answer: code });

function signatures(): Draft[] {
  const right = sign(SECRET, BODY);
  const two = [{ secret: OLD }, { secret: SECRET }];
  return [
    refusedWith("none", "No signature.", "signature_missing", [], ["F-6.3-03", "F-6.3-08"]),
    refusedWith("empty", "An empty signature.", "signature_missing", [""], ["F-6.3-03", "F-6.3-08"]),
    refusedWith("twice", "The right signature in two headers.", "signature_repeated", [right, right], []),
    refusedWith(
      "forged-and-right",
      "A forged signature in front of the right one.",
      "signature_repeated",
      [sign(OTHER, BODY), right],
      [],
    ),
    refusedWith(
      "right-and-forged",
      "A forged signature behind the right one.",
      "signature_repeated",
      [right, sign(OTHER, BODY)],
      [],
    ),
    refusedWith(
      "of-another-secret",
      "Signed with the secret of another webhook.",
      "signature_mismatch",
      [sign(OTHER, BODY)],
      ["F-2.2-12", "F-6.3-08"],
    ),
    refusedWith(
      "of-another-body",
      "The signature of another body.",
      "signature_mismatch",
      [sign(SECRET, paid({ id: 1 }))],
      ["F-6.3-08"],
    ),
    refusedWith("no-prefix", "A signature without its prefix.", "signature_prefix", [right.slice(7)]),
    refusedWith("sha1", "A signature with the prefix of another algorithm.", "signature_algorithm", [
      `sha1=${right.slice(7)}`,
    ]),
    refusedWith("short", "A signature without its last digit.", "signature_length", [right.slice(0, -1)]),
    refusedWith(
      "not-hexadecimal",
      "A signature with a character that is not a hexadecimal digit.",
      "signature_encoding",
      [`${right.slice(0, -1)}g`],
    ),
    one("signature-elsewhere", "The right signature in another header.", ["F-6.3-03"], {
      signature: [],
      headers: [["X-Other-Signature", right]],
      answer: "signature_missing",
    }),
    one("signature-upper-case", "A signature with digits in upper case.", ["U-19"], {
      signature: [`sha256=${right.slice(7).toUpperCase()}`],
      answer: "handled",
    }),
    one("signature-re-encoded", "A body that was parsed and encoded again has other bytes.", ["F-6.3-06", "F-6.3-08"], {
      body: JSON.stringify(JSON.parse(BODY), null, 1),
      signature: [right],
      answer: "signature_mismatch",
    }),
    one("signature-blank-more", "A body with a space that was not signed.", ["F-6.3-08"], {
      body: `${BODY} `,
      signature: [right],
      answer: "signature_mismatch",
    }),
    one("signature-before-json", "The signature is checked before the JSON is parsed.", ["F-6.3-06"], {
      body: "{",
      signature: [right],
      answer: "signature_mismatch",
    }),
    one(
      "secret-second",
      "The second of two secrets matches.",
      ["F-2.2-12"],
      { signature: [right], answer: "handled", handled: got({ secretIndex: 1 }) },
      { secrets: two },
    ),
    one(
      "secret-first",
      "The first of two secrets matches.",
      ["F-2.2-12"],
      { signature: [sign(OLD, BODY)], answer: "handled" },
      { secrets: two },
    ),
    one(
      "secret-utf8",
      "The key is the UTF-8 of a secret outside ASCII.",
      ["U-18"],
      { answer: "handled" },
      { secrets: [{ secret: "gehe\u00efm \u{1f511}" }] },
    ),
    one(
      "body-lost",
      "A signed body arrives without a byte.",
      [],
      { body: "", signature: [right], answer: "body_not_received" },
      { needs: ["body lost"] },
    ),
    one("body-empty", "An empty body with a signature of its own.", ["F-6.3-04"], {
      body: "",
      answer: "body_not_json",
    }),
  ];
}

function payloads(): Draft[] {
  const invalid = (id: string, about: string, members: object, fact: string) =>
    one(`payload-${id}`, about, [fact], { body: paid(members), answer: "payload_invalid" });
  const ignored = (id: string, event: string) =>
    one(`event-${id}`, "An event without a handler is acknowledged.", ["U-40"], {
      body: paid({ "@event": event }),
      answer: "ignored",
    });
  return [
    one("payload-unknown-members", "Unknown members are accepted.", ["F-6.3-04"], {
      body: paid({ "x-new": { a: [1, null] } }),
      answer: "handled",
    }),
    one("payload-not-object", "A list instead of an object.", ["F-2.4-01"], { body: "[]", answer: "payload_invalid" }),
    one("payload-no-event", "An object without an event.", ["F-2.4-01"], { body: "{}", answer: "payload_invalid" }),
    one("payload-names-in-other-case", "Members whose names differ in letter case are other members.", ["F-2.4-01"], {
      body: JSON.stringify({ "@Event": EVENT, Id: 4711 }),
      answer: "payload_invalid",
    }),
    one("payload-not-json", "A body whose JSON ends too early.", ["F-6.3-04"], { body: "{", answer: "body_not_json" }),
    one("payload-not-utf8", "Bytes that are not UTF-8.", ["F-6.3-04"], {
      body: Buffer.concat([Buffer.from('{"@event":"'), Buffer.from([0xff]), Buffer.from('"}')]),
      answer: "body_not_utf8",
    }),
    invalid("id-missing", "A payment without an id.", { id: undefined }, "F-2.4-02"),
    invalid("id-text", "A payment whose id is a string.", { id: "4711" }, "F-2.4-02"),
    ignored("unknown", OTHER_EVENT),
    ignored("method-of-objects", "toString"),
    ignored("prototype", "__proto__"),
    ignored("other-case", EVENT.toUpperCase()),
    ignored("blank-more", `${EVENT} `),
  ];
}

/** Returns the cases about requests. */
export const requests = (): Draft[] => [...heads(), ...sizes(), ...signatures(), ...payloads()];
