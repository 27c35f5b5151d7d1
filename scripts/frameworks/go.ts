/** Frameworks of Go, all in one module. */

import type { Framework, Setup } from "./framework.ts";

const MODULE = "<package>/examples/frameworks";
const ENV = { GOTOOLCHAIN: "local", GOWORK: "off" };
const IMPORTS = "More than twenty lines: a third of them are imports.";
const WORKER = "More than twenty lines: half of them are the worker.";

export const GO_SETUP: Setup = {
  toolchain: [["go", "env", "GOVERSION"]],
  install: [["go", "-C", MODULE, "mod", "tidy"]],
  env: ENV,
};

const go = (id: string, name: string, module?: string) => ({
  id,
  name,
  language: "go" as const,
  file: `${id}/main.go`,
  place: "main.go",
  database: "PostgreSQL" as const,
  needs: [
    module
      ? (["go", "-C", MODULE, "list", "-m", "-f", "{{.Version}}", module] as const)
      : (["go", "env", "GOVERSION"] as const),
  ],
  build: [["go", "-C", MODULE, "build", "-o", "<project>/receiver", `./${id}`] as const],
  start: ["./receiver"] as const,
  moreLines: IMPORTS,
});

export const GO: readonly Framework[] = [
  { ...go("nethttp", "net/http"), isShort: true },
  go("chi", "chi", "github.com/go-chi/chi/v5"),
  go("gin", "gin", "github.com/gin-gonic/gin"),
  go("echo", "echo", "github.com/labstack/echo/v4"),
  go("fiber", "fiber", "github.com/gofiber/fiber/v2"),
  { ...go("outbox", "a table as a queue, net/http"), isQueue: true, moreLines: WORKER },
];
