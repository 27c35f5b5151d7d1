/** Steps in words, as a finding tells them. */

import { spanOf } from "../../../span.ts";
import { brief, replyWords } from "../../../wire/reply.ts";
import { LISTS } from "./odd.ts";
import { type Creation, creationsIn, isOfCreations, type Step, type StepOf } from "./steps.ts";

/** The name of the webhook of a slot: A to Z, then A1 to Z1 and so on. */
export const letter = (slot: number) =>
  slot < 26 ? String.fromCharCode(65 + slot) : `${String.fromCharCode(65 + (slot % 26))}${Math.floor(slot / 26)}`;

function creationWords(creation: Creation): string {
  const { slot, kind, owner, events, type, active, reply, url, query, spelt, name, called, fault } = creation;
  const more = [
    owner === 1 ? ` of the other ${kind === "client" ? "client" : "App"}` : "",
    kind === "app"
      ? `, responseHandlingType ${type}${active === true ? "" : `, active ${JSON.stringify(active)}`}`
      : "",
    LISTS[events].words,
    url === undefined ? "" : `, with the ${query === undefined ? "URL" : "path"} of ${letter(url)}`,
    query === undefined ? "" : `, with the query ${brief(query)}`,
    spelt === undefined ? "" : `, at a URL with ${spelt}`,
    name === undefined ? "" : `, with the name of ${letter(name)}`,
    called === undefined ? "" : `, with the name ${brief(called)}`,
    fault === undefined ? "" : `, which must be refused: ${fault}`,
    reply === 200 ? "" : `, whose receiver answers ${replyWords(reply)}`,
  ];
  return `create ${kind} webhook ${letter(slot)}${more.join("")}`;
}

/** Creations are told together; many that are alike are counted. */
function besideWords(step: StepOf<"beside">): string {
  if (!isOfCreations(step))
    return `at the same moment: ${step.all.map((steps) => steps.map(words).join(", ")).join("; beside it ")}`;
  const all = creationsIn(step);
  const [first, ...others] = all.map((one) => creationWords({ ...one, slot: 0 }));
  if (others.length < 8 || others.some((one) => one !== first))
    return `at the same moment: ${all.map(creationWords).join(" and ")}`;
  const [from, to] = [all[0], all.at(-1)].map((one) => letter(one?.slot ?? 0));
  return `at the same moment ${all.length} times: ${first?.replace(" A", "")}, from ${from} to ${to}`;
}

/** Returns a step in words, without its number. */
export function words(step: Step): string {
  switch (step.do) {
    case "create":
      return creationWords(step);
    case "switch":
      return `switch ${letter(step.slot)} ${step.active ? "on" : "off"}`;
    case "leave":
      return `leave ${letter(step.slot)} alone`;
    case "reply":
    case "once": {
      const often = step.do === "once" ? " once" : "";
      return `let the receiver of ${letter(step.slot)} answer ${replyWords(step.reply)}${often}`;
    }
    case "pay": {
      const whose = step.owner === 0 ? "the client" : "the other client";
      const what = step.times === 1 ? "a payment" : `${step.times} payments at once`;
      const to = step.paidTo === "client" ? "" : ", paid to the agency";
      return `${step.confirmed ? "confirm" : "record"} ${what} of ${whose}${to}`;
    }
    case "beside":
      return besideWords(step);
    case "level":
      return "create webhooks with other events until the newest of each kind have the same number";
    case "list":
      return `get the list of ${step.owner === 0 ? "the App" : "the other App"}`;
    case "dispatch": {
      const what = step.names ? `at the same moment ${step.names.join(" and ")}` : "the event";
      return `dispatch ${what} to ${step.owner === 0 ? "the App" : "the other App"}`;
    }
    case "refuse":
      return `refuse every connection, and ${step.all.map(words).join(", ")}`;
    case "answered":
      return `wait until ${letter(step.slot)} answered something`;
    case "heard":
      return `wait until ${letter(step.slot)} received ${step.times === 1 ? "something" : `${step.times} attempts`}`;
    case "pause":
      return `let nothing happen for ${spanOf(step.ms)}`;
    default:
      return "wait until nothing is pending";
  }
}
