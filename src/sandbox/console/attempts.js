/* The attempts of a delivery, the newest first and unfolded; the others are a line each. */

import { utf8 } from "./bytes.js";
import { timeOf } from "./clock.js";
import { $, code, draw, el, facts, visible } from "./kit.js";
import { formatLatency } from "./list.js";
import { acceptsForgery, answerSentence, FAULTS, isSuccess, shortAnswer } from "./words.js";

/** The sandbox keeps no more of an answer. */
const ANSWER_KEPT = 4 * 1024;

const texts = (title, list) => [
  el("h4", title),
  facts(Object.entries(list).map(([header, value]) => [visible(header), visible(value)])),
];

function responsePart({ number, status, error, responseHeaders, responseBody }) {
  if (status === null) return error === null ? null : el("p.quiet", "Code: ", code(error));
  return [
    texts(`Response ${status}: headers`, responseHeaders),
    el("h4", `Response body${utf8(responseBody).length < ANSWER_KEPT ? "" : ", its beginning"}`),
    responseBody === ""
      ? el("p.quiet", "It is empty.")
      : el("pre", { tabindex: "0", "aria-label": `Response body of attempt ${number}` }, visible(responseBody)),
  ];
}

/** The line of an attempt, which unfolds what was sent and what came back. */
function attemptItem(attempt, first, { url }) {
  const { number, startedAt, durationMs, headers, status, error, fault } = attempt;
  const isRunning = durationMs === null;
  const isForged = acceptsForgery(attempt);
  const isGood = isSuccess(status) && !isForged;
  const same = first && JSON.stringify(first.headers) === JSON.stringify(headers);
  return el(
    "details.attempt",
    { "data-key": `attempt-${number}` },
    el(
      "summary",
      el("b", `Attempt ${number} `),
      isRunning
        ? el("span.wait", "→ under way")
        : el(
            "span",
            { class: isGood ? "good" : "bad" },
            `${isGood ? "✓" : "✗"} ${visible(shortAnswer({ status, error }))}`,
          ),
      el("span.quiet", " · ", timeOf(startedAt), isRunning ? "" : ` · took ${formatLatency(durationMs)}`),
    ),
    fault && el("p", { class: isForged ? "bad" : "wait" }, `! On purpose: ${FAULTS[fault]}.`),
    isForged && el("p.bad", "✗ The receiver accepted it although its signature does not hold."),
    !isRunning && !isSuccess(status) && el("p", answerSentence({ status, error })),
    el("p", code(`POST ${url}`)),
    same ? el("p.quiet", "The same request as attempt 1.") : texts("Request headers", headers),
    responsePart(attempt),
  );
}

/** Draws the attempts. Only the newest one is unfolded when it appears; what people unfold stays. */
export function drawAttempts(detail, isAnother) {
  const box = $("attempts");
  const { attempts } = detail;
  draw(box, [detail.id, attempts], () =>
    attempts.length === 0
      ? el("p.quiet", "None was made yet.")
      : attempts.toReversed().map((one) => attemptItem(one, one.number === 1 ? undefined : attempts[0], detail)),
  );
  if (!isAnother && box.dataset.shown === String(attempts.length)) return;
  box.dataset.shown = String(attempts.length);
  for (const [i, one] of [...box.querySelectorAll("details.attempt")].entries()) one.open = i === 0;
}
