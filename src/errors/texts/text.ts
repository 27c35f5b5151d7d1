/** The text of one code. Plain text, safe to show to anyone. */
export interface ErrorText {
  /** What was found. */
  readonly means: string;
  /** What to do next. */
  readonly fix: string;
}
