/** Many callers share one statement, and so one commit. */

import { errorCode } from "../../errors/caught.ts";
import { inboxError } from "../errors.ts";
import { waitForGroup } from "../group-commit.ts";

/** Inputs in one statement at most. */
const BATCH = 256;
/** Size of the inputs at which a statement takes no more. Bodies become hexadecimal text, at most 512 MiB in Node. */
const BATCH_SIZE = 8 * 2 ** 20;
/** How long an input waits while the database does not answer. Senders do not wait longer, and memory is limited. */
const WAIT_MS = 5_000;
/** SQLSTATE class 22, data exception; 23, integrity; 54, a limit. */
const OF_DATA = /^(22|23|54)/;

type Job<In, Out> = { input: In; at: number; resolve: (output: Out) => void; reject: (error: unknown) => void };

/**
 * What arrives within a few turns of the event loop, or while a batch is under way, becomes the next batch. `run` gives
 * an output for each input, in their order. Where the database refuses the data of a batch, each input is tried alone.
 * `sizeOf`: bytes; 0 if left out.
 */
export function inBatches<In, Out>(
  run: (inputs: readonly In[]) => Promise<readonly Out[]>,
  sizeOf: (input: In) => number = () => 0,
): (input: In) => Promise<Out> {
  const queue: Job<In, Out>[] = [];
  let pumping = false;

  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    for (await waitForGroup(queue); queue.length > 0; await waitForGroup(queue)) await settle(next());
    pumping = false;
  }

  function next(): Job<In, Out>[] {
    let size = 0;
    const after = queue.findIndex(({ input }, i) => {
      const isFull = i === BATCH || size >= BATCH_SIZE;
      size += sizeOf(input);
      return isFull;
    });
    return queue.splice(0, after < 0 ? queue.length : after);
  }

  async function settle(jobs: readonly Job<In, Out>[]): Promise<void> {
    try {
      const outputs = await run(jobs.map(({ input }) => input));
      for (const [i, output] of outputs.entries()) jobs[i]?.resolve(output);
    } catch (error) {
      if (jobs.length === 1 || !OF_DATA.test(errorCode(error) ?? "")) for (const { reject } of jobs) reject(error);
      else for (const job of jobs) await settle([job]);
    }
  }

  /** Gives up what has waited for too long. */
  function drop(before: number): void {
    if ((queue[0]?.at ?? before) >= before) return;
    const kept = queue.findIndex(({ at }) => at >= before);
    for (const { reject } of queue.splice(0, kept < 0 ? queue.length : kept)) reject(inboxError("inbox_busy"));
  }

  return (input) =>
    new Promise((resolve, reject) => {
      const at = performance.now();
      drop(at - WAIT_MS);
      queue.push({ input, at, resolve, reject });
      void pump();
    });
}
