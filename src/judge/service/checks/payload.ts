/** The payload of every client webhook delivery: the payment snapshot, member by member. */

import type { FactId } from "../../../../generated/facts.ts";
import { validatePaymentSnapshot } from "../../../../generated/validators.ts";
import { isObject, type Json, kindOf } from "../../answers.ts";
import { type Check, NotObserved } from "../../check.ts";
import { type Context, EVENT } from "../context.ts";
import { isAdded, isKnownEvent, ownIdIn } from "../experiments/acting.ts";
import { breach, each, group, payload, type Seen, seen } from "./seen.ts";

/** `hasMember`: judges bodies that are objects and have the member, unless the check is about its presence. */
function member(
  name: string,
  fact: FactId,
  type: string,
  is: (value: unknown, context: Context, found: Seen) => string | undefined,
): Check<Context> {
  return {
    id: `deliver.${name.replace("@", "").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    title: `${name} in the payload is ${type}`,
    severity: "demand",
    rests: [fact],
    group,
    fix: `Put ${name} into the payload as ${type}.`,
    run: (context) =>
      eachSnapshot(context, `${name} is ${type}.`, (body, found) => {
        if (!(name in body)) return `${name} is missing`;
        const why = is(body[name], context, found);
        return why === undefined ? undefined : `${name} is ${why}`;
      }),
  };
}

/** Judges the payloads that are objects. If none is, deliver.body reports it. */
async function eachSnapshot(
  context: Context,
  expected: string,
  judge: (body: Json, found: Seen) => string | undefined,
): Promise<void> {
  const all = await seen(context, "client");
  // A body with none of the eight members is something else: see deliver.snapshot.
  if (!all.some((found) => isObject(payload(found))))
    throw new NotObserved("no delivery has a JSON object as its body: see deliver.body");
  await each(context, "client", expected, (found) => {
    const body = payload(found);
    return isObject(body) && !isAdded(context, body["@event"]) ? judge(body, found) : undefined;
  });
}

/** What the schema of the snapshot says about one member. */
const bySchema = (name: string) => (value: unknown) => {
  const verdict = validatePaymentSnapshot({ [name]: value });
  const isWrong = !verdict.ok && verdict.faults.some(({ path }) => path === `/${name}`);
  return isWrong ? kindOf(value) : undefined;
};

function judgeId(value: unknown, context: Context): string | undefined {
  const wrong = bySchema("id")(value);
  if (wrong !== undefined || context.payments.areUnknown || context.payments.all.size === 0) return wrong;
  return context.payments.all.has(value as number)
    ? undefined
    : `${String(value)}, which is not the id of a payment that the driver reported`;
}

/** The case file in a delivery, if it has a form in which two can be compared. */
function fileIn(found: Seen): number | undefined {
  const body = payload(found);
  const file = isObject(body) && body["caseFile"];
  const id = isObject(file) && file["id"];
  return typeof id === "number" ? id : undefined;
}

/** Deliveries of one payment whose case file is not that of its first delivery, with the first one. */
async function otherFiles(context: Context): Promise<{ found: Seen; file: number; first: number }[]> {
  const files = new Map<string, number>();
  const all = (await seen(context, "client")).toSorted((a, b) => a.one.at - b.one.at);
  return all.flatMap((found) => {
    const [id, file] = [ownIdIn(context, found.one), fileIn(found)];
    // Ids that the driver does not report need not be those of one payment.
    if (id === undefined || file === undefined || !context.payments.all.has(id)) return [];
    const key = JSON.stringify([context.trace.eraAt(found.hook.createdAt), found.hook.owner, id]);
    const first = files.get(key) ?? file;
    files.set(key, first);
    return file === first ? [] : [{ found, file, first }];
  });
}

export const PAYLOAD_CHECKS: Check<Context>[] = [
  {
    id: "deliver.snapshot",
    title: "The body is the payment snapshot with its eight members",
    severity: "demand",
    rests: ["F-2.4-10", "F-6.3-04"],
    group,
    fix: "Send the eight members at the top level of a JSON object; other members are allowed.",
    run: (context) =>
      each(
        context,
        "client",
        "A JSON object with @event, id, amount, paidTo, confirmedAt, createdAt, updatedAt and caseFile.",
        (found) => {
          const body = payload(found);
          if (body === undefined || (isObject(body) && isAdded(context, body["@event"]))) return undefined;
          if (!isObject(body)) return `The body is ${kindOf(body)}`;
          const verdict = validatePaymentSnapshot(body);
          const missing = verdict.ok
            ? []
            : verdict.faults.filter(({ path, keyword }) => keyword === "required" && path.lastIndexOf("/") === 0);
          return missing.length === 0 ? undefined : `Missing: ${missing.map(({ path }) => path.slice(1)).join(", ")}`;
        },
      ),
  },
  member("@event", "F-2.4-01", "a string, the name of the event", (value) =>
    typeof value === "string" && value !== "" ? undefined : kindOf(value),
  ),
  {
    id: "deliver.known-event",
    title: `No event other than ${EVENT} is delivered`,
    severity: "demand",
    rests: ["F-2.2-06", "F-6.2-02", "F-2.4-01"],
    group,
    run: (context) =>
      eachSnapshot(context, `@event is ${EVENT}.`, (body) =>
        typeof body["@event"] !== "string" || isKnownEvent(body["@event"])
          ? undefined
          : `@event is ${kindOf(body["@event"])}`,
      ),
  },
  member("id", "F-2.4-02", "an integer, the identifier of the payment", judgeId),
  member("amount", "F-2.4-03", "an integer", bySchema("amount")),
  member("paidTo", "F-2.4-04", 'the string "client"', (value) => (value === "client" ? undefined : kindOf(value))),
  member("confirmedAt", "F-2.4-05", "an ISO 8601 timestamp with its offset", bySchema("confirmedAt")),
  member("createdAt", "F-2.4-06", "an ISO 8601 timestamp with its offset", bySchema("createdAt")),
  member("updatedAt", "F-2.4-07", "an ISO 8601 timestamp with its offset", bySchema("updatedAt")),
  member("caseFile", "F-2.4-08", "an object", bySchema("caseFile")),
  {
    id: "deliver.case-file-id",
    title: "caseFile in the payload has an integer id",
    severity: "demand",
    rests: ["F-2.4-09"],
    group,
    run: (context) =>
      eachSnapshot(context, "caseFile has an integer id.", (body) => {
        const file = body["caseFile"];
        return !isObject(file) || Number.isInteger(file["id"]) ? undefined : `caseFile.id is ${kindOf(file["id"])}`;
      }),
  },
  {
    id: "deliver.same-case-file",
    title: "Every delivery of a payment names the same case file, at each webhook and in each attempt",
    severity: "demand",
    rests: ["F-2.4-09", "F-2.4-10"],
    group,
    fix: "Build the payload once for a payment, from its own case file.",
    async run(context) {
      const others = await otherFiles(context);
      const [first] = others;
      if (!first) return;
      const expected = `caseFile.id is ${first.first}, as in the first delivery of the payment.`;
      throw breach(first.found, others.length, expected, `caseFile.id is ${first.file}`);
    },
  },
];
