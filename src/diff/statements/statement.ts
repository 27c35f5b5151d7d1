/** What a document says, taken apart: statements, the forms of nodes that make them, and the rows that judge them. */

import type { JsonObject, JsonValue, Maybe } from "../../values/json.ts";
import type { Affected } from "../change.ts";
import type { Cell, Role, Says } from "./outcomes.ts";
import type { Pair } from "./pair.ts";
import type { Side, Sides } from "./sides.ts";

type OfBoth = "info" | "server" | "variable" | "scheme" | "signature" | "flow" | "schema" | "hidden" | "plain";
type OfOpenapi = "openapi" | "item" | "operation" | "parameter" | "signed" | "body" | "contents" | "media" | "servers";
type OfAnswers = "responses" | "response";
type OfAsyncapi = "asyncapi" | "channel" | "sending" | "bindings" | "message" | "delivery";
type OfDeployments = "deployment" | "settings" | "amount" | "answers" | "package";
/** What a node is, which decides how it is taken apart. */
export type Kind = OfBoth | OfOpenapi | OfAnswers | OfAsyncapi | OfDeployments;

/** A node below a statement, which is compared where both sides have it. */
export interface Child {
  readonly kind: Kind;
  /** Added to the place of the node. */
  readonly at?: string;
  readonly role?: Role;
  /** Whether it is compared with nothing where the other side lacks it, instead of being told as gone or new. */
  readonly isAlone?: boolean;
  /** Whether it waits until operations have led to what they lead to. */
  readonly isLate?: boolean;
}

/** One thing that a node says. */
export interface Statement {
  /** Its row in the table. */
  readonly keyword: string;
  /** Tells it apart from others of the keyword. */
  readonly item?: string;
  readonly value: Maybe;
  /** The value of a discriminator that stands for it. */
  readonly tag?: string;
  /** A statement of the same node (`keyword item`): where that one comes or goes, this one is not told. */
  readonly within?: string;
  readonly child?: Child;
}

/** What a reader knows of the node around the value that it takes apart. */
export interface Context {
  readonly side: Side;
  readonly role: Role;
  readonly node: JsonObject;
  readonly where: string;
}

/** Takes a member apart; undefined for a value whose form it does not understand, which is told as unclassified. */
export type Reader = (value: JsonValue, context: Context) => readonly Statement[] | undefined;

/** One comparison that is left to make. */
export interface Task {
  readonly kind: Kind;
  readonly pair: Pair;
  readonly role: Role;
  readonly where: string;
}

/** How nodes of a kind are taken apart. */
export interface Form {
  readonly words: Readonly<Record<string, Reader>>;
  /** Rewrites the node into one form, if there are several ways to write it. */
  readonly view?: (node: Maybe, context: Omit<Context, "node">) => JsonObject;
  /** Both views, made alike before they are taken apart. */
  readonly alike?: (views: Pair<JsonObject>, task: Task, comparison: Comparison) => Pair<JsonObject>;
  /** What several statements together come to. Returns false where nothing else is worth telling. */
  readonly first?: (views: Pair<JsonObject>, task: Task, comparison: Comparison) => boolean;
  /** Members that no word takes apart are texts for people. */
  readonly isText?: boolean;
}

/** A statement that comes, goes or changes. */
export interface Case {
  readonly keyword: string;
  readonly item: string;
  readonly old: Maybe;
  readonly new: Maybe;
  readonly role: Role;
  readonly where: string;
  readonly views: Pair<JsonObject>;
}

/** What forms and rows may ask of the comparison that they are part of. */
export interface Comparison {
  readonly sides: Sides;
  /** Leaves a comparison to be made. */
  compare(kind: Kind, pair: Pair, role: Role, where: string): void;
  /** Tells one change, by its row. Where the row judges nothing, nothing has changed. */
  tell(keyword: string, move: Move, given: Partial<Case> & Pick<Case, "role" | "where">): void;
  /** Matches statements by their keys, tried in turn. Statements without a match are gone or added. */
  matched(sets: Pair<readonly Statement[]>, keys?: readonly Key[]): Matched;
}

/** Statements of two nodes that are the same, and those of one alone. */
export interface Matched {
  readonly gone: readonly Statement[];
  readonly added: readonly Statement[];
  readonly both: readonly (readonly [old: Statement, fresh: Statement])[];
}

/** Undefined: it says the same, or is told elsewhere. */
export type Judge = (one: Case, comparison: Comparison) => Cell | undefined;
export type Move = "gone" | "added" | "changed";

/** A row of the table: how a statement is judged that goes, comes, or has another value. */
export interface Row extends Says {
  readonly gone: Cell | Judge;
  readonly added: Cell | Judge;
  readonly changed: Cell | Judge;
  /** The code of each; `<keyword>.removed`, `.added` and `.changed` otherwise. */
  readonly codes?: readonly [gone: string, added: string, changed?: string];
  /** The subject of the sentence, with `{}` for the item. */
  readonly label?: string;
  /** The sentence of each, with `{}` for the item, `{old}` and `{new}`; without a period. */
  readonly tells?: readonly [gone: string, added: string, changed?: string];
  /** Whether the item is a member of the place. */
  readonly isMember?: boolean;
  /** Whether it is told at its own place. */
  readonly isPlace?: boolean;
  /** Whether it is judged also where its texts are the same, because references in it may lead elsewhere. */
  readonly isNode?: boolean;
  /** Whether the keyword itself is the code. */
  readonly isCode?: boolean;
  /** Whether one that has another name on the other side, and is the same by another key, is told as renamed. */
  readonly isRenamed?: boolean;
  /** Whether the sentence does not say in which role. */
  readonly hasNoRole?: boolean;
  /** Whom it concerns; those of the role otherwise. */
  readonly side?: Affected;
  /** Keys that match statements of both sides, tried in turn. Default: the item. */
  readonly keys?: readonly Key[];
}

/** Undefined keeps a statement out of the matching by this key. */
export type Key = (one: Statement, side: Side, comparison: Comparison) => string | undefined;
