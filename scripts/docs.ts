import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PICTURES } from "../docs/pictures/index.ts";
import { codeOf, messageOf } from "../src/errors/caught.ts";
import { controlPage } from "./docs/control-page.ts";
import { errorsPage } from "./docs/errors-page.ts";
import { withExamples } from "./docs/examples.ts";
import { gapsPage } from "./docs/gaps-page.ts";
import { languagesPage } from "./docs/languages-table.ts";
import { serveFolder } from "./docs/serve.ts";
import { buildSite } from "./docs/site.ts";
import { frameworksPage } from "./frameworks/page.ts";
import { hostsPage } from "./hosts/page.ts";

const HELP = `Usage: npm run docs [-- OPTIONS]

Writes docs/errors.md, docs/unspecified.md, docs/control.md, the tables of languages, hosts and frameworks, the pictures
and the examples in the guides, then the documentation site in docs/dist: static files that work on any host, below any
folder, and without a network.

  --serve          show it on 127.0.0.1 until Ctrl-C
  --port N         port for --serve (default 4012; 0 takes any)
  --base /PATH/    the folder below which a host will show it; only the page for wrong addresses needs to know
  --deployment DIR   folder with openapi.json and asyncapi.json of a deployment (default generated)
  --out DIR        where the site goes (default docs/dist); elsewhere, the pages of this repository stay as they are
`;

const OUT = "docs/dist";

const root = join(import.meta.dirname, "..");

/** Wrong use of the command; exit code 2. */
class UsageError extends Error {}

function options() {
  const given = {
    serve: { type: "boolean" },
    port: { type: "string", default: "4012" },
    base: { type: "string", default: "/" },
    deployment: { type: "string", default: "generated" },
    out: { type: "string", default: OUT },
    help: { type: "boolean" },
  } as const;
  try {
    const { values } = parseArgs({ options: given });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port ${values.port} is not a port.`);
    if (!/^\/([\w.~-]+\/)*$/.test(values.base))
      throw new Error(`--base ${values.base} is not a path: it must start and end with a slash.`);
    return { ...values, port };
  } catch (error) {
    throw new UsageError(`${messageOf(error)}\n\n${HELP}`);
  }
}

/** Writes the pages of this repository, or parts of them, that are made from documents and code. */
function renewPages(): void {
  const renew = (page: string, made: (text: string) => string) => {
    const file = join(root, page);
    writeFileSync(file, made(readFileSync(file, "utf8")));
  };
  const control = JSON.parse(readFileSync(join(root, "generated/control.json"), "utf8"));
  renew("docs/errors.md", errorsPage);
  renew("docs/unspecified.md", () => gapsPage(root));
  renew("docs/control.md", () => controlPage(control));
  renew("docs/guides/languages.md", (text) => languagesPage(root, text));
  renew("docs/hosts.md", (text) => hostsPage(root, text));
  renew("docs/frameworks.md", (text) => frameworksPage(root, text));
  for (const page of ["README.md", ...globSync("docs/guides/*.md", { cwd: root })])
    renew(page, (text) => withExamples(root, text));
  for (const [name, draw] of Object.entries(PICTURES)) writeFileSync(join(root, "docs/pictures", name), draw());
}

async function main(): Promise<void> {
  const { serve, port, base, deployment, out, help } = options();
  if (help) {
    process.stdout.write(HELP);
    return;
  }
  if (out === OUT) renewPages();
  const pages = await buildSite({ root, deployment, out, base });
  process.stdout.write(`${out}: ${pages} pages\n`);
  if (!serve) return;
  const server = await serveFolder(join(root, out), { port, base });
  process.stdout.write(`${server.url}\n`);
  process.stderr.write("Ctrl-C ends it.\n");
  process.once("SIGINT", () => server.stop().then(() => process.exit(130)));
  process.once("SIGTERM", () => server.stop().then(() => process.exit(130)));
}

try {
  await main();
} catch (error) {
  const taken = codeOf(error) === "EADDRINUSE";
  const said = taken ? "The port is taken. Choose another: npm run docs -- --serve --port 0" : messageOf(error);
  process.stderr.write(`${said}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
