import { judgeLanguage } from "./harness.ts";

judgeLanguage({
  language: "python",
  toolchain: [["python3", "--version"]],
  env: { PYTHONPATH: "src", PYTHONDONTWRITEBYTECODE: "1" },
  build: [["python3", "-m", "compileall", "-q", "src", "examples", "tests"]],
  test: ["python3", "-m", "unittest"],
  receiver: ["python3", "examples/receiver.py"],
  client: ["python3", "examples/onboarding.py"],
});
