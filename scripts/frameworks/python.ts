/** Frameworks of Python, all in one environment. */

import type { CommandLine } from "../project.ts";
import { virtualenv } from "../python.ts";
import type { Framework, Setup } from "./framework.ts";

const PACKAGES =
  "flask>=3.1,<4 django>=5.2,<6 fastapi>=0.115 sqlalchemy>=2,<3 aiohttp>=3.10,<4 gunicorn>=23 uvicorn>=0.30 " +
  "psycopg[binary,pool]>=3.2,<4 celery[redis]>=5.4,<6";
const { bin, python: interpreter, steps } = virtualenv("<cache>/python-frameworks", PACKAGES);

export const PYTHON_SETUP: Setup = {
  toolchain: [["python3", "--version"]],
  install: steps,
  env: { PYTHONPATH: "<package>/src", PYTHONDONTWRITEBYTECODE: "1" },
};

/** A recipe in one file, called after its framework. */
const python = (id: string, name: string, database: Framework["database"], start: CommandLine) => ({
  ...{ id, name, language: "python" as const, file: `${id}_app.py`, needs: [askVersion(id)], database, start },
});

function askVersion(distribution: string): CommandLine {
  const ask = `import importlib.metadata as m; print(m.version('${distribution}'))`;
  return [interpreter, "-c", ask];
}

const uvicorn = (app: string): CommandLine =>
  `${bin}/uvicorn --workers=2 --log-level=warning --port=<port> ${app}`.split(" ");
const gunicorn = (app: string, ...more: string[]): CommandLine => [
  ...`${bin}/gunicorn --workers 2 --bind 127.0.0.1:<port> ${app}`.split(" "),
  ...more,
];

const DJANGO_SETTINGS = `import os
from urllib.parse import urlsplit
url = urlsplit(os.environ["DATABASE_URL"])
where = {"HOST": url.hostname, "PORT": url.port, "USER": url.username, "NAME": url.path[1:]}
DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", **where}}
SECRET_KEY = "made up"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "urls"
INSTALLED_APPS = ["payments"]
MIDDLEWARE = ["django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware"]
WEBHOOK_SECRET = os.environ["WEBHOOK_SECRET"]
`;

const CELERY_CONFIG = `import os
broker_url = os.environ["REDIS_URL"]
broker_transport_options = {"visibility_timeout": 3}
broker_connection_retry_on_startup = True
`;
const CELERY = `export REDIS_URL=redis://127.0.0.1:<port2>
redis-server --port <port2> --bind 127.0.0.1 --dir <project> --save "" \\
  --appendonly yes --appendfsync always >/dev/null &
${bin}/celery --app celery_app:queue worker --concurrency 2 --loglevel WARNING &
exec ${gunicorn("celery_app:app").join(" ")}`;

export const PYTHON: readonly Framework[] = [
  { ...python("flask", "Flask", "SQLite", gunicorn("flask_app:app")), isShort: true },
  {
    ...python("django", "Django", "PostgreSQL", gunicorn("django.core.wsgi:get_wsgi_application()")),
    file: "django/urls.py",
    place: "urls.py",
    more: { "payments/models.py": "django/models.py" },
    files: { "settings.py": DJANGO_SETTINGS, "payments/__init__.py": "" },
    env: { DJANGO_SETTINGS_MODULE: "settings", PYTHONPATH: "<package>/src:<project>" },
    table: "payments_payment",
    build: [
      [`${bin}/django-admin`, "makemigrations", "payments"],
      [`${bin}/django-admin`, "migrate"],
    ],
    note: ["The view is exempt from the check against request forgery: the signature says who sent it."],
  },
  {
    ...python("fastapi", "FastAPI", "PostgreSQL", uvicorn("fastapi_app:app")),
    note: ["The handler is a coroutine."],
  },
  {
    ...python("starlette", "Starlette", "PostgreSQL", uvicorn("starlette_app:app")),
    address: "postgresql+psycopg://inbox@127.0.0.1:<pg>/<name>",
  },
  {
    ...python("aiohttp", "aiohttp", "SQLite", gunicorn("aiohttp_app:app", "--worker-class=aiohttp.GunicornWebWorker")),
    note: ["The handler is a coroutine."],
  },
  {
    ...python("celery", "Celery with Redis", "PostgreSQL", ["sh", "-c", CELERY]),
    needs: [["redis-server", "--version"], askVersion("celery")],
    files: { "celeryconfig.py": CELERY_CONFIG },
    isQueue: true,
    note: [
      "The worker books each payment once, also if it was enqueued twice.",
      "Redis has to sync each write: `appendfsync always`.",
      "What a killed worker held is handed out again after `visibility_timeout`, an hour by default.",
    ],
  },
];
