/* The stream of news: what happens in the sandbox, as it happens. */

import { $, complain, say } from "./kit.js";
import { loadProfile } from "./profile.js";

const NEWS = ["delivery", "attempt", "webhook", "payment", "clock", "faults", "forwards", "receiver"];
const SETTINGS = ["profile", "reload", "reset"];

/** Shows whether news arrive. */
export function online(on, text) {
  if ($("link").textContent === text) return;
  $("link").className = on ? "badge on" : "badge";
  $("link").textContent = text;
}

let lastId;
let lost = false;
let stream;

/**
 * Watches the sandbox, and calls `soon` for news. A browser opens six connections to one host and no more, so a
 * hidden page holds none.
 */
export function watch(soon) {
  stream?.close();
  if (document.hidden) return;
  const mine = new EventSource(`/_control/events${lastId ? `?after=${encodeURIComponent(lastId)}` : ""}`);
  stream = mine;
  const news = ({ lastEventId }) => {
    lastId = lastEventId || lastId;
    soon();
  };
  for (const type of NEWS) mine.addEventListener(type, news);
  for (const type of SETTINGS) {
    mine.addEventListener(type, (event) => {
      news(event);
      loadProfile().catch(complain);
    });
  }
  mine.addEventListener("open", () => {
    if (lost) say("Connected again.");
    lost = false;
    online(true, "● live");
    // Whatever happened since the last look, and perhaps it is another sandbox by now.
    soon();
    loadProfile().catch(complain);
  });
  mine.addEventListener("error", () => {
    lost = true;
    online(false, "○ connection lost, trying again …");
    // The browser tries again by itself, unless it was refused.
    if (mine.readyState === EventSource.CLOSED) setTimeout(() => mine === stream && watch(soon), 3000);
  });
}
