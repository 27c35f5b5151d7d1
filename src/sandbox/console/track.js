/* Attempts on a scale of time: as dots in a row, and as a track on which several deliveries share one scale. */

import { now, spanText } from "./clock.js";
import { el } from "./kit.js";
import { acceptsForgery, isSuccess, shortAnswer } from "./words.js";

/** Dots in a row of the list; a longer history shows its end. */
const DOTS_MAX = 8;

/** Sign, class and words of an attempt. */
function kindOf(entry) {
  if (entry.planned) return ["○", "plan", "planned"];
  if (acceptsForgery(entry)) return ["✗", "bad", `${entry.status}, although the signature does not hold`];
  if (entry.status === null && entry.error === null) return ["◐", "wait", "under way"];
  return isSuccess(entry.status) ? ["●", "good", shortAnswer(entry)] : ["✗", "bad", shortAnswer(entry)];
}

const plannedOf = (line) => line.filter(({ planned }) => planned).length;
const summaryOf = (line) => `${line.length - plannedOf(line)} made, ${plannedOf(line)} planned`;

/** One dot for each attempt, made and planned. */
export function dots(line) {
  const shown = line.slice(0, DOTS_MAX);
  const more = line.length - shown.length;
  return el(
    "span.dots",
    { role: "img", "aria-label": `Attempts: ${summaryOf(line)}`, title: summaryOf(line) },
    shown.map((entry) => el("span", { class: kindOf(entry)[1] }, kindOf(entry)[0])),
    more > 0 && el("span.quiet", `+${more}`),
  );
}

/**
 * The scale on which several lines are drawn: from the first moment to the last one. It is logarithmic, because retries
 * begin seconds apart and end hours apart.
 */
export function scaleOf(times) {
  const from = Math.min(...times);
  const length = Math.max(1000, Math.max(...times) - from);
  const place = (time) => (Math.log1p(Math.max(0, time - from) / 1000) / Math.log1p(length / 1000)) * 100;
  return { from, place };
}

const timesOf = (line) => line.map(({ at }) => Date.parse(at));
/** Every moment of these lines, and now while an attempt is planned. */
export const momentsOf = (lines) => [
  ...lines.flatMap(timesOf),
  ...(lines.some((line) => plannedOf(line) > 0) ? [now()] : []),
];

/** Labels nearer to each other than this many percent stand on separate lines. */
const LABEL_ROOM = 11;

/** The attempts of one delivery on the scale, as a list that also reads without eyes. */
export function track(line, { from, place }) {
  const list = el("ol.track");
  const ends = [-100, -100, -100];
  for (const [i, entry] of line.entries()) {
    const at = Date.parse(entry.at);
    const [sign, kind, words] = kindOf(entry);
    const left = place(at);
    const after = at - from < 500 ? "0 s" : `+${spanText(at - from)}`;
    const level = Math.max(
      0,
      ends.findIndex((end) => left - end >= LABEL_ROOM),
    );
    ends[level] = left;
    const item = el(
      "li",
      { class: `${kind} level${level}`, title: `Attempt ${i + 1}: ${words}, ${new Date(at).toLocaleString("sv-SE")}` },
      el("span.dot", { "aria-hidden": "true" }, sign),
      el("span.hidden", `Attempt ${i + 1}, ${words}, at `),
      el("small", after),
    );
    // By the object model, because the policy of the page allows no style in attributes.
    item.style.left = `${left}%`;
    list.append(item);
  }
  if (plannedOf(line) === 0) return list;
  const mark = el("li.now", { "aria-hidden": "true", title: "now" });
  mark.style.left = `${Math.min(100, place(now()))}%`;
  list.append(mark);
  return list;
}
