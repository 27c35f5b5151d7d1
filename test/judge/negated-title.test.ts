/** Headings of findings: the opposite of a title, at the verb of its main clause, and never of a clause inside it. */

import { describe, expect, it } from "vitest";
import { listChecks } from "../../src/judge/index.ts";
import { negateTitle } from "../../src/judge/report/negated-title.ts";

const titles = [...listChecks("api"), ...listChecks("receiver")].map(({ title }) => title);

describe("what happened", () => {
  it.each([
    ["After the answer 404, a client delivery is retried", "After the answer 404, a client delivery is not retried"],
    [
      "A payment to the client that is confirmed reaches every active webhook that lists the event",
      "A payment to the client that is confirmed does not reach every active webhook that lists the event",
    ],
    [
      "A URL of a client webhook whose host has no real top-level domain, or is an IP address is refused",
      "A URL of a client webhook whose host has no real top-level domain, or is an IP address is not refused",
    ],
    ["A payment that is not confirmed is not delivered", "A payment that is not confirmed is delivered"],
    [
      "A webhook that failed and is well again receives later payments once it is switched on",
      "A webhook that failed and is well again does not receive later payments once it is switched on",
    ],
    ["The list of an App holds no webhook of another App", "The list of an App holds a webhook of another App"],
    [
      "A webhook that does not list the event receives nothing",
      "A webhook that does not list the event received a delivery",
    ],
    ["Each payment is delivered under its own id", "Not every payment is delivered under its own id"],
    [
      "At the end of the run a client webhook still receives the payments that are due to it",
      "At the end of the run a client webhook no longer receives the payments that are due to it",
    ],
    ["After all of this the receiver still answers", "After all of this the receiver no longer answers"],
    ["An App does not show what is secret", "An App shows what is secret"],
    ["The fields may stand in any order", "The fields cannot stand in any order"],
    ["Nothing but a payment is delivered", "Not so: Nothing but a payment is delivered"],
    ["A delivery is retried, and holds nothing up", "Not so: A delivery is retried, and holds nothing up"],
  ])("%s", (title, expected) => expect(negateTitle(title)).toBe(expected));

  it("is another sentence than the title of any check, without a double negation or a verb that does not bend", () => {
    const found = titles.map(negateTitle);
    expect(found.filter((one, index) => one === titles[index])).toEqual([]);
    const broken = [
      /\bnot (?:not|no|none|neither|never|nothing)\b/i,
      /\b(?:does|do|did) not \w+[^s]s\b/i,
      /\b(?:has|have) not\b/i,
      /\b(?:the|an?|empty|different) do(?:es)? not\b/i,
    ];
    expect(found.filter((one) => broken.some((pattern) => pattern.test(one)))).toEqual([]);
  });

  it("leaves each clause inside of a title as it is", () => {
    const clause = /\b(?:that|which|whose(?: \w+)?) (?:is|are|has|have) (?:not )?\w+/g;
    const changed = titles.filter((title) => {
      const inner = title.match(clause) ?? [];
      return !inner.every((one) => negateTitle(title).includes(one));
    });
    expect(changed).toEqual([]);
  });

  it("is told in a turn of the title for most checks", () => {
    const whole = titles.filter((title) => negateTitle(title).startsWith("Not so: "));
    expect(whole.length / titles.length).toBeLessThan(0.1);
  });
});
