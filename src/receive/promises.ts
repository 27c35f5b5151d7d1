/** Waiting, only where there is something to wait for. */

/** Recognises promises of any library. */
export function isPromise<T>(answer: T | Promise<T>): answer is Promise<T> {
  return typeof (answer as Partial<Promise<T>> | undefined)?.then === "function";
}

/** Microtasks that a promise has before it gets a timer: enough for an async function that awaits one settled promise. */
const TURNS = 4;

/**
 * Settles as `work` does, or as `late` says once `ms` milliseconds have passed. What `late` throws rejects the promise.
 */
export function within<T>(ms: number, work: Promise<T>, late: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settled = () => {
      isSettled = true;
      clearTimeout(timer);
    };
    work.then(
      (value) => {
        settled();
        resolve(value);
      },
      (error: unknown) => {
        settled();
        reject(error);
      },
    );
    const pass = () => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    };
    // A timer costs more than the rest of the way of a delivery, and most work settles at once.
    void (async () => {
      for (let turn = 0; turn < TURNS && !isSettled; turn++) await undefined;
      if (!isSettled) timer = setTimeout(pass, ms);
    })();
  });
}
