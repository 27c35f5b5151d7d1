/**
 * The case that nothing at all reached the judge: the mapping to it is often on the service's side, where the judge
 * cannot look.
 */

import { Breach, NotObserved } from "../../check.ts";
import type { Context } from "../context.ts";

const told = new WeakMap<Context, string>();

/**
 * @throws Breach with both explanations if nothing ever came, the first time in a run; `NotObserved` from then on,
 * because all of it is one finding
 */
export function needsAnything(context: Context, id: string): void {
  const { listener, driver, trace } = context;
  if (!listener || !driver.receiver || trace.of("arrived").length > 0) return;
  const before = told.get(context);
  if (before !== undefined) throw new NotObserved(`nothing ever reached the judge: see ${before}`);
  told.set(context, id);
  const { origin, listen } = driver.receiver;
  throw new Breach({
    expected: "Deliveries reach the judge.",
    actual:
      "No request ever reached the judge. Either the service delivers nothing, or receiver.origin " +
      `(${origin}) does not lead to receiver.listen (${listen.host}:${listen.port}). To find out: let any server listen there, and send a request to ` +
      `${origin} from where the service runs. If it arrives, the service delivers nothing.`,
  });
}
