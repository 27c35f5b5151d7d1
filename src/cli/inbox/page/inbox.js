/* The page of an inbox: its rows, one of them in full, and what a person may do with it. */

import { bodyPart, bytesOf } from "./bytes.js";
import { $, actor, afterActions, complain, createCaller, el, facts, plural, visible } from "./kit.js";

const call = createCaller("/inbox/", "The command");
const STATES = ["pending", "running", "dead", "conflict", "unhandled", "done", "discarded"];
/** What a row is tried for, by the buttons that put it off. */
const LATER = [
  ["1 hour", 3_600_000],
  ["1 day", 86_400_000],
];
const chosen = { state: "", payment: "", hours: "", after: 0 };
let allowChanges = false;
let openId;

/** As the command prints it, so that both can be compared. */
const formatTime = (time) => `${new Date(time).toISOString().slice(0, 19).replace("T", " ")} UTC`;
const stateOf = (row) => el("b", { class: row.shownState }, row.shownState);

function describeTimes({ state, shownState, due, putOffUntil, retryUntil, finished }) {
  if (state === "done" || state === "discarded") return `since ${formatTime(finished)}`;
  if (shownState === "running") return `its lease ends ${formatTime(due)}`;
  if (putOffUntil) return `put off until ${formatTime(putOffUntil)}`;
  if (state !== "pending") return "until a person decides";
  return `due ${formatTime(due)}${retryUntil ? `, tried until ${formatTime(retryUntil)}` : ""}`;
}

function rowItem(row) {
  const payment = row.payment === null ? row.event : `payment ${row.payment}`;
  const whose = row.owner ?? row.label;
  return el(
    "li",
    el(
      "a",
      { href: `#row-${row.id}`, "aria-current": row.id === openId ? "true" : false },
      stateOf(row),
      ` #${row.id} · ${visible(payment)}${whose === null ? "" : ` of ${visible(whose)}`}`,
      row.verified ? "" : " · unsigned",
      el("span.why", describeTimes(row), row.error === null ? "" : ` · ${visible(row.error)}`),
    ),
  );
}

async function drawState() {
  const { title, rows, allowChanges: allowed, oldest, newest } = await call("GET", "state");
  allowChanges = allowed;
  $("title").textContent = visible(title);
  $("mode").textContent = allowed ? "rows can be changed" : "read-only";
  const link = (state, text) =>
    el("a", { href: `#state-${state}`, "aria-current": chosen.state === state ? "true" : false }, text);
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  $("states").replaceChildren(
    link("", `all ${all}`),
    ...STATES.map((state) => link(state, state in rows ? `${state} ${rows[state]}` : state)),
  );
  const waits = oldest === null ? "Nothing waits." : `The oldest row that waits came at ${formatTime(oldest)}.`;
  return newest === null ? waits : `${waits} The last row came at ${formatTime(newest)}.`;
}

async function drawRows() {
  const times = await drawState();
  const query = new URLSearchParams(chosen);
  const { rows, more } = await call("GET", `rows?${query}`);
  $("rows").replaceChildren(...rows.map(rowItem));
  const range = rows.length === 0 ? "No rows." : `${plural(rows.length, "row")} from #${rows[0].id}.`;
  $("summary").textContent = `${range} ${times}`;
  $("first").hidden = chosen.after === 0;
  $("next").hidden = !more;
  $("next").onclick = () => {
    chosen.after = rows.at(-1).id;
    draw(drawRows).then(() => $("deliveries-title").focus());
  };
}

function actions({ id, state, shownState, hasBody }) {
  if (!allowChanges) return null;
  const button = (label, path, body, told) =>
    actor(label, `${path}-${label}`, async () => {
      await call("POST", `rows/${id}/${path}`, body ?? {});
      return told;
    });
  const isWaiting = shownState === "pending";
  return el(
    "p.buttons",
    hasBody &&
      state !== "done" &&
      shownState !== "running" &&
      button("Retry now", "retry", {}, `Row ${id} is due now.`),
    isWaiting &&
      LATER.map(([label, forMs]) => [
        button(`Put off ${label}`, "put-off", { forMs, reason: "on the page" }, `Row ${id} is due in ${label}.`),
        " ",
      ]),
    state !== "done" &&
      state !== "discarded" &&
      actor(
        "Discard",
        "discard",
        async () => {
          if (!confirm(`Discard row ${id}? It is then never handled.`)) return undefined;
          await call("POST", `rows/${id}/discard`, {});
          return `Row ${id} is discarded.`;
        },
        { class: "danger" },
      ),
  );
}

function historyPart(history) {
  if (history.length === 0) return el("p", "Nothing that needed a note.");
  const lines = history.map(({ at, words, note }) => `${formatTime(at)}: ${words}${note ? `: ${visible(note)}` : ""}`);
  return el(
    "ol",
    lines.map((line) => el("li", line)),
  );
}

async function drawDetail() {
  if (openId === undefined) return;
  const row = await call("GET", `rows/${openId}`);
  const box = el("div");
  const show = async () => {
    const body = await call("GET", `rows/${row.id}/body`);
    box.replaceChildren(...[bodyPart(bytesOf(body.bodyBase64), body)].flat(3));
  };
  $("detail").replaceChildren(
    el("h2", `Row ${row.id} `, stateOf(row)),
    el("p", describeTimes(row)),
    ...[row.error !== null && el("p.dead", visible(row.error)), actions(row)].filter(Boolean),
    facts([
      ["Event", visible(row.event)],
      ["Payment", visible(row.payment ?? "unknown")],
      ["Signed", row.verified ? "yes" : "no: anyone could have sent it"],
      ["Owner", visible(row.owner ?? row.label ?? "unknown")],
      ["Lane", visible(row.lane ?? "none")],
      row.aheadInLane !== "" && ["Earlier in its lane", `row ${row.aheadInLane}`],
      ["Attempts", String(row.attempts)],
      ["Received", formatTime(row.received)],
      row.holder !== null && ["Held by", visible(row.holder)],
      row.conflictOf !== null && [
        "Other bytes of",
        el("a", { href: `#row-${row.conflictOf}` }, `row ${row.conflictOf}`),
      ],
      ["Key", visible(row.key)],
      ["SHA-256", visible(row.digest)],
    ]),
    el("h3", "What happened"),
    historyPart(row.history),
    el("h3", "Body"),
    row.hasBody ? actor("Show the body", "body", show) : el("p", "The body is gone."),
    box,
  );
}

async function follow() {
  const [, what, value] = /^#(row|state)-(\w*)$/.exec(location.hash) ?? [];
  if (what === "state") Object.assign(chosen, { state: value, after: 0 });
  if (what === "row") openId = Number(value);
  await drawRows();
  await drawDetail();
  if (what === "row") $("detail").focus();
}

/** Draws anew, and tells what failed. */
const draw = (work) => work().catch(complain);

afterActions(async () => {
  // What the body was asked for is still there.
  if (document.activeElement?.dataset.key === "body") return;
  const isInside = $("detail").contains(document.activeElement);
  await drawRows();
  await drawDetail();
  if (isInside) $("detail").focus({ preventScroll: true });
});
addEventListener("hashchange", () => draw(follow));
$("filter").addEventListener("submit", (event) => {
  event.preventDefault();
  Object.assign(chosen, Object.fromEntries(new FormData(event.target)), { after: 0 });
  draw(drawRows);
});
$("refresh").addEventListener("click", () => draw(drawRows));
$("first").addEventListener("click", () => {
  chosen.after = 0;
  draw(drawRows);
});
await draw(follow);
