/* Keys of the list and the detail: j and k or the arrows for the next and previous delivery, / for the search. */

import { goTo } from "./detail.js";
import { $ } from "./kit.js";

const STEPS = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

function isTyping(target) {
  return target.closest("input, select, textarea, [contenteditable]") !== null;
}

/** What a key does; returns whether it did something. */
function press({ key, target }) {
  const inList = target.closest("#list") !== null;
  const inDetail = target.closest("#detail") !== null;
  if (key === "/" && (inList || inDetail || target === document.body || target.closest("#deliveries"))) {
    $("find").focus();
    return true;
  }
  if (key === "Escape" && target.closest("#said")) {
    $("said").querySelector("button").click();
    return true;
  }
  if (key === "Escape" && inDetail) {
    location.hash = "#deliveries";
    return true;
  }
  // In the detail the arrows scroll.
  if (!(key in STEPS) || !(inList || (inDetail && key.length === 1))) return false;
  goTo(STEPS[key], inList, inList ? Number(/\d+$/.exec(target.hash)?.[0]) : undefined);
  return true;
}

/** Begins to listen to keys. */
export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (press(event)) event.preventDefault();
  });
}
