/** What a flaw of a receiver is, and the parts that several of them share. */

import { type Title, titled } from "../../support/titles.ts";
import { type Delivery, hmac, type Payload, paymentAndEvent, type Switches } from "../receivers.ts";

/** `fact`: the one stated fact that it breaks; `same`: facts that cannot but be broken with it. */
export type Flaw = { id: string; fact: string; same?: string[]; about: string; switches: Partial<Switches> };

/** It looks wrong and breaks no stated fact beyond doubt: nobody may demand that it is accused, or that it is not. */
export type Arguable = Flaw & { reason: string };

/** Flaws of one subject, by what it takes to find them. */
export type Flaws = {
  /** One delivery or forgery by itself shows them. */
  look?: Flaw[];
  /** They show after or beside others. */
  judge?: Flaw[];
  arguable?: Arguable[];
};

/** `facts`: the one that the flaw breaks, then those that are broken with it. */
export const flaw = (id: string, facts: string, about: string, switches: Partial<Switches>): Flaw => {
  const [fact = "", ...same] = facts.split(" ");
  return { id, fact, same, about, switches };
};

/** Flaws that break the same facts, by their titles. */
export const flaws = (facts: string, table: Record<Title, Partial<Switches>>): Flaw[] =>
  titled(table).map(([id, about, switches]) => flaw(id, facts, about, switches));

/** Receivers that may be called flawed, by their titles. */
export const arguable = (table: Record<Title, Omit<Arguable, "id" | "about">>): Arguable[] =>
  titled(table).map(([id, about, rest]) => ({ id, about, ...rest }));

export const digitsOf = (header = "") => header.replace(/^sha256=/, "");
export const json = (raw: Buffer): Payload => JSON.parse(raw.toString());
export const hex = ({ secret, raw }: Delivery) => hmac(secret, raw).toString("hex");
export const keyOf = (raw: Buffer): string => {
  try {
    return paymentAndEvent(json(raw));
  } catch {
    return "";
  }
};
export const unlessJson = (type = "") => !/json/i.test(type);
