/**
 * Every framework of docs/frameworks.md with the recipe that a person copies from the package (F-6.3-06, F-6.5-01,
 * F-6.5-05); one of each language in the short form.
 */

import { afterAll, describe } from "vitest";
import { frameworksPage } from "../../../scripts/frameworks/page.ts";
import { listColumns, runFramework, stopServer } from "../../../scripts/frameworks/run.ts";
import { FRAMEWORKS } from "../../../scripts/frameworks/table.ts";
import { proveRecipes } from "./recipes.ts";

afterAll(stopServer);

describe("a framework with the recipe of the package", () =>
  proveRecipes("frameworks", {
    ...{ all: FRAMEWORKS, run: runFramework, page: frameworksPage, columns: listColumns },
    isShort: ({ isShort = false }) => isShort,
    isExplained: ({ differs = {} }, column, cell) => cell.startsWith(differs[column] ?? "never"),
  }));
