/** What a change is: where, what, its verdict, and what it does to those who work with the contract. */

import type { Kind as DocumentKind } from "../documents/read.ts";

/** `deployment`: what a contract folder states in `deployment.json`. */
export type Kind = DocumentKind | "deployment";

/** `unclassified`: no rule can decide; a person has to review it. */
export type Verdict = "breaking" | "not breaking" | "unclassified";

/**
 * Who is affected. `senders` send requests to the API and read the answers. `receivers` take deliveries of webhooks and
 * answer them.
 * `generatedClients`: code that was generated from the documents, of either.
 */
export type Affected = "senders" | "receivers" | "generatedClients";

/** One sentence for each. */
export type Effects = Readonly<Record<Affected, string>>;

export interface Change {
  /** The documents in which it was found; a schema that both share is reported once. */
  readonly documents: readonly Kind[];
  /** Stable, for programs: words with dots, such as `member.removed`. */
  readonly kind: string;
  /** For people: an operation, a schema and its member, a scheme. */
  readonly where: string;
  readonly what: string;
  readonly verdict: Verdict;
  /** Only what people read has changed: titles, descriptions, examples. */
  readonly documentationOnly: boolean;
  /** Whom it breaks; empty unless the verdict is breaking. */
  readonly breaks: readonly Affected[];
  readonly effects: Effects;
  /** Why a team accepts it, and until which day; absent unless a file for `--accept` says so. */
  readonly accepted?: { readonly reason: string; readonly until: string };
}

/** What a rule says about a change; effects that it leaves out are none. */
export interface Finding {
  kind: string;
  where: string;
  what: string;
  verdict?: Verdict;
  breaks?: readonly Affected[];
  effects?: Partial<Effects>;
  documentationOnly?: boolean;
}

/** The effect on those whom a change does not concern. */
export const NOT_AFFECTED = "Not affected.";

/** Collects the changes of one document, each once. */
export class Changes {
  readonly #found = new Map<string, Change>();
  readonly #kind: Kind;

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  add({ kind, where, what, verdict, breaks = [], effects = {}, documentationOnly = false }: Finding): void {
    const change: Change = {
      documents: [this.#kind],
      kind,
      where,
      what,
      verdict: verdict ?? (breaks.length > 0 ? "breaking" : "not breaking"),
      documentationOnly,
      breaks,
      effects: { senders: NOT_AFFECTED, receivers: NOT_AFFECTED, generatedClients: NOT_AFFECTED, ...effects },
    };
    const key = changeKey(change);
    if (!this.#found.has(key)) this.#found.set(key, change);
  }

  list(): Change[] {
    return [...this.#found.values()];
  }
}

/** Joins the changes of both documents: what both share once, the worst first. */
export function mergeChanges(lists: readonly (readonly Change[])[]): Change[] {
  const found = new Map<string, Change>();
  for (const change of lists.flat()) {
    const known = found.get(changeKey(change));
    found.set(changeKey(change), known ? { ...known, documents: [...known.documents, ...change.documents] } : change);
  }
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

const changeKey = ({ kind, where, what, verdict, breaks }: Change) =>
  JSON.stringify([kind, where, what, verdict, breaks]);
const rank = ({ verdict, documentationOnly }: Change) =>
  documentationOnly ? 3 : ["breaking", "unclassified", "not breaking"].indexOf(verdict);
