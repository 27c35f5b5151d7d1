/** Frameworks of Python, all in one environment. */

import type { Framework, Setup, Words } from "./framework.ts";

const VENV = "<cache>/python-frameworks";
const PACKAGES = [
  "flask>=3.1,<4",
  "django>=5.2,<6",
  "fastapi>=0.115",
  "starlette",
  "aiohttp>=3.10,<4",
  "gunicorn>=23",
  "uvicorn>=0.30",
  "psycopg[binary,pool]>=3.2,<4",
  "celery[redis]>=5.4,<6",
];

export const PYTHON_SETUP: Setup = {
  toolchain: [["python3", "--version"]],
  install: [
    ["python3", "-m", "venv", VENV],
    [`${VENV}/bin/pip`, "install", "--quiet", "--disable-pip-version-check", ...PACKAGES],
    [
      `${VENV}/bin/pip`,
      "install",
      "--quiet",
      "--disable-pip-version-check",
      "--no-deps",
      "--target",
      "<package>/installed",
      ".",
    ],
  ],
  env: { PYTHONPATH: "<package>/installed", PYTHONDONTWRITEBYTECODE: "1" },
};

const python = (id: string, name: string, distribution: string) => ({
  id,
  name,
  language: "python" as const,
  needs: [versionOf(distribution)],
});

function versionOf(distribution: string): Words {
  const ask = `import importlib.metadata as m; print(m.version('${distribution}'))`;
  return [`${VENV}/bin/python`, "-c", ask];
}

const gunicorn = (app: string): Words => [`${VENV}/bin/gunicorn`, "--workers", "2", "--bind", "127.0.0.1:<port>", app];

export const PYTHON: readonly Framework[] = [
  {
    ...python("flask", "Flask", "flask"),
    file: "flask_app.py",
    place: "flask_app.py",
    database: "SQLite",
    start: gunicorn("flask_app:app"),
    isShort: true,
  },
];
