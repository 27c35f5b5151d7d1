/** The naming rules of each language: how it joins the words of a name, and which names it reserves. */

import type { LanguageName } from "./languages.ts";

/** Joins the words of a name. */
export type Style = (words: readonly string[]) => string;

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const snake: Style = (words) => words.join("_");
const screaming: Style = (words) => snake(words).toUpperCase();
export const pascal: Style = (words) => words.map(capital).join("");
const camel: Style = ([first = "", ...rest]) => first + pascal(rest);
/** Words that Go writes in one case. */
const INITIALISMS = new Set(["id", "url", "uri"]);
const exported: Style = (words) => pascal(words.map((word) => (INITIALISMS.has(word) ? word.toUpperCase() : word)));

/** The words of a text that has blanks between them. */
export function wordSet(words: string): Set<string> {
  return new Set(words.split(/\s+/).filter(Boolean));
}

/** How one language writes names, and which ones it reserves. */
export interface NamingRules {
  readonly member: Style;
  readonly constant: Style;
  readonly operation: Style;
  /** Reserved words of the language, between blanks. */
  readonly words?: string;
  /** Names that no member may have, because the base of the models has them, between blanks. */
  readonly members: string;
  /** Names that nothing else may have, beside those in the code of the package, between blanks. */
  readonly others?: string;
}

/** One row for each language. */
export const NAMING_RULES: Readonly<Record<LanguageName, NamingRules>> = {
  go: {
    member: exported,
    constant: exported,
    operation: camel,
    members: "Extra String GoString MarshalJSON UnmarshalJSON",
    words: `break case chan const continue default defer else fallthrough for func go goto if import interface map
      package range return select struct switch type var init main`,
  },
  java: {
    member: camel,
    constant: screaming,
    operation: screaming,
    words: `abstract assert boolean break byte case catch char class const continue default do double else enum
      extends false final finally float for goto if implements import instanceof int interface long native new null
      package private protected public return short static strictfp super switch synchronized this throw throws
      transient true try void volatile while _`,
    members: "clone finalize getClass hashCode notify notifyAll toString wait toJson extra",
    others: "Character Class Enum Error Exception Iterable Number Record Runtime System Thread Throwable Void",
  },
  php: {
    member: camel,
    constant: screaming,
    operation: camel,
    members: "extra this",
    others: `Abstract And Array As Bool Break Callable Case Catch Class Clone Const Continue Declare Default Do Echo
      Else Empty Enum Eval Exit Extends False Final Finally Float Fn For Foreach Function Global Goto If Implements
      Include Instanceof Int Interface Isset Iterable List Match Mixed Namespace Never New Null Numeric Object Or
      Parent Print
      Private Protected Public Readonly Require Resource Return Self Static String Switch Throw Trait True Try Unset Use
      Var Void While Xor Yield CLASS`,
  },
  python: {
    member: snake,
    constant: screaming,
    operation: snake,
    words: `False None True and as assert async await break class continue def del elif else except finally for from
      global if import in is lambda nonlocal not or pass raise return try while with yield`,
    members: `extra from_json to_json bool int list str anything boolean dataclass field integer list_of map_of member
      model number string`,
  },
  ruby: {
    member: snake,
    constant: screaming,
    operation: snake,
    words: `BEGIN END alias and begin break case class def defined do else elsif end ensure false for if in module next
      nil not or redo rescue retry return self super then true undef unless until when while yield`,
    members: `extra initialize itself plain raise as_json clone define_singleton_method display dup enum_for extend
      freeze frozen hash inspect instance_eval instance_exec instance_variable_get instance_variable_set
      instance_variables method methods object_id private_methods protected_methods public_method public_methods
      public_send remove_instance_variable send singleton_class singleton_method singleton_methods tap to_enum to_h
      to_json to_s`,
    others: `Array Binding Class Comparable Complex Data Dir Encoding Enumerator Exception Fiber File Float Hash Integer
      Method Module Numeric Object Proc Queue Random Range Rational Regexp Set String Struct Symbol Thread Time`,
  },
  rust: {
    member: snake,
    constant: screaming,
    operation: screaming,
    words: `abstract as async await become box break const continue crate do dyn else enum extern false final fn for
      gen if impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true
      try type typeof unsafe unsized use virtual where while yield Self`,
    members: "extra",
    others: "Clone Debug Default Box Drop Into From Send Sync",
  },
  // Members stand there under their names in JSON.
  typescript: {
    member: camel,
    constant: screaming,
    operation: camel,
    members: "",
    others: "Array Map Object Promise Record",
  },
};
