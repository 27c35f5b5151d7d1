/** The same object, which `await using` stops at the end of its block, whatever happens in it. */
export const stopping = <T extends { stop(): unknown }>(one: T): T & AsyncDisposable =>
  Object.assign(one, { [Symbol.asyncDispose]: async () => void (await one.stop()) });
