/** Waiting, only where there is something to wait for. */

/** Recognises promises of any library. */
export function isPromise<T>(answer: T | Promise<T>): answer is Promise<T> {
  return typeof (answer as Partial<Promise<T>> | undefined)?.then === "function";
}

/**
 * Settles as `work` does, or as `late` says once `ms` milliseconds have passed. What `late` throws rejects the promise.
 */
export function within<T>(ms: number, work: Promise<T>, late: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    }, ms);
    void work.then(resolve, reject).then(() => clearTimeout(timer));
  });
}
