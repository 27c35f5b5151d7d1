import { join } from "node:path";
import { root } from "../../support/repository.ts";
import { type Command, judgeLanguage } from "./harness.ts";
import { probe, runProgram } from "./programs.ts";

// An environment of its own, shared by all runs: the server of the example, FastAPI for the test of its route, Flask and Uvicorn for drivers.
const folder = join(root, ".cache/python");
const python = join(folder, "bin/python");

/** Why the packages cannot be had, or undefined. */
async function installed(): Promise<string | undefined> {
  if (!probe(["python3", "--version"])) return undefined;
  const steps: Command[] = [
    ["python3", "-m", "venv", folder],
    [python, "-m", "pip", "install", "--quiet", "granian>=2.8,<3", "fastapi>=0.115", "uvicorn", "flask>=3.1,<4"],
  ];
  for (const step of steps) {
    const { code } = await runProgram(step, { cwd: root, env: {}, timeoutMs: 300_000 });
    if (code !== 0) return "Granian, FastAPI and Flask cannot be installed";
  }
  return undefined;
}

judgeLanguage({
  language: "python",
  toolchain: [["python3", "--version"]],
  unavailable: await installed(),
  env: { PYTHONPATH: "src", PYTHONDONTWRITEBYTECODE: "1" },
  build: [[python, "-m", "compileall", "-q", "src", "examples", "tests"]],
  test: [python, "-m", "unittest"],
  receiver: [python, "examples/receiver.py"],
  client: [python, "examples/onboarding.py"],
  drivers: ["flask", "fastapi"].map((name) => ({
    framework: name === "flask" ? "Flask" : "FastAPI",
    example: [python, `examples/driver_${name}.py`],
    filled: { from: "python.py", to: "examples/filled.py", command: [python, "examples/filled.py", name] },
  })),
});
