/** Returns a time span for people: `40 ms`, `1.2 s`. */
export const spanOf = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);
