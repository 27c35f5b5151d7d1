/** Secrets with labels and owners: how they are given, and what each says about a delivery. */

import { MisuseError } from "../errors/receiving.ts";
import type { Verdict } from "../signature/header.ts";
import { isObject } from "../values/json.ts";
import { checkSecret, findOddity } from "./secret-text.ts";

/**
 * A secret with a label of yours, such as the name of its webhook. During a rotation two secrets may have the same
 * label. `owner`: the customer or installation whose payments the webhook delivers, by default the label. Within an
 * owner a payment is handled once; two owners may have payments with the same id.
 */
export type LabelledSecret = { readonly label: string; readonly secret: string; readonly owner?: string };

/** One secret, or several that are tried in turn. A text alone has neither label nor owner. */
export type Secrets = string | readonly (string | LabelledSecret)[];

/** The secrets of one owner, as a secrets function may return them. */
export type OwnedSecrets = { readonly owner: string; readonly secrets: Secrets };

/** The runtime's functions that verify signatures. */
export type Verifying = {
  createVerifier(secrets: readonly string[]): {
    verify(body: Uint8Array, header: string | null): Verdict | Promise<Verdict>;
  };
  verify(body: Uint8Array, header: string | null, secrets: readonly string[]): Verdict | Promise<Verdict>;
};

/** What the secret that signed a delivery says about it. */
export type Signer = { readonly label?: string; readonly owner: string };

/** Checked secrets, and what each says about the deliveries that it signs. */
export type Keyring = {
  readonly texts: readonly string[];
  /** Undefined for a secret without label and owner. */
  readonly signers: readonly (Signer | undefined)[];
  /** Whether each has an owner. If not, this version, too, stores payments under keys without one. */
  readonly isOwned: boolean;
};

/** Lists whose oddities were told when their file was read. */
export const TOLD_LISTS = new WeakSet<object>();

/**
 * Checks secrets.
 *
 * @throws MisuseError `secret_empty`, `secret_unusable`, `receiver_option`
 */
export function createKeyring(given: Secrets | OwnedSecrets): Keyring {
  const isOwnedList = isObject(given) && "secrets" in given;
  const owner = isOwnedList ? nameIn(given, "owner") : undefined;
  const list: readonly unknown[] = [isOwnedList ? given.secrets : given].flat();
  const signers = list.map((one) => readSigner(one, owner));
  const texts = (list.length > 0 ? list : [undefined]).map((one) => {
    const secret: unknown = isObject(one) ? one["secret"] : one;
    checkSecret(secret);
    return secret;
  });
  checkOwners(signers);
  return { texts, signers, isOwned: signers.every(Boolean) };
}

/** Sentences about secrets that look as if they were copied with something else. None of them holds the secret. */
export function findOddities(texts: readonly string[]): string[] {
  const secretName = (at: number) => (texts.length === 1 ? "The secret" : `Secret ${at + 1} of ${texts.length}`);
  return texts.flatMap((text, at) => findOddity(text, secretName(at)) ?? []);
}

function readSigner(one: unknown, owner: string | undefined): Signer | undefined {
  if (!isObject(one)) return owner === undefined ? undefined : { owner };
  const label = nameIn(one, "label");
  const own = one["owner"] === undefined ? (owner ?? label) : nameIn(one, "owner");
  if (owner !== undefined && own !== owner) twoOwners(label);
  return { label, owner: own };
}

/** Refuses a label with two owners: one of them would be a mistake, and payments would be handled twice. */
function checkOwners(signers: Keyring["signers"]): void {
  const owners = new Map<string, string>();
  for (const { label, owner } of signers.flatMap((signer) => signer ?? [])) {
    if (label === undefined) continue;
    if ((owners.get(label) ?? owner) !== owner) twoOwners(label);
    owners.set(label, owner);
  }
}

function twoOwners(label: string): never {
  throw new MisuseError("receiver_option", `secrets: the label ${JSON.stringify(label)} has two owners. Give it one.`);
}

function nameIn(holder: Readonly<Record<string, unknown>>, member: "label" | "owner"): string {
  const name = holder[member];
  if (typeof name === "string" && name !== "" && name.isWellFormed()) return name;
  const message = `secrets: ${member} must be a text, and not empty. A secret is a text, or { label, secret, owner }.`;
  throw new MisuseError("receiver_option", message);
}
