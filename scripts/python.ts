import { join } from "node:path";

/**
 * A virtual environment of Python: `steps` make it and install packages, with a space between them, and `bin` has its
 * programs.
 */
export function virtualenv(folder: string, packages: string) {
  const bin = join(folder, "bin");
  const python = join(bin, "python");
  const pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"] as const;
  const steps = [["python3", "-m", "venv", folder] as const, [...pip, ...packages.split(" ")] as const];
  return { bin, python, steps };
}
