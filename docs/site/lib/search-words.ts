// What people call things that the pages call otherwise, and spellings that are nearly right. For the browser: no
// imports.

/** A page of the site, as a result that stands first. */
export type Target = { title: string; to: string };

/** Words that lead somewhere whatever the index finds. Every word of a row must be in the search. */
const ALIASES: readonly [words: string, title: string, to: string][] = [
  ["localhost", "Registering webhooks: which URLs are refused", "guides/api/#which-urls-are-refused"],
  ["127.0.0.1", "Registering webhooks: which URLs are refused", "guides/api/#which-urls-are-refused"],
  ["ngrok", "The sandbox: deliveries to your own machine", "guides/sandbox/"],
  ["pagination", "How many app webhooks a list has, and its order", "api/list-app-webhooks/"],
  ["paging", "How many app webhooks a list has, and its order", "api/list-app-webhooks/"],
  ["cents", "The unit of amount", "unspecified/#n-24-01"],
  ["currency", "The currency of amount", "unspecified/#u-31"],
  ["amount", "The unit of amount", "unspecified/#n-24-01"],
  ["401", "Obtaining tokens", "guides/tokens/"],
  ["403", "Obtaining tokens", "guides/tokens/"],
  ["422", "Calling the API: what is refused", "guides/api/"],
  ["token", "Obtaining tokens", "guides/tokens/"],
  ["oauth", "Obtaining tokens", "guides/tokens/"],
  ["login", "Obtaining tokens", "guides/tokens/"],
  ["verify signature", "Receiving deliveries", "guides/receiving/"],
  ["hmac", "Receiving deliveries", "guides/receiving/"],
  ["webhook", "Receiving deliveries", "guides/receiving/"],
  ["register", "Registering webhooks", "guides/api/#a-client-webhook"],
  ["install", "Start: your own project", "guides/start/"],
  ["npm", "Start: your own project", "guides/start/"],
  ["quickstart", "Your first delivery", "guides/start/"],
  ["retry", "Retries", "guides/retries/"],
  ["timeout", "Retries: how long the service waits", "guides/retries/"],
  ["backoff", "Retries", "guides/retries/"],
  ["duplicate", "Duplicates and order", "guides/receiving/#duplicates"],
  ["idempotency", "Duplicates and order", "guides/receiving/#duplicates"],
  ["twice", "Duplicates and order", "guides/receiving/#duplicates"],
  ["inbox", "The durable inbox", "guides/inbox/"],
  ["sandbox", "The sandbox", "guides/sandbox/"],
  ["queue", "The durable inbox", "guides/inbox/"],
  ["database", "The durable inbox", "guides/inbox/"],
  ["rotate", "Secrets and rotation", "guides/secrets/"],
  ["secret", "Secrets and rotation", "guides/secrets/"],
  ["express", "Hosts", "hosts/"],
  ["fastify", "Hosts", "hosts/"],
  ["python", "Other languages", "guides/languages/"],
  ["java", "Other languages", "guides/languages/"],
  ["golang", "Other languages", "guides/languages/"],
  ["flask", "Other languages", "guides/languages/"],
  ["django", "Other languages", "guides/languages/"],
  ["fastapi", "Other languages", "guides/languages/"],
  ["spring", "Other languages", "guides/languages/"],
  ["laravel", "Other languages", "guides/languages/"],
  ["rails", "Other languages", "guides/languages/"],
  ["client", "Calling the API", "guides/api/"],
  ["raw body", "Receiving deliveries", "guides/receiving/"],
  ["refund", "The event: payment confirmed", "events/payment-confirmed/"],
  ["actions", "Continuous integration", "guides/ci/"],
  ["github", "Continuous integration", "guides/ci/"],
  ["postgres", "The durable inbox", "guides/inbox/"],
  ["postman", "Downloads", "downloads/"],
  ["openapi", "Downloads", "downloads/"],
  ["pipeline", "Continuous integration", "guides/ci/"],
  ["mock", "The mock", "guides/sandbox/#the-mock"],
];

const splitWords = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/**
 * Pages for what was typed, those of most words first, each once. A plural, a form in -ing, and all of a word but its
 * end count as the word.
 */
export function aliasesFor(term: string): Target[] {
  const typed = splitWords(term);
  const has = (word: string) =>
    typed.some(
      (one) =>
        one === word ||
        one === `${word}s` ||
        one === word.replace(/y$/, "ies") ||
        one === `${word}ing` ||
        (one.length > 4 && word.startsWith(one)),
    );
  const rows = ALIASES.map(([words, title, to]) => ({ words: splitWords(words), title, to }))
    .filter(({ words }) => words.every(has))
    .sort((a, b) => b.words.length - a.words.length);
  return rows
    .filter(({ to }, index) => rows.findIndex((row) => row.to === to) === index)
    .map(({ title, to }) => ({ title, to }));
}

/** Every word that a correction may lead to. */
const KNOWN = [
  ...new Set(ALIASES.flatMap(([words]) => splitWords(words))),
  "signature",
  "receiver",
  "sandbox",
  "delivery",
];

/**
 * The search with each unknown word replaced by a known one that differs by one letter, in long words by two; undefined
 * where none is. `words`: those of the headings of this site. The beginning of a known word is known.
 */
export function correctTerm(term: string, words: readonly string[] = []): string | undefined {
  const typed = splitWords(term);
  const all = [...KNOWN, ...words];
  const known = [...all, ...all.flatMap((word) => (word.endsWith("s") ? [word.slice(0, -1)] : []))];
  const better = typed.map((word) => {
    if (word.length < 4 || known.some((one) => one.startsWith(word))) return word;
    const near = known.find((one) => isNear(word, one));
    return near ?? (word.length < LONG ? word : (known.find((one) => isNearly(word, one)) ?? word));
  });
  return better.join(" ") === typed.join(" ") ? undefined : better.join(" ");
}

/** Words of this length may have two mistakes. */
const LONG = 8;

/** One mistake, and another one behind it. */
function isNearly(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const [x, y] = [a.slice(from), b.slice(from)];
  const swapped = `${x[1] ?? ""}${x[0] ?? ""}${x.slice(2)}`;
  return isNear(x.slice(1), y.slice(1)) || isNear(x.slice(1), y) || isNear(x, y.slice(1)) || isNear(swapped, y);
}

/** One letter more, less, other, or two that changed places. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const rest = (text: string, skip: number) => text.slice(from + skip);
  if (rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1)) return true;
  return a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2);
}
