/** The rows of the table for messages, the channels that they go through, and what deliveries promise. */

import { member } from "../../values/json.ts";
import { channelPointer, messagesInUse, operationRoute } from "./asyncapi.ts";
import { isMediaTypeWithin, plainMediaType } from "./media-types.ts";
import { type Cell, FINE, NAMES, NARROWER, OTHER, REVIEW, SIDE, WIDER } from "./outcomes.ts";
import { all, as, at, BELOW, RECEIVERS, row, three, whether } from "./rows.ts";
import type { Judge, Row } from "./statement.ts";

/** What an operation sends is told there. */
const unlessSent =
  (side: "old" | "new"): Judge =>
  ({ where, item }, { sides }) => {
    const sent = messagesInUse(sides[side].root);
    const message = `, message ${item}`;
    const channel = where.slice("channel ".length, where.endsWith(message) ? -message.length : undefined);
    return whether(channel === item ? !sent.has(item) : !sent.get(channel)?.has(item), FINE);
  };
const ifNotEmitted =
  (side: "old" | "new", cell: Cell): Judge =>
  (one) =>
    one[side] === "not-emitted" ? cell : REVIEW;
/** Without an address, the key of a channel is a name for generated code. */
const byChannel: Judge = ({ views: { old, new: fresh } }, { sides }) => {
  const [a, b] = [sides.old.value(old["channel"]), sides.new.value(fresh["channel"])];
  const isRenamed = a && b && (member(a, "address") ?? null) === (member(b, "address") ?? null);
  return whether(channelPointer(old) !== channelPointer(fresh), isRenamed ? NAMES : REVIEW);
};
const byMediaType: Judge = ({ old, new: fresh }) => {
  const [a, b] = [plainMediaType(String(old)), plainMediaType(String(fresh))];
  return a === b ? undefined : isMediaTypeWithin(b, a) ? NARROWER : isMediaTypeWithin(a, b) ? WIDER : OTHER;
};
const NOTHING = { hasNoRole: true };

export const MESSAGE_ROWS: Readonly<Record<string, Row>> = {
  channel: row(unlessSent("old"), unlessSent("new"), BELOW, at("The channel, which nothing uses,", NOTHING)),
  channelMessage: row(unlessSent("old"), unlessSent("new"), BELOW, at("The message, which nothing sends,", NOTHING)),
  address: row(REVIEW, FINE, REVIEW, { ...RECEIVERS, label: "The address" }),
  defaultContentType: all(FINE, { hasNoRole: true, label: "The media type of messages that name none" }),
  sending: row(OTHER, FINE, BELOW, {
    ...at("The operation", NOTHING),
    isRenamed: true,
    keys: [({ item }) => item, ({ value }, side) => operationRoute(side.value(value))],
    broken: "Its deliveries no longer arrive, or what they send is no longer taken.",
    fine: "Nothing arrives that they did not register for.",
  }),
  action: all(OTHER, {
    ...as("operation.action", "The service does {new} instead of {old}", RECEIVERS),
    broken: "The message goes the other way.",
  }),
  route: row(REVIEW, REVIEW, byChannel, { ...as("channel.renamed", "It goes through another channel"), isNode: true }),
  deliveryMethod: row(OTHER, REVIEW, OTHER, {
    ...as("delivery.method", "The method is {new} instead of {old}", RECEIVERS),
    broken: "Receivers that expect the old method refuse every delivery.",
  }),
  "x-status": row(ifNotEmitted("old", FINE), ifNotEmitted("new", SIDE), ifNotEmitted("new", SIDE), {
    ...RECEIVERS,
    codes: three("delivery.status"),
    broken: "It no longer arrives.",
    fine: "They may receive what they registered for.",
  }),
  message: row(OTHER, FINE, BELOW, at("The message", { ...RECEIVERS, broken: "It no longer arrives." })),
  messageNames: row(BELOW, BELOW, NAMES, as("message.renamed", "Its key is {new} instead of {old}")),
  messageName: all(NAMES, as("message.renamed", "Its name is {new} instead of {old}")),
  contentType: row(WIDER, NARROWER, byMediaType, { label: "The media type" }),
  idempotencyKey: row(OTHER, FINE, OTHER, {
    ...as("delivery.idempotency-key", "The key for duplicates is {new} instead of {old}", RECEIVERS),
    broken: "By the old key they take duplicates for new deliveries, or new ones for duplicates.",
  }),
};
