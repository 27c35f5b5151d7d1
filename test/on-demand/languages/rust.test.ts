import { join } from "node:path";
import { afterAll } from "vitest";
import { generateClient } from "../../../src/languages/index.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { CARGO, TARGET } from "./cargo.ts";
import { type Command, judgeLanguage, type Vectors } from "./harness.ts";
import { probe, runProgram } from "./programs.ts";

const features = "--all-features";

const scratch = scratchFolder("crates-");
const crates = join(scratch, "package");

/** Why the crates cannot be had, or undefined. Afterwards the network is not needed any more. */
async function fetchCrates(): Promise<string | undefined> {
  if (!probe(["cargo", "--version"])) return undefined;
  await generateClient({ language: "rust", out: crates });
  const { code } = await runProgram(["cargo", "fetch", "--quiet"], { cwd: crates, env: CARGO });
  return code === 0 ? undefined : "its crates cannot be had";
}

const offline = { ...CARGO, CARGO_NET_OFFLINE: "true" };
const hasComponent = (name: string) => probe(["cargo", name, "--version"]) !== undefined;
const formatted: Command = ["cargo", "fmt", "--check"];
const linted: Command = ["cargo", "clippy", "--quiet", features, "--all-targets", "--", "-D", "warnings"];

const TESTS: Record<Vectors, string> = {
  signature: "signature",
  payloads: "payloads",
  "webhook-urls": "webhook_url",
  json: "json",
  receiver: "receiver_vectors",
  client: "client_vectors",
};

judgeLanguage({
  language: "rust",
  toolchain: [["cargo", "--version"]],
  unavailable: await fetchCrates(),
  env: offline,
  build: [
    ...(hasComponent("fmt") ? [formatted] : []),
    ["cargo", "build", "--quiet", "--lib"],
    ["cargo", "test", "--quiet", features, "--no-run"],
    ...(hasComponent("clippy") ? [linted] : []),
  ],
  test: ["cargo", "test", "--quiet", features],
  testOf: (vectors) => [
    `tests/all/${TESTS[vectors]}.rs`,
    ["cargo", "test", "--quiet", features, "--test", "all", "--", `${TESTS[vectors]}::`],
  ],
  receiver: [join(TARGET, "debug/examples/receiver")],
  client: [join(TARGET, "debug/examples/onboarding")],
  pay: [join(TARGET, "debug/examples/pay")],
});

afterAll(async () => {
  // Each run compiles the package at another place; what it left is of no use for the next one.
  if (probe(["cargo", "--version"])) {
    const clean: Command = ["cargo", "clean", "--quiet", "--package", "collections-contract"];
    await runProgram(clean, { cwd: crates, env: offline });
  }
});
