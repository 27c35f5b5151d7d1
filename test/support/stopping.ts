type Ending = { stop(): unknown } | { close(): unknown } | { end(): unknown };

/** The same object, which `await using` stops, closes or ends at the end of its block, whatever happens in it. */
export function stopping<T extends Ending>(one: T): T & AsyncDisposable {
  const finish = () => ("stop" in one ? one.stop() : "close" in one ? one.close() : one.end());
  return Object.assign(one, { [Symbol.asyncDispose]: async () => void (await finish()) });
}
