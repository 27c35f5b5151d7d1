import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A registry on loopback that holds one package. */
export interface Registry {
  readonly url: string;
  /** What npm must send to publish. Created for each registry. */
  readonly token: string;
  stop(): Promise<void>;
}

/** What npm sends to publish, and what it reads to install. */
interface Packument {
  readonly name: string;
  readonly "dist-tags": Record<string, string>;
  readonly versions: Record<string, { dist: { integrity?: string; tarball?: string } }>;
  readonly _attachments?: Record<string, { data: string }>;
}
interface Answer {
  readonly status: number;
  readonly body?: object | Buffer;
  readonly headers?: Record<string, string>;
}

/** Far above what the package has: a tarball in base64, and its manifest. */
const MAX_BYTES = 32_000_000;

/**
 * Starts a registry that serves the package `name` once it is published, and redirects every other read to the
 * registry `elsewhere`. Publishing needs the token and the right hash of the bytes, and works once for each version.
 */
export async function startRegistry({ name, elsewhere }: { name: string; elsewhere: string }): Promise<Registry> {
  const token = randomUUID();
  const tarballs = new Map<string, Buffer>();
  let packument: Packument | undefined;
  const server = createServer((request, response) => {
    answer(request).then(
      (given) => respond(response, given),
      (error: Error) => respond(response, { status: 400, body: { error: error.message } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  async function answer(request: IncomingMessage): Promise<Answer> {
    const path = new URL(request.url ?? "/", url).pathname;
    const isOwn = path === `/${name}`;
    if (request.method === "PUT" && isOwn) return publish(request);
    if (request.method !== "GET" && request.method !== "HEAD")
      return { status: 405, body: { error: "This registry takes PUT for its own package, and GET." } };
    if (isOwn) return packument ? { status: 200, body: packument } : { status: 404, body: { error: "Not published." } };
    if (path.startsWith(`/${name}/`)) {
      const tarball = tarballs.get(path);
      return tarball ? { status: 200, body: tarball } : { status: 404, body: { error: "No such version." } };
    }
    return { status: 307, headers: { location: new URL(`.${request.url}`, elsewhere).href } };
  }

  async function publish(request: IncomingMessage): Promise<Answer> {
    if (request.headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { error: "Publishing needs the token of this registry." } };
    const sent = JSON.parse(await readBody(request)) as Packument;
    const { version, bytes } = versionIn(sent);
    if (packument && version in packument.versions)
      return { status: 403, body: { error: `You cannot publish over the previously published versions: ${version}.` } };
    const path = `/${name}/-/${name}-${version}.tgz`;
    const manifest = sent.versions[version];
    tarballs.set(path, bytes);
    packument = {
      name,
      "dist-tags": { ...packument?.["dist-tags"], ...sent["dist-tags"] },
      versions: {
        ...packument?.versions,
        [version]: { ...manifest, dist: { ...manifest?.dist, tarball: new URL(path, url).href } },
      },
    };
    return { status: 201, body: { ok: true } };
  }

  return {
    url,
    token,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
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

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error("The package is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function respond(response: ServerResponse, { status, body, headers }: Answer): void {
  const isBytes = Buffer.isBuffer(body);
  const type = isBytes ? "application/octet-stream" : "application/json";
  response.writeHead(status, { ...(body && { "content-type": type }), ...headers });
  response.end(isBytes ? body : body && JSON.stringify(body));
}
