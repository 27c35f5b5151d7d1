const LEAP_YEAR = String.raw`(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)`;
const date = (dash: string) => {
  const [long, short] = [
    String.raw`(?:0[13578]|1[02])${dash}(?:0[1-9]|[12]\d|3[01])`,
    String.raw`(?:0[469]|11)${dash}(?:0[1-9]|[12]\d|30)`,
  ];
  return String.raw`\d{4}${dash}(?:${long}|${short}|02${dash}(?:0[1-9]|1\d|2[0-8]))|${LEAP_YEAR}${dash}02${dash}29`;
};
const WEEK = String.raw`\d{4}-?W(?:0[1-9]|[1-4]\d|5[0-3])-?[1-7]`;
const ORDINAL = String.raw`\d{4}-?(?:00[1-9]|0[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])|${LEAP_YEAR}-?366`;
const MIDNIGHT = `24(?::?00(?::?00)?)?(?:[.,]0+)?`;
const TIME = String.raw`(?:[01]\d|2[0-3])(?::?[0-5]\d(?::?(?:[0-5]\d|60))?)?(?:[.,]\d+)?|${MIDNIGHT}`;
const OFFSET = String.raw`(?:[Zz]|[+\-\u2212](?:[01]\d|2[0-3])(?::?[0-5]\d)?)`;

/**
 * ISO 8601 date and time with an offset, in every form of that standard (F-2.4-05, U-33, A-13): wider than RFC 3339 on
 * purpose. A regular expression, because ajv inlines those into standalone code.
 */
export const ISO_8601_WITH_OFFSET = new RegExp(
  `^(?:${date("-")}|${date("")}|${WEEK}|${ORDINAL})[Tt](?:${TIME})${OFFSET}$`,
);

/** The same for validators of any language: ASCII digits, and no escape that RE2 lacks. */
export const ISO_8601_PATTERN = ISO_8601_WITH_OFFSET.source.replaceAll("\\d", "[0-9]").replaceAll("\\u2212", "\u2212");
