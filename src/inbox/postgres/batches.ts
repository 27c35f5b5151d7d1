/** Many callers share one statement, and so one commit. */

import { codeOf } from "../../errors/caught.ts";
import { gathered } from "../gather.ts";

/** Inputs in one statement at most. */
const BATCH = 256;

type Job<In, Out> = { input: In; resolve: (output: Out) => void; reject: (error: unknown) => void };

/**
 * What arrives within a few turns of the event loop, or while a batch is under way, becomes the next batch. `run` gives
 * an output for each input, in their order. Where the database refuses the data of a batch, each input is tried alone.
 */
export function batched<In, Out>(run: (inputs: readonly In[]) => Promise<readonly Out[]>): (input: In) => Promise<Out> {
  const queue: Job<In, Out>[] = [];
  let pumping = false;

  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    for (await gathered(queue); queue.length > 0; await gathered(queue)) await settle(queue.splice(0, BATCH));
    pumping = false;
  }

  async function settle(jobs: readonly Job<In, Out>[]): Promise<void> {
    try {
      const outputs = await run(jobs.map(({ input }) => input));
      jobs.forEach(({ resolve }, i) => {
        resolve(outputs[i] as Out);
      });
    } catch (error) {
      if (jobs.length === 1 || !isOfData(error)) for (const { reject } of jobs) reject(error);
      else for (const job of jobs) await settle([job]);
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      queue.push({ input, resolve, reject });
      void pump();
    });
}

/** SQLSTATE class 22, data exception; 23, integrity; 54, a limit. */
function isOfData(error: unknown): boolean {
  return /^(22|23|54)/.test(codeOf(error) ?? "");
}
