/** Waiting, only where there is something to wait for. */

/** Recognises promises of any library. */
export function isPromise<T>(answer: T | Promise<T>): answer is Promise<T> {
  return typeof (answer as Partial<Promise<T>> | undefined)?.then === "function";
}

/**
 * Calls code of the user. What it promises may have only `then`, and may begin anew at each `then`, as queries of
 * databases do: it becomes one promise.
 */
export function callUserCode<T>(act: () => T | PromiseLike<T>): T | Promise<T> {
  const answer = act();
  return isPromise(answer as T | Promise<T>) ? Promise.resolve(answer) : (answer as T);
}

/** Microtasks before a promise gets a timer: enough for an async function that awaits a settled promise. */
const TURNS = 4;
const NOW = Promise.resolve();

/**
 * Settles as `work` does, or as `late` says once `ms` milliseconds have passed. What `late` throws rejects the promise.
 * `settled` is called once `work` has settled, in time or not.
 */
export function within<T>(ms: number, work: Promise<T>, late: () => T | Promise<T>, settled?: () => void): Promise<T> {
  // Callbacks instead of an async function, because each promise and each await costs time and memory.
  return new Promise((resolve, reject) => {
    let isSettled = false;
    let turns = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      isSettled = true;
      clearTimeout(timer);
      settled?.();
    };
    work.then(
      (value) => {
        end();
        resolve(value);
      },
      (error: unknown) => {
        end();
        reject(error);
      },
    );
    // A timer costs more than the rest of the way of a delivery, and most work settles at once.
    const wait = () => {
      if (isSettled) return;
      if (turns++ < TURNS) void NOW.then(wait);
      else
        timer = setTimeout(() => {
          try {
            resolve(late());
          } catch (error) {
            reject(error);
          }
        }, ms);
    };
    wait();
  });
}
