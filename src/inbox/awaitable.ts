/** A promise that knows whether anyone waits for it. */
class Awaitable<T> extends Promise<T> {
  isAwaited = false;

  // biome-ignore lint/suspicious/noThenProperty: `await` calls it, and that is what is to be known.
  override then<A = T, B = never>(
    onValue?: ((value: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.isAwaited = true;
    return super.then(onValue, onError);
  }
}

/** An effect that failed. `isMissed`: nothing awaits it, at least not yet. */
export type FailedEffect = { readonly error: unknown; isMissed(): boolean };

/** Gives a promise that settles as `effect` does. If it fails and nothing awaits it, the process goes on. */
export function watchFailure<T>(effect: Promise<T>, failed: (effect: FailedEffect) => void): Promise<T> {
  const promise = new Awaitable<T>((resolve, reject) => void effect.then(resolve, reject));
  Promise.prototype.then.call(promise, undefined, (error) => failed({ error, isMissed: () => !promise.isAwaited }));
  return promise;
}
