import { readText } from "./source.ts";

/**
 * Calls in the languages that have a client: statements of the example of their package, which the tests of each
 * language run. A statement is named by how its first line begins.
 */
type Example = {
  label: string;
  language: string;
  file: string;
  /** What the calls of the API need before. */
  client: string;
  calls: Record<string, string>;
};

const EXAMPLES: readonly Example[] = [
  {
    label: "Python",
    language: "python",
    file: "python/examples/onboarding.py",
    client: "client = Client(",
    calls: {
      exchangeAuthorizationCode: "tokens = exchange_authorization_code(",
      createClientWebhook: "created = client.create_client_webhook(",
      createAppWebhook: "app_webhook = client.create_app_webhook(",
      listAppWebhooks: "listed = client.list_app_webhooks(",
    },
  },
  {
    label: "Go",
    language: "go",
    file: "go/examples/onboarding/main.go",
    client: "client, err := contract.NewClient(",
    calls: {
      exchangeAuthorizationCode: "tokens, err := contract.ExchangeAuthorizationCode(",
      createClientWebhook: "clientWebhook, err := client.CreateClientWebhook(",
      createAppWebhook: "appWebhook, err := client.CreateAppWebhook(",
      listAppWebhooks: "appWebhooks, err := client.ListAppWebhooks(",
    },
  },
  {
    label: "Java",
    language: "java",
    file: "java/examples/Onboarding.java",
    client: "Client client = new Client(",
    calls: {
      exchangeAuthorizationCode: "TokenResponse tokens = code.exchange(",
      createClientWebhook: "ClientWebhook created =",
      createAppWebhook: "AppWebhook appWebhook =",
      listAppWebhooks: "JsonNode listed = client.listAppWebhooks(",
    },
  },
  {
    label: "Rust",
    language: "rust",
    file: "rust/examples/onboarding.rs",
    client: "let client = Client::new(",
    calls: {
      exchangeAuthorizationCode: "let tokens = exchange_authorization_code(",
      createClientWebhook: "let client_webhook = client.create_client_webhook(",
      createAppWebhook: "let app_webhook = client.create_app_webhook(",
      listAppWebhooks: "let app_webhooks = client.list_app_webhooks(",
    },
  },
];

export type Excerpt = { label: string; language: string; title: string; code: string };

/** How operations are called in each of these languages; none for an operation that only a deployment has. */
export function cutExcerpts(...operations: readonly string[]): Excerpt[] {
  return EXAMPLES.flatMap(({ label, language, file, client, calls }) => {
    const called = operations.flatMap((operation) => calls[operation] ?? []);
    if (called.length < operations.length) return [];
    const lines = readText(`src/languages/templates/${file}`).split("\n");
    const statements = operations.includes("exchangeAuthorizationCode") ? called : [client, ...called];
    return {
      label,
      language,
      title: `${label}: from ${file.slice(file.indexOf("/") + 1)} of its package`,
      code: statements.map((start) => cutStatement(lines, start, file)).join("\n"),
    };
  });
}

/** The lines of a statement, and in Go of the test of its error, as far left as they go. */
function cutStatement(lines: readonly string[], start: string, file: string): string {
  const first = lines.findIndex((line) => line.trimStart().startsWith(start));
  if (first < 0) throw new Error(`src/languages/templates/${file} has no statement that begins with ${start}`);
  const indent = (lines[first] as string).search(/\S/);
  const isWithin = (line: string) => line.search(/\S/) > indent || /^\s*([)}\]]|if err != nil)/.test(line);
  const length = lines.slice(first + 1).findIndex((line) => !isWithin(line));
  return lines
    .slice(first, first + 1 + length)
    .map((line) => line.slice(indent))
    .join("\n");
}
