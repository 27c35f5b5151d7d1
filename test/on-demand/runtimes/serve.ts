/** Serves a bundle on loopback by the runtime's own server and prints the port: `node|bun|deno serve.ts BUNDLE`. */

type Fetch = (request: Request) => Promise<Response>;
declare const Bun: { serve(options: { hostname: string; port: number; fetch: Fetch }): { port: number } } | undefined;
declare const Deno:
  | { serve(options: { hostname: string; port: number; onListen(at: { port: number }): void }, fetch: Fetch): void }
  | undefined;

const { default: app } = await import(process.argv[2] as string);
const at = { hostname: "127.0.0.1", port: 0 };
const say = ({ port }: { port: number }) => console.log(port);

if (app.node) {
  const { createServer } = await import("node:http");
  const server = createServer(app.node).listen(at.port, at.hostname, () => say(server.address() as { port: number }));
} else if (typeof Bun !== "undefined") say(Bun.serve({ ...at, fetch: app.fetch }));
else if (typeof Deno !== "undefined") Deno.serve({ ...at, onListen: say }, app.fetch);
else (await import("@hono/node-server")).serve({ ...at, fetch: app.fetch }, say);

// The process that started this one is gone.
process.stdin.resume().on("end", () => process.exit());
