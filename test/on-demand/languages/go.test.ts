import { join } from "node:path";
import { expect } from "vitest";
import { judgeLanguage, type Vectors } from "./harness.ts";
import { runProgram } from "./programs.ts";

const TESTS: Record<Vectors, readonly [file: string, name: string]> = {
  signature: ["vectors_test.go", "TestSignatureVectors"],
  payloads: ["vectors_test.go", "TestPayloads"],
  "webhook-urls": ["vectors_test.go", "TestWebhookURLVectors"],
  json: ["vectors_test.go", "TestJSONVectors"],
  receiver: ["receiver_vectors_test.go", "TestReceiverVectors"],
  client: ["client_vectors_test.go", "TestClientVectors"],
};

judgeLanguage({
  language: "go",
  toolchain: [["go", "version"]],
  // Without a proxy, so that a module that is not of the standard library would be noticed.
  env: { GOPROXY: "off", GOFLAGS: "", GOTOOLCHAIN: "local", GOWORK: "off" },
  // Its driver alone comes from elsewhere.
  install: async (folder) => {
    const cwd = join(folder, "examples/receiver");
    for (const args of [["mod", "tidy"], ["vet"], ["build", "-o", "../../bin/receiver"]]) {
      const { code, stderr } = await runProgram(["go", ...args], { cwd, env: { GOFLAGS: "", GOWORK: "off" } });
      expect(code, stderr).toBe(0);
    }
  },
  build: [
    ["gofmt", "-d", "."],
    ["go", "vet", "./..."],
    ["go", "build", "-o", "bin/", "./..."],
  ],
  test: ["go", "test", "-count=1", "./..."],
  testOf: (vectors) => {
    const [file, name] = TESTS[vectors];
    return [file, ["go", "test", "-count=1", "-run", `^${name}$`, "."]];
  },
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
