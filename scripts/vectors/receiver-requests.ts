/** Requests that a receiver takes or refuses before any handler: method, media type, size, signature, payload. */

import { OLD, OTHER, SECRET, sign } from "./delivery.ts";
import { BODY, type Draft, EVENT, got, OTHER_EVENT, paid, type Step } from "./receiver-case.ts";

const one = (id: string, about: string, rests: readonly string[], step: Step, more: Partial<Draft> = {}): Draft => ({
  id,
  about,
  rests,
  steps: [step],
  ...more,
});

const heads = (): Draft[] => [
  one("payment", "A payment as it is sent.", ["F-6.3-01", "F-6.3-02", "F-6.3-05"], { answer: "handled" }),
  ...["GET", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method) =>
    one(`method-${method.toLowerCase()}`, "Deliveries are posted.", ["F-6.3-01"], {
      method,
      answer: "method_not_allowed",
    }),
  ),
  one("method-first", "The method is looked at before the signature.", [], {
    method: "PUT",
    signature: [],
    answer: "method_not_allowed",
  }),
  one("media-type-charset", "Parameters and letter case do not matter.", ["F-6.3-02"], {
    contentType: "APPLICATION/JSON ; charset=utf-8",
    answer: "handled",
  }),
  ...["application/jsonx", "application/vnd.x+json", "text/application/json", "application/x-www-form-urlencoded"].map(
    (contentType, at) =>
      one(`media-type-other-${at + 1}`, "Deliveries are JSON.", ["F-6.3-02"], {
        contentType,
        answer: "media_type_unsupported",
      }),
  ),
  one("media-type-empty", "An empty media type.", ["F-6.3-02"], { contentType: "", answer: "media_type_unsupported" }),
  one("media-type-none", "No media type.", ["F-6.3-02"], { contentType: null, answer: "media_type_unsupported" }),
  one("media-type-first", "The media type is looked at before the signature.", [], {
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
    limited("size-limit-announced", "The same, with its length in the head.", {
      body: sized(LIMIT),
      headers: announced(LIMIT),
      answer: "handled",
    }),
    limited("size-over", "One byte more.", { body: large, answer: "body_too_large" }),
    limited("size-over-announced", "Refused by its head.", {
      body: large,
      headers: announced(LIMIT + 1),
      answer: "body_too_large",
    }),
    limited("size-over-forged", "The size is looked at before the signature.", {
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
    refusedWith("empty", "An empty one.", "signature_missing", [""], ["F-6.3-03", "F-6.3-08"]),
    refusedWith("twice", "Two headers with the right one.", "signature_repeated", [right, right], []),
    refusedWith(
      "forged-and-right",
      "A forged one, and the right one behind it.",
      "signature_repeated",
      [sign(OTHER, BODY), right],
      [],
    ),
    refusedWith("right-and-forged", "The other way round.", "signature_repeated", [right, sign(OTHER, BODY)], []),
    refusedWith(
      "of-another-secret",
      "The secret of another webhook.",
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
    refusedWith("no-prefix", "The digits alone.", "signature_prefix", [right.slice(7)]),
    refusedWith("sha1", "Another algorithm.", "signature_algorithm", [`sha1=${right.slice(7)}`]),
    refusedWith("short", "A digit is missing.", "signature_length", [right.slice(0, -1)]),
    refusedWith("not-hexadecimal", "Something other than a digit.", "signature_encoding", [`${right.slice(0, -1)}g`]),
    one("signature-elsewhere", "The right signature in another header.", ["F-6.3-03"], {
      signature: [],
      headers: [["X-Other-Signature", right]],
      answer: "signature_missing",
    }),
    one("signature-upper-case", "Digits in upper case.", ["U-19"], {
      signature: [`sha256=${right.slice(7).toUpperCase()}`],
      answer: "handled",
    }),
    one("signature-re-encoded", "Parsed and written again, the bytes are others.", ["F-6.3-06", "F-6.3-08"], {
      body: JSON.stringify(JSON.parse(BODY), null, 1),
      signature: [right],
      answer: "signature_mismatch",
    }),
    one("signature-blank-more", "A blank more behind the body.", ["F-6.3-08"], {
      body: `${BODY} `,
      signature: [right],
      answer: "signature_mismatch",
    }),
    one("signature-before-json", "The signature is looked at before the JSON.", ["F-6.3-06"], {
      body: "{",
      signature: [right],
      answer: "signature_mismatch",
    }),
    one(
      "secret-second",
      "The second secret matches.",
      ["F-2.2-12"],
      { signature: [right], answer: "handled", handled: got({ secretIndex: 1 }) },
      { secrets: two },
    ),
    one(
      "secret-first",
      "The first one, too.",
      ["F-2.2-12"],
      { signature: [sign(OLD, BODY)], answer: "handled" },
      { secrets: two },
    ),
    one(
      "secret-utf8",
      "A secret beyond ASCII is its UTF-8 bytes.",
      ["U-18"],
      { answer: "handled" },
      { secrets: [{ secret: "gehe\u00efm \u{1f511}" }] },
    ),
    one(
      "body-lost",
      "No byte of a signed body arrives.",
      [],
      { body: "", signature: [right], answer: "body_not_received" },
      { needs: ["body lost"] },
    ),
    one("body-empty", "An empty body under its own signature.", ["F-6.3-04"], { body: "", answer: "body_not_json" }),
  ];
}

function payloads(): Draft[] {
  const invalid = (id: string, about: string, members: object, fact: string) =>
    one(`payload-${id}`, about, [fact], { body: paid(members), answer: "payload_invalid" });
  const ignored = (id: string, event: string) =>
    one(`event-${id}`, "Events without a handler are acknowledged.", ["U-40"], {
      body: paid({ "@event": event }),
      answer: "ignored",
    });
  return [
    one("payload-unknown-members", "Unknown members are taken.", ["F-6.3-04"], {
      body: paid({ "x-new": { a: [1, null] } }),
      answer: "handled",
    }),
    one("payload-not-object", "A list has no event.", ["F-2.4-01"], { body: "[]", answer: "payload_invalid" }),
    one("payload-no-event", "An object without an event.", ["F-2.4-01"], { body: "{}", answer: "payload_invalid" }),
    one("payload-names-in-other-case", "Names in another case are other members.", ["F-2.4-01"], {
      body: JSON.stringify({ "@Event": EVENT, Id: 4711 }),
      answer: "payload_invalid",
    }),
    one("payload-not-json", "A body that is cut.", ["F-6.3-04"], { body: "{", answer: "body_not_json" }),
    one("payload-not-utf8", "Bytes that are not UTF-8.", ["F-6.3-04"], {
      body: Buffer.concat([Buffer.from('{"@event":"'), Buffer.from([0xff]), Buffer.from('"}')]),
      answer: "body_not_utf8",
    }),
    invalid("id-missing", "A payment without an id.", { id: undefined }, "F-2.4-02"),
    invalid("id-text", "An id that is a text.", { id: "4711" }, "F-2.4-02"),
    ignored("unknown", OTHER_EVENT),
    ignored("method-of-objects", "toString"),
    ignored("prototype", "__proto__"),
    ignored("other-case", EVENT.toUpperCase()),
    ignored("blank-more", `${EVENT} `),
  ];
}

/** Returns the cases about requests. */
export const requests = (): Draft[] => [...heads(), ...sizes(), ...signatures(), ...payloads()];
