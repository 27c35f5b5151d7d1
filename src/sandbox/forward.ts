/** Registered origins that are reached elsewhere: how a receiver on a laptop gets deliveries although the contract refuses its address. */

import { checkWebhookUrl } from "../webhook-url.ts";
import { sandboxError } from "./errors.ts";

/** From a registered origin to the local one, both as `URL.origin` writes them. */
export type Forwards = ReadonlyMap<string, string>;

/**
 * Reads `https://hooks.example.com=http://127.0.0.1:3000`. The left side must be an origin that may be registered (F-7-01).
 *
 * @throws SandboxError `forward_invalid`
 */
export function parseForwards(pairs: readonly string[] | Readonly<Record<string, string>>): Forwards {
  const entries = Array.isArray(pairs)
    ? pairs.map((pair): [string, string] => {
        const at = pair.indexOf("=");
        return [pair.slice(0, Math.max(0, at)), pair.slice(at + 1)];
      })
    : Object.entries(pairs as Record<string, string>);
  return new Map(
    entries.map(([registered, local]) => {
      const from = originOf(registered);
      const to = originOf(local);
      if (!from || !to || !checkWebhookUrl(`${from}/`).ok)
        throw sandboxError("forward_invalid", `${registered}=${local}`);
      return [from, to];
    }),
  );
}

function originOf(text: string): string | undefined {
  const url = URL.parse(text);
  const bare =
    url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash && !url.username;
  return bare ? url.origin : undefined;
}
