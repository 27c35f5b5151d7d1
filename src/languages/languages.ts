/** The languages that packages are made for. What one consists of lies in `templates/<name>` and `generated/languages/<name>`. */

export interface Language {
  /** As people write it. */
  readonly title: string;
  /** What has to be installed. */
  readonly needs: string;
  /** The commands to run next, inside of the package: its tests first, then its receiver. At most three. */
  readonly next: readonly string[];
}

/** One row for each language; the key is the value of `--language`. */
export const LANGUAGES = {
  python: {
    title: "Python",
    needs: "Python 3.10 or newer",
    next: ["python3 -m unittest", "WEBHOOK_SECRET=... PORT=8080 PYTHONPATH=src python3 examples/receiver.py"],
  },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof LANGUAGES;
