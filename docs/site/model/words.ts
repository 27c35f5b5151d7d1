import { deployment, firstFacts, gapsTitle, readOwnPackage } from "./deployment.ts";
import { markdownPages } from "./guides.ts";
import { code, link, paragraphs } from "./write.ts";

/** The words of the pages that are written for the site alone, once, for the page and for its Markdown. */

export const HOME_SUMMARY =
  "Payments of a debt collection service, delivered as signed webhooks: receive them in your language, call the API, run the service in a sandbox, and prove that both ends keep the contract.";

/** The picture of the start page, for who cannot see it. */
export const WHO_TALKS =
  "The customer approves scopes, your app gets tokens and registers webhooks, and the service posts a signed delivery to your receiver when a payment to the client is confirmed; a payment to the agency causes nothing.";

export type Door = { title: string; about: string; links: { text: string; address: string }[] };

/** The doors of the start page. Links to guides that are not there are left out. */
export function doors(): Door[] {
  const there = new Set(markdownPages().map(({ slug }) => `${slug}/`));
  const exists = ({ address }: { address: string }) =>
    !address.startsWith("guides/") || there.has(address.replace(/#.*/, ""));
  return DOORS.map((door) => ({ ...door, links: door.links.filter(exists) }));
}

const DOORS: readonly Door[] = [
  {
    title: "I receive webhooks",
    about:
      "A payment was confirmed, and the service tells you. Check the signature over the bytes, take it over, answer 2xx.",
    links: [
      { text: "Receive a payment in ten lines", address: "guides/receiving/" },
      { text: "In Python, Go, Java and other languages", address: "guides/languages/" },
      { text: "What if my endpoint is down?", address: "guides/retries/" },
      { text: "Try a signature", address: "playground/" },
      { text: "The event and its fields", address: "events/payment-confirmed/" },
    ],
  },
  {
    title: "I call the API",
    about:
      "Exchange a code for tokens, register webhooks, list them. A typed client refuses what the contract refuses.",
    links: [
      { text: "Get and keep tokens", address: "guides/tokens/" },
      { text: "Call it with the client", address: "guides/api/" },
      { text: "Register a webhook", address: "guides/api/#a-client-webhook" },
      { text: "Connect many customers", address: "guides/customers/" },
      { text: "Every operation", address: "api/" },
    ],
  },
  {
    title: "I have no access yet",
    about: "A sandbox runs the whole interface on your machine, really delivers, and shows each delivery in a console.",
    links: [
      { text: "Start in five minutes", address: "guides/start/" },
      { text: "Try everything in the sandbox", address: "guides/sandbox/" },
      { text: "Answers without state: the mock", address: "guides/sandbox/#the-mock" },
      { text: gapsTitle(), address: "unspecified/" },
    ],
  },
  {
    title: "I run the service",
    about: "Prove that the service keeps the contract, publish the reference, and change it without breaking anyone.",
    links: [
      { text: "Prove a service", address: "guides/testing-a-service/" },
      { text: "Prove a receiver", address: "guides/testing-a-receiver/" },
      { text: "In a pipeline", address: "guides/ci/" },
      { text: "State what your deployment knows", address: "guides/overlays/" },
      { text: "Compare two versions", address: "guides/ci/#changes-of-a-contract" },
    ],
  },
];

/** First success: what to type, where, and what it does. */
export function firstSteps(): { type: string; where: string; about: string } {
  const of = deployment();
  if (!of)
    return {
      type: "npm ci && npm start",
      where: "In a clone of the repository",
      about:
        "In a clone of the repository, with Node 20 or newer and npm. It starts the sandbox and plays one round trip over real HTTP: a code becomes tokens, webhooks are registered, a payment is confirmed, signed, delivered and verified.",
    };
  const { name } = readOwnPackage(of);
  return {
    type: "npx collections-contract sandbox",
    where: `In a project that has ${name}`,
    about: `In a project that has the package \`${name}\`. It runs the service on your machine with the facts of ${of.title}, and really delivers.`,
  };
}

/** What a deployment states, for its start page; none on ours. */
export function ownFacts(): { title: string; about: string; rows: [what: string, value: string][] } | undefined {
  const of = deployment();
  return (
    of && {
      title: `What ${of.title} states`,
      about: `These are statements of ${of.title}, not of the interface description, which leaves them open.`,
      rows: firstFacts(of),
    }
  );
}

export function homeTwin(title: string, summary: string): string {
  const { type, about } = firstSteps();
  const own = ownFacts();
  return paragraphs(
    `# ${title}`,
    summary,
    ...doors().flatMap((door) => [
      `## ${door.title}`,
      door.about,
      door.links.map(({ text, address }) => `- ${link("", text, address)}`).join("\n"),
    ]),
    own && `## ${own.title}`,
    own && `${own.about} ${link("", "All of them", "unspecified/", "stated-by-this-deployment")}.`,
    own?.rows.map(([what, value]) => `- ${what}: \`${value}\``).join("\n"),
    "## First success in five minutes",
    about,
    code("sh", type),
  );
}

export function playgroundTwin(title: string, summary: string): string {
  return paragraphs(
    `# ${title}`,
    summary,
    "It needs a browser: everything is computed in the page, and nothing leaves it. On the command line, `collections-contract verify` does the same.",
  );
}
