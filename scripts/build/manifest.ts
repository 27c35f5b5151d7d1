import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Deployment } from "../../src/overlays/deployment.ts";
import type { Json } from "../check/source.ts";

/** Members of our manifest that hold for the package of a deployment; it has nothing to build, test or publish to. */
const KEPT = [
  "license",
  "type",
  "engines",
  "keywords",
  "main",
  "types",
  "typesVersions",
  "sideEffects",
  "dependencies",
  "peerDependencies",
] as const;

/** What the package of a deployment is called, and the file that `npm pack` makes of it. */
export interface OwnPackage {
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
}

/**
 * Returns the stated name and version. Without them the package is called after the folder, so that it never takes the
 * place of ours.
 */
export function ownPackage(ours: Json, folder: string, deployment: Deployment): OwnPackage {
  const name = deployment.package?.name ?? `${ours.name}-${toSlug(folder)}`;
  const version = deployment.package?.version ?? ours.version;
  return { name, version, tarball: `${name.replace(/^@/, "").replace("/", "-")}-${version}.tgz` };
}

/** Returns the manifest of a deployment's package: its own name, and only what is in `target`. */
export function createManifest(ours: Json, folder: string, deployment: Deployment, target: string): Json {
  const isThere = (path: string) => existsSync(join(target, path));
  const exports = Object.entries<Json>(ours.exports).filter(([, to]) =>
    (typeof to === "string" ? [to] : Object.values<string>(to)).every(isThere),
  );
  const { name, version } = ownPackage(ours, folder, deployment);
  const repository = deployment.package?.repository;
  return {
    name,
    version,
    ...(repository !== undefined && { repository }),
    description: `The contract of ${deployment.title}: documents, receiver, client, sandbox and judge`,
    ...Object.fromEntries(KEPT.map((name) => [name, ours[name]])),
    bin: { "collections-contract": "./dist/src/cli.js" },
    peerDependenciesMeta: ours.peerDependenciesMeta,
    exports: { ...Object.fromEntries(exports), "./deployment.json": "./generated/deployment.json" },
    files: ours.files.filter((name: string) => isThere(name.replace(/\/\*.*$/, ""))),
  };
}

/** The README of the package, in place of ours, whose name and header it does not have. */
export function renderReadme(name: string, { title, signature, baseUrl, authUrl }: Deployment): string {
  const hosts = [baseUrl && `- API: ${baseUrl}`, authUrl && `- token exchange: ${authUrl}`].filter(Boolean);
  return `# ${name}

The contract of ${title}, as a package: documents, types, receiver, client, sandbox and judge, all with its facts.

- header of a signature: \`${signature.header}\`
${hosts.map((line) => `${line}\n`).join("")}
\`\`\`ts
import { createServer } from "node:http";
import { createReceiver } from "${name}";

const receiver = createReceiver({
  secrets: process.env.WEBHOOK_SECRET!,
  on: { "case_file.payment.confirmed": ({ payload }) => console.log("store", payload.id) },
});
createServer(receiver.node).listen(Number(process.env.PORT));
\`\`\`

\`npx collections-contract --help\` lists the commands,
and \`npx collections-contract explain\` what is stated and what is not.
`;
}

/** The last part of the path, as a part of a name in npm. */
function toSlug(folder: string): string {
  const text = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
  return text.replaceAll(/^-|-$/g, "") || "deployment";
}
