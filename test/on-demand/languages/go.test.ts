import { join } from "node:path";
import { root } from "../../support/repository.ts";
import { judgeLanguage } from "./harness.ts";

judgeLanguage({
  language: "go",
  toolchain: [["go", "version"]],
  // Without a proxy, so that a module that is not of the standard library would be noticed.
  env: { GOPROXY: "off", GOFLAGS: "", GOTOOLCHAIN: "local", GOWORK: "off", GOCACHE: join(root, ".cache/go-build") },
  build: [
    ["gofmt", "-d", "."],
    ["go", "vet", "./..."],
    ["go", "build", "-o", "bin/", "./..."],
  ],
  test: ["go", "test", "-count=1", "./..."],
  vectors: ["receiver", "client"],
  receiver: ["bin/receiver"],
  client: ["bin/onboarding"],
  pay: ["bin/pay"],
  drivers: [
    {
      framework: "net/http",
      example: ["bin/driver"],
      filled: { from: "go.go", to: "examples/driver/main.go", command: ["go", "run", "./examples/driver"] },
    },
  ],
});
