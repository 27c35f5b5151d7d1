/** The command tree in the form that the shells need: the words, options and values that can follow. */

/** What can follow: nothing, anything, a file, or one of some words. */
export type Value = "none" | "unknown" | "file" | readonly string[];

export interface CompletedOption {
  /** With its dashes, the long name first. */
  readonly names: readonly string[];
  readonly description: string;
  /** `none`: the option takes no value. */
  readonly value: Value;
}

/** A command. `path` holds its words after the program's name, such as `test api`; empty for the program itself. */
export interface CompletedCommand {
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
  readonly argument: Value;
}
