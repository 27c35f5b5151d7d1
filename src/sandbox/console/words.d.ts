/** Types of `words.js`, for the lines that the command prints. */

interface Answer {
  readonly status: number | null;
  readonly error: string | null;
}
export declare const FAULTS: Readonly<Record<string, string>>;
export declare function acceptsForgery(attempt: { status: number | null; fault: string | null }): boolean;
export declare function shortAnswer(answer: Answer): string;
