/**
 * The first import of every entry that needs the Node of `engines`: ends its import under an older one with a sentence,
 * before a dependency fails in a way that does not say why. `./edge` and `./validators` need no Node and do not ask.
 */

import { MisuseError } from "../errors/receiving.ts";
import { isAtLeast, OLDEST_NODE } from "./oldest.ts";

/** What a runtime says of itself. Bun, Deno and Workers also name a Node, and browsers have no `process`. */
type Runtime = { process?: { versions?: { node?: string } }; navigator?: { userAgent?: string } };

const { process, navigator }: Runtime = globalThis;
const version = process?.versions?.node;
// Node 20 has no navigator.
if (version !== undefined && (navigator?.userAgent ?? "Node.js/").startsWith("Node.js/"))
  if (!isAtLeast(version, OLDEST_NODE)) {
    const least = OLDEST_NODE.join(".");
    throw new MisuseError("node_too_old", `This is Node ${version}; collections-contract needs ${least} or newer.`);
  }
