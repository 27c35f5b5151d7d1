/** Waiting, only where there is something to wait for. */

/** Recognises promises of any library. */
export function isPromise<T>(answer: T | Promise<T>): answer is Promise<T> {
  return typeof (answer as Partial<Promise<T>> | undefined)?.then === "function";
}

/** Microtasks that a promise has before it gets a timer: enough for an async function that awaits one settled promise. */
const TURNS = 4;

/**
 * Settles as `work` does, or as `late` says once `ms` milliseconds have passed. What `late` throws rejects the promise.
 * `settled` is called once `work` has settled, in time or not.
 */
export async function within<T>(
  ms: number,
  work: Promise<T>,
  late: () => T | Promise<T>,
  settled?: () => void,
): Promise<T> {
  let outcome: (() => T) | undefined;
  work.then(
    (value) => {
      outcome = () => value;
      settled?.();
    },
    (error: unknown) => {
      outcome = () => {
        throw error;
      };
      settled?.();
    },
  );
  // A timer costs more than the rest of the way of a delivery, and most work settles at once.
  for (let turn = 0; turn < TURNS; turn++) {
    await undefined;
    if (outcome) return outcome();
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<T>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    }, ms);
  });
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer));
}
