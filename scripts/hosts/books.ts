/** The books of a user: where the handlers of a host under test bring each payment. */

import { buffer } from "node:stream/consumers";
import { listen } from "../listen.ts";

/** Answers with a status, now or later. `attempt`: how often this payment was brought, from 1. */
export type Clerk = (payment: string, attempt: number) => number | Promise<number>;

/** Opens books on loopback. */
export async function openBooks(clerk: Clerk) {
  /** The bodies of the deliveries that were brought, by payment. */
  const entries = new Map<string, Buffer[]>();
  const { url, stop } = await listen(async (req, res) => {
    const payment = String(req.url).slice(1);
    const brought = [...(entries.get(payment) ?? []), await buffer(req)];
    entries.set(payment, brought);
    res.writeHead(await clerk(payment, brought.length)).end();
  });
  return { url, entries, close: stop };
}

/** The module that takes the place of the handlers in a file: it brings each payment to the books. */
export function handlingModule(books: string, inbox: string | undefined): string {
  const on = `{
  async "case_file.payment.confirmed"({ payload, body }) {
    const answer = await fetch("${books}/" + payload.id, { method: "POST", body });
    if (!answer.ok) throw new Error("the books are closed");
  },
}`;
  if (inbox === undefined) return `export const handling = { on: ${on} };\n`;
  return `import { openInbox } from "collections-contract/inbox";
const inbox = await openInbox({ file: ${JSON.stringify(inbox)}, onProblem: console.error });
await inbox.work(${on});
export const handling = { inbox };
`;
}

/** The line of a file that is the user's own, and the only one that is replaced. */
const HANDLERS = /^( +)on: \{ "case_file\.payment\.confirmed": .* \},$/m;

/** Returns the text of an example with the handlers of that module in place of its own. */
export function withHandling(example: string, module: string): string {
  if (!HANDLERS.test(example)) throw new Error("The example has no line with its handlers.");
  return `import { handling } from ${JSON.stringify(module)};\n${example.replace(HANDLERS, "$1...handling,")}`;
}
