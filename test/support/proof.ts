/**
 * The length of the proofs in test/on-demand/proofs: `npm run prove` runs them at full length, `npm run test:all` in a
 * short form.
 */

const full = process.env["PROOFS"] === "full";

/** Returns how often a proof repeats its fault: `long` times at full length, else `short` times. */
export function rounds(short: number, long: number): number {
  return full ? long : short;
}
