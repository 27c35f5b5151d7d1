import { join } from "node:path";
import { errorCode } from "../src/errors/caught.ts";
import { describeError, runScript, UsageError } from "./command.ts";
import { serveFolder } from "./docs/serve.ts";

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

const OPTIONS = {
  serve: { type: "boolean" },
  port: { type: "string", default: "4012" },
  base: { type: "string", default: "/" },
  deployment: { type: "string", default: "generated" },
  out: { type: "string", default: OUT },
} as const;

await runScript(
  HELP,
  OPTIONS,
  async ({ serve, base, deployment, out, ...given }) => {
    const port = Number(given.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new UsageError(`--port ${given.port} is not a port.`);
    if (!/^\/([\w.~-]+\/)*$/.test(base))
      throw new UsageError(`--base ${base} is not a path: it must start and end with a slash.`);
    // Only now: what builds the site takes a third of a second to load.
    const [{ buildSite }, { renewPages }] = await Promise.all([
      import("./docs/site.ts"),
      import("./docs/own-pages.ts"),
    ]);
    if (out === OUT) renewPages(root);
    const pages = await buildSite({ root, deployment, out, base });
    process.stdout.write(`${out}: ${pages} pages\n`);
    if (!serve) return;
    const server = await serveFolder(join(root, out), { port, base });
    process.stdout.write(`${server.url}\n`);
    process.stderr.write("Ctrl-C ends it.\n");
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => server.stop().then(() => process.exit(130)));
  },
  (error) =>
    errorCode(error) === "EADDRINUSE"
      ? "The port is taken. Choose another: npm run docs -- --serve --port 0"
      : describeError(error),
);
