/** All hosts, in the order of the page. */

import { FRAMEWORKS } from "./frameworks.ts";
import { FUNCTIONS } from "./functions.ts";
import type { Host } from "./host.ts";
import { RUNTIMES } from "./runtimes.ts";
import { SERVERS } from "./servers.ts";

export const HOSTS: readonly Host[] = [...SERVERS, ...FRAMEWORKS, ...RUNTIMES, ...FUNCTIONS];
