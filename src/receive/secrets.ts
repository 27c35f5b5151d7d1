/** Secrets with labels, and their verifier. */

import type { Verdict } from "../signature/header.ts";

/**
 * A secret with a label of yours, such as the name of its webhook. During a rotation two secrets may have the same
 * label.
 */
export type LabelledSecret = { readonly label: string; readonly secret: string };

/** One secret, or several that are tried in turn. */
export type Secrets = string | readonly (string | LabelledSecret)[];

/** The runtime's functions that verify signatures. */
export type Verifying = {
  createVerifier(secrets: readonly string[]): {
    verify(body: Uint8Array, header: string | null): Verdict | Promise<Verdict>;
  };
  verify(body: Uint8Array, header: string | null, secrets: readonly string[]): Verdict | Promise<Verdict>;
};

/** Returns the secrets without their labels. Values of another type stay, so that the verifier refuses them. */
export function textsOf(secrets: Secrets): string[] {
  return [secrets].flat().map((one) => (typeof one === "object" && one !== null ? one.secret : one));
}

/** Returns the label of the secret at `index`, if it has one. */
export function labelOf(secrets: readonly (string | LabelledSecret)[], index: number): string | undefined {
  const secret = secrets[index];
  return typeof secret === "object" ? secret.label : undefined;
}
