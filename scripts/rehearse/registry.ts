import { createHash, randomUUID } from "node:crypto";
import express, { type NextFunction, type Request, type Response } from "express";
import { listen } from "../listen.ts";

/** A registry on loopback that holds one package. */
export type Registry = Awaited<ReturnType<typeof startRegistry>>;

/** What npm sends to publish, and what it reads to install. */
interface Packument {
  readonly name: string;
  readonly "dist-tags": Record<string, string>;
  readonly versions: Record<string, { dist: { integrity?: string; tarball?: string } }>;
  readonly _attachments?: Record<string, { data: string }>;
}
/** Far above what the package has: a tarball in base64, and its manifest. */
const MAX_BYTES = 32_000_000;

/**
 * Starts a registry that serves the package `name` once it is published, and redirects every other read to the
 * registry `elsewhere`. Publishing needs the token and the right hash of the bytes, and works once for each version.
 */
export async function startRegistry({ name, elsewhere }: { name: string; elsewhere: string }) {
  /** What npm must send to publish. */
  const token = randomUUID();
  const tarballs = new Map<string, Buffer>();
  let packument: Packument | undefined;
  const refuse = (response: Response, status: number, error: string) => void response.status(status).json({ error });

  function authorize({ headers }: Request, response: Response, next: NextFunction): void {
    if (headers.authorization === `Bearer ${token}`) next();
    else refuse(response, 401, "Publishing needs the token of this registry.");
  }

  function publish({ body }: Request, response: Response): void {
    const sent = JSON.parse(body) as Packument;
    const { version, bytes } = versionIn(sent);
    if (packument && version in packument.versions) {
      refuse(response, 403, `You cannot publish over the previously published versions: ${version}.`);
      return;
    }
    const path = `/${name}/-/${name}-${version}.tgz`;
    const manifest = sent.versions[version];
    tarballs.set(path, bytes);
    const published = { ...manifest, dist: { ...manifest?.dist, tarball: new URL(path, url).href } };
    packument = {
      name,
      "dist-tags": { ...packument?.["dist-tags"], ...sent["dist-tags"] },
      versions: { ...packument?.versions, [version]: published },
    };
    response.status(201).json({ ok: true });
  }

  const app = express()
    .put(`/${name}`, authorize, express.text({ type: () => true, limit: MAX_BYTES }), publish)
    .get(`/${name}`, (_request, response) =>
      packument ? void response.json(packument) : refuse(response, 404, "Not published."),
    )
    .get(`/${name}/-/:file`, ({ path }, response) => {
      const tarball = tarballs.get(path);
      if (tarball) response.type("application/octet-stream").send(tarball);
      else refuse(response, 404, "No such version.");
    })
    .get("/{*path}", (request, response) => response.redirect(307, new URL(`.${request.url}`, elsewhere).href))
    .use((_request, response) => refuse(response, 405, "This registry takes PUT for its own package, and GET."))
    // Express knows this function by its four parameters.
    .use((error: Error, _request: Request, response: Response, _next: NextFunction) =>
      refuse(response, 400, error.message),
    );
  const { url: host, stop } = await listen(app);
  const url = `${host}/`;
  return { url, token, stop };
}

/** @throws Error if npm sent something else than one version whose tarball has the hash that it names */
function versionIn({ versions, _attachments = {} }: Packument): { version: string; bytes: Buffer } {
  const [[version, { dist }] = ["", { dist: {} }], ...others] = Object.entries(versions);
  const [attachment, ...more] = Object.values(_attachments);
  if (!attachment || version === "" || others.length + more.length > 0)
    throw new Error("Send one version with one tarball.");
  const bytes = Buffer.from(attachment.data, "base64");
  const hash = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  if (dist.integrity !== hash) throw new Error("The tarball does not have the hash that its version names.");
  return { version, bytes };
}
