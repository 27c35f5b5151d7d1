/** Variants in how a time is written. */

import { type Variant, type Variants, variant } from "./variant.ts";

/** ISO 8601 week date of a day: year of its Thursday, week, day of the week. */
function week(at: Date): string {
  const day = at.getUTCDay() || 7;
  const thursday = new Date(at.getTime() + (4 - day) * 86_400_000);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const number = Math.floor((thursday.getTime() - first) / (7 * 86_400_000)) + 1;
  return `${thursday.getUTCFullYear()}-W${String(number).padStart(2, "0")}-${day}`;
}
function ordinal(at: Date): string {
  const year = at.getUTCFullYear();
  const number = Math.floor((at.getTime() - Date.UTC(year, 0, 1)) / 86_400_000) + 1;
  return `${year}-${String(number).padStart(3, "0")}`;
}
const stamps = (id: string, about: string, timestamp: (at: Date) => string): Variant =>
  variant(`timestamps-${id}`, "U-33", about, { timestamp });
const iso = (at: Date) => at.toISOString();

export const TIMESTAMP_VARIANTS: Variants = {
  look: [
    stamps("z", "Timestamps end in Z.", (at) => at.toISOString()),
    stamps("microseconds", "Timestamps have six digits of fraction.", (at) =>
      at.toISOString().replace("Z", "123+00:00"),
    ),
    stamps("comma", "Timestamps have a comma before the fraction.", (at) => at.toISOString().replace(".", ",")),
    stamps("offset-without-colon", "The offset has no colon.", (at) => `${at.toISOString().slice(0, 19)}+0000`),
    stamps("offset-of-hours", "The offset has hours alone.", (at) => `${at.toISOString().slice(0, 19)}+00`),
    stamps(
      "offset-odd",
      "The offset is +05:45.",
      (at) => `${new Date(at.getTime() + 20_700_000).toISOString().slice(0, 19)}+05:45`,
    ),
    stamps("minutes", "Timestamps have no seconds.", (at) => `${at.toISOString().slice(0, 16)}Z`),
    stamps("week-date", "Timestamps have week dates.", (at) => `${week(at)}T${at.toISOString().slice(11)}`),
    stamps("ordinal-date", "Timestamps have ordinal dates.", (at) => `${ordinal(at)}T${at.toISOString().slice(11)}`),
    stamps("basic", "Timestamps have the basic form.", (at) => at.toISOString().replace(/[-:]|\.\d+/g, "")),
    stamps("leap-second", "Timestamps lie in a leap second.", () => "2016-12-31T23:59:60Z"),
  ],
  judge: [
    stamps("hours", "Timestamps have hours alone.", (at) => `${iso(at).slice(0, 13)}Z`),
    stamps("minutes-with-fraction", "The minutes have a fraction.", (at) => `${iso(at).slice(0, 16)}.5+00:00`),
    stamps("nanoseconds", "Timestamps have nine digits of fraction.", (at) => `${iso(at).slice(0, -1)}456789Z`),
    stamps("unknown-offset", "The offset is -00:00.", (at) => `${iso(at).slice(0, 19)}-00:00`),
    stamps("midnight", "The day ends at 24:00.", (at) => `${iso(at).slice(0, 10)}T24:00:00Z`),
  ],
};
