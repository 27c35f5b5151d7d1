/** Whose payments the secrets of a receiver sign. */

/** The secret of one webhook. Secrets under one label have one owner. */
export interface LabelledSecret {
  /** Names the secret in deliveries. */
  readonly label: string;
  readonly secret: string;
  /** The customer whose payments it signs. Default: the label. */
  readonly owner?: string;
}

/** The secrets of the webhooks that post here: one, or several while a secret is being replaced. */
export type Secrets = readonly (string | LabelledSecret)[];

/** Secrets that all belong to one customer. */
export interface OwnedSecrets {
  readonly owner: string;
  readonly secrets: Secrets;
}

/** A secret with what is known about it. */
export interface KnownSecret {
  readonly secret: string;
  readonly label?: string;
  readonly owner?: string;
}

/** Returns the secrets in their order. @throws TypeError `secret_empty`, `owner_invalid`; it quotes nothing */
export function knownSecrets(given: unknown): KnownSecret[] {
  const owned = typeof given === "object" && given !== null && "secrets" in given ? (given as OwnedSecrets) : undefined;
  const list: unknown = owned ? owned.secrets : given;
  if (!Array.isArray(list) || list.length === 0) throw new TypeError(EMPTY);
  const known = list.map((one: unknown) => knownSecret(one, owned && text(owned.owner)));
  const owners = new Map<string, string | undefined>();
  for (const { label, owner } of known) {
    if (label === undefined) continue;
    if (owners.has(label) && owners.get(label) !== owner)
      throw new TypeError("owner_invalid: secrets under one label have one owner");
    owners.set(label, owner);
  }
  return known;
}

const EMPTY = "secret_empty: pass a list of secrets, none of them empty";

function knownSecret(one: unknown, common: string | undefined): KnownSecret {
  const labelled = typeof one === "object" && one !== null ? (one as LabelledSecret) : undefined;
  const secret: unknown = labelled ? labelled.secret : one;
  if (typeof secret !== "string" || secret === "") throw new TypeError(EMPTY);
  if (!labelled) return common === undefined ? { secret } : { secret, owner: common };
  const label = text(labelled.label);
  return { secret, label, owner: common ?? text(labelled.owner ?? label) };
}

function text(value: unknown): string {
  try {
    if (typeof value === "string" && encodeURIComponent(value) !== "") return value;
  } catch {
    // Half a surrogate pair.
  }
  throw new TypeError("owner_invalid: a label and an owner are texts that are not empty");
}
