/** Every host of docs/hosts.md with the file that a person copies (F-6.3-06, F-6.5-01, F-6.5-05): see recipes.ts. */

import { describe } from "vitest";
import { hostsPage } from "../../../scripts/hosts/page.ts";
import { COLUMNS, runHost } from "../../../scripts/hosts/run.ts";
import { HOSTS } from "../../../scripts/hosts/table.ts";
import { proveRecipes } from "./recipes.ts";

const SHORT = ["express", "sveltekit", "workers", "lambda-http"];

describe("a host with the file of the page", () =>
  proveRecipes("hosts", {
    ...{ all: HOSTS, run: runHost, page: hostsPage },
    isShort: ({ id }) => SHORT.includes(id),
    columns: () => COLUMNS,
    isExplained: ({ noInbox }, _, cell) => cell === noInbox,
  }));
