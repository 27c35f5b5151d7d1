/** The text of one code. Plain text, safe to show to anyone. */
export interface ErrorText {
  /** What was found. */
  readonly means: string;
  /** What to do next. */
  readonly fix: string;
}

/** Returns a text that is written over several lines as one line. */
export const prose = ([text = ""]: TemplateStringsArray): string => text.replaceAll(/\n +/g, " ");

/**
 * Returns the texts as they are. Their names are the codes: a type of codes is `keyof typeof` the texts, and
 * `@useDeclaredType` shows the codes in the reference.
 */
export const defineTexts = <C extends string>(texts: Readonly<Record<C, ErrorText>>): typeof texts => texts;
