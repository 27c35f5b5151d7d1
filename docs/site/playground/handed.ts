/** A delivery that the page which opened this one hands over: the console of the sandbox, on the same origin. */

/** `body`: base64. `secrets`: none unless a person asked for it. */
export type Handed = { body: string; header: string; secrets: string[] };

/** Tells the page that opened this one that the playground is there, and passes on what it hands over. */
export function takeFromOpener(take: (handed: Handed) => void): void {
  const { opener, location } = window as { opener: Window | null; location: Location };
  // A page that was opened from a folder has no origin.
  if (!opener || location.origin === "null") return;
  addEventListener("message", ({ source, origin, data }) => {
    const handed: unknown = (data as { playground?: unknown } | null)?.playground;
    if (source === opener && origin === location.origin && isHanded(handed)) take(handed);
  });
  opener.postMessage("playground", location.origin);
}

function isHanded(value: unknown): value is Handed {
  const { body, header, secrets } = (value ?? {}) as Partial<Record<keyof Handed, unknown>>;
  const isText = (one: unknown) => typeof one === "string";
  return isText(body) && isText(header) && Array.isArray(secrets) && secrets.every(isText);
}
