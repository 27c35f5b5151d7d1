import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { virtualenv } from "../../../scripts/python.ts";
import { generateClient } from "../../../src/languages/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { root } from "../../support/repository.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { stopping } from "../../support/stopping.ts";
import { judgeLanguage, type Vectors } from "./harness.ts";
import { probe, runProgram, testServers } from "./programs.ts";

// An environment of its own, shared by all runs: the server of the example, frameworks and servers, pytest.
const PACKAGES =
  "granian>=2.8,<3 fastapi>=0.115 uvicorn flask>=3.1,<4 django>=5.2,<6 gunicorn aiohttp pytest>=8 ruff>=0.8 mypy>=1.13";
const { python, steps } = virtualenv(join(root, ".cache/python"), PACKAGES);

/** Why the packages cannot be had, or undefined. */
async function installed(): Promise<string | undefined> {
  if (!probe(["python3", "--version"])) return undefined;
  for (const step of steps) {
    const { code } = await runProgram(step, { cwd: root, env: {} });
    if (code !== 0) return "Granian, FastAPI, Django and others cannot be installed";
  }
  return undefined;
}

const unavailable = await installed();
const TESTS: Record<Vectors, string> = {
  signature: "tests/test_signature.py",
  payloads: "tests/test_models.py",
  "webhook-urls": "tests/test_vectors.py",
  json: "tests/test_vectors.py",
  receiver: "tests/test_vectors.py",
  client: "tests/test_client_vectors.py",
};

judgeLanguage({
  language: "python",
  toolchain: [["python3", "--version"]],
  unavailable,
  env: { PYTHONPATH: "src", PYTHONDONTWRITEBYTECODE: "1" },
  // The rest of the settings is in pyproject.toml: mypy is strict.
  build: [
    [python, "-m", "compileall", "-q", "src", "examples", "tests"],
    [python, "-m", "ruff", "check", "--no-cache", "."],
    [python, "-m", "mypy", "--cache-dir=/dev/null", "src"],
  ],
  test: [python, "-m", "unittest"],
  testOf: (vectors) => [TESTS[vectors], [python, "-m", "unittest", TESTS[vectors]]],
  receiver: [python, "examples/receiver.py"],
  client: [python, "examples/onboarding.py"],
  pay: [python, "examples/pay.py"],
  drivers: ["flask", "fastapi"].map((name) => ({
    framework: name === "flask" ? "Flask" : "FastAPI",
    example: [python, `examples/driver_${name}.py`],
    filled: { from: "python.py", to: "examples/filled.py", command: [python, "examples/filled.py", name] },
  })),
});

const isMissing = Boolean(unavailable ?? !probe(["python3", "--version"]));

describe.skipIf(isMissing)("in servers and frameworks", () => {
  const folder = scratchFolder("servers-");

  it("handles a payment once, answers others meanwhile, and tells failures", async () => {
    const env = { PYTHONPATH: join(folder, "src"), PYTHONDONTWRITEBYTECODE: "1" };
    await testServers("python", folder, [python, "-m", "unittest", "-v", "test_python"], env);
  });
});

describe.skipIf(isMissing)("its fixture for pytest", () => {
  const folder = scratchFolder("pytest-");
  beforeAll(() => generateClient({ language: "python", out: folder, force: true }));
  const TEST = "-m pytest -q -rs -p no:cacheprovider examples/test_payments.py".split(" ");

  const pytest = (env: Record<string, string>) =>
    runProgram([python, ...TEST], {
      cwd: folder,
      env: { PYTHONPATH: "src", PYTHONDONTWRITEBYTECODE: "1", ...env },
    });

  it("starts a sandbox for each profile, and ends them", async () => {
    const ours = `${process.execPath} ${join(root, "src/cli.ts")}`;
    // A token of another sandbox, such as compose's, is not for these.
    const { code, stdout } = await pytest({ COLLECTIONS_CONTRACT: ours, SANDBOX_TOKEN: "a-token-of-another-one" });
    expect(stdout).toMatch(/^4 passed/m);
    expect(code).toBe(0);
  });

  it("uses one that runs, and leaves in it what is there", async () => {
    await using sandbox = stopping(await startSandbox({ clock: "virtual" }));
    await sandbox.registerWebhook({ client: "/api/clients/2", url: "https://other.example.com/kept" });
    const { code, stdout } = await pytest({ SANDBOX_URL: sandbox.baseUrl });
    expect(stdout).toMatch(/SANDBOX_URL has a profile of its own[\s\S]*^2 passed, 2 skipped/m);
    expect(code).toBe(0);
    const { clientWebhooks } = await sandbox.control.state();
    expect(clientWebhooks.map(({ url }) => url)).toContain("https://other.example.com/kept");
  });

  it("says why there is no sandbox", async () => {
    const gone = await pytest({ COLLECTIONS_CONTRACT: "no-such-command-4711" });
    expect(gone).toMatchObject({ code: 1, stdout: expect.stringContaining("no-such-command-4711 cannot be started") });
    const away = await pytest({ SANDBOX_URL: "http://127.0.0.1:1" });
    expect(away).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("no sandbox answers at http://127.0.0.1:1"),
    });
  });
});
