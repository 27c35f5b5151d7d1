/** The access token of a run: obtained once, and again if the service refuses it. */

/** How many other tokens to try if one is refused. */
const RENEWALS = 3;

export class Token {
  readonly #take: () => Promise<string | undefined>;
  #current: Promise<string | undefined> | undefined;
  /** Other tokens were refused, too, so the token is not the reason. */
  #isNoHelp = false;

  constructor(take: () => Promise<string | undefined>) {
    this.#take = take;
  }

  current(): Promise<string | undefined> {
    if (!this.#current) {
      this.#current = this.#take();
      this.#current.catch(() => this.forget());
    }
    return this.#current;
  }

  forget(): void {
    this.#current = undefined;
  }

  /** Sends with the token, and with others while it is refused: it may have ended early (U-14). */
  async with<T>(send: (token: string | undefined) => Promise<T>, isRefused: (outcome: T) => boolean): Promise<T> {
    let token = await this.current();
    let outcome = await send(token);
    for (let renewal = 0; isRefused(outcome) && token !== undefined && !this.#isNoHelp; renewal++) {
      if (renewal === RENEWALS) this.#isNoHelp = true;
      if (this.#isNoHelp) break;
      if ((await this.current()) === token) this.forget();
      const other = await this.current();
      if (other === undefined || other === token) break;
      token = other;
      outcome = await send(token);
    }
    return outcome;
  }
}
