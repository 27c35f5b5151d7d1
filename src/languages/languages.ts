/**
 * The languages that packages are made for. What people write lies in `templates/<name>`; `renderers/` make the rest
 * from the documents. `generated/languages/<name>` shows what they make.
 */

export interface Language {
  /** As people write it. */
  readonly title: string;
  /** What has to be installed. */
  readonly needs: string;
  /** The commands to run next, inside of the package: its tests, then its receiver. `{{pack}}`: see `packCommand`. */
  readonly next: readonly string[];
}

/** One row for each language; the key is the value of `--language`. */
export const LANGUAGES = {
  go: {
    title: "Go",
    needs: "Go 1.22 or newer",
    next: ["go test ./...", "cd examples/receiver && go mod tidy && WEBHOOK_SECRET=... PORT=8080 go run ."],
  },
  java: {
    title: "Java",
    needs: "JDK 17 or newer and Maven",
    next: [
      "mvn -q package",
      "WEBHOOK_SECRET=... PORT=8080 java -cp 'target/classes:target/dependency/*' examples/PaymentReceiver.java",
    ],
  },
  php: {
    title: "PHP",
    needs: "PHP 8.2 or newer, 64 bits",
    next: [
      "phpunit --bootstrap autoload.php tests",
      "WEBHOOK_SECRET=... php -d display_errors=0 -d output_buffering=1 -d enable_post_data_reading=0 -S 127.0.0.1:8080 examples/receiver.php",
    ],
  },
  python: {
    title: "Python",
    needs: "Python 3.10 or newer",
    next: [
      "python3 -m unittest",
      "python3 -m pip install '.[server]'",
      "WEBHOOK_SECRET=... PORT=8080 python3 examples/receiver.py",
    ],
  },
  ruby: {
    title: "Ruby",
    needs: "Ruby 3.1 or newer and Puma",
    next: ["rake test", "WEBHOOK_SECRET=... puma --bind tcp://127.0.0.1:8080 examples/config.ru"],
  },
  rust: {
    title: "Rust",
    needs: "Rust 1.88 or newer and its crates",
    next: [
      "cargo test --all-features",
      "WEBHOOK_SECRET=... PORT=8080 cargo run --features axum,sqlite --example receiver",
    ],
  },
  typescript: {
    title: "TypeScript",
    needs: "Node 22.19 or newer and npm",
    next: ["{{pack}}", "npm install", "npm test", "WEBHOOK_SECRET=... PORT=8080 node examples/receiver.ts"],
  },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof LANGUAGES;
