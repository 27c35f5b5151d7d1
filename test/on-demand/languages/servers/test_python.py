"""The package for Python in the servers and frameworks that its README names. Run with the package in PYTHONPATH."""

import hashlib
import hmac
import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from contextlib import closing
from pathlib import Path

HERE = Path(__file__).parent
GUNICORN = ["-m", "gunicorn", "python_apps:app", "--log-level", "warning"]
UVICORN = ["-m", "uvicorn", "python_apps:app", "--log-level", "warning", "--port"]


class Served(unittest.TestCase):
    def serve(self, app: str, *command: str, cwd: str = str(HERE)) -> None:
        """Starts a server until the test ends."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.state = os.path.join(folder.name, "state.db")
        with closing(sqlite3.connect(self.state)) as connection:
            connection.execute("CREATE TABLE payment (id INTEGER)")
            connection.commit()
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = open(os.path.join(folder.name, "log"), "w+")
        self.addCleanup(self.log.close)
        self.start(app, *command, cwd=cwd)

    def start(self, app: str, *command: str, cwd: str = str(HERE)) -> None:
        whole = [one.replace("PORT", str(self.port)) for one in command]
        env = {
            **os.environ,
            "APP": "" if command[0].endswith(".py") else app,
            "STATE": self.state,
            "PORT": str(self.port),
        }
        self.server = subprocess.Popen(
            [sys.executable, *whole], cwd=cwd, env=env, stdout=self.log, stderr=self.log, start_new_session=True
        )
        self.addCleanup(end, self.server)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.server.poll() is None:
            with closing(socket.socket()) as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        self.fail(f"{app} does not listen: {self.said()}")

    def said(self) -> str:
        self.log.flush()
        return Path(self.log.name).read_text()

    def post(
        self, id: int, path: str = "/hooks", secret: bytes = b"s3cret", chunked: bool = False, timeout: float = 30
    ):
        """Returns status and code, or (0, None) if the sender gave up."""
        body = json.dumps({"@event": "case_file.payment.confirmed", "id": id}).encode()
        signature = "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest()
        headers = {"Content-Type": "application/json", "X-Service-Signature": signature}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)) as connection:
            try:
                sent = iter([body[:7], body[7:]]) if chunked else body
                connection.request("POST", path, sent, headers, encode_chunked=chunked)
                answer = connection.getresponse()
                text = answer.read()
            except TimeoutError:
                return 0, None
        is_json = text.startswith(b"{")
        return answer.status, json.loads(text)["code"] if is_json else None

    def paid(self, id: int) -> int:
        with closing(sqlite3.connect(self.state)) as connection:
            return int(connection.execute("SELECT count(*) FROM payment WHERE id = ?", (id,)).fetchone()[0])

    def handles_once(self, path: str = "/hooks") -> None:
        answers = [self.post(1, path), self.post(1, path), self.post(2, path, chunked=True)]
        self.assertEqual((answers, self.paid(1), self.paid(2)), ([(204, None)] * 3, 1, 1), self.said())
        self.assertEqual([self.post(800, path), self.post(800, path)], [(500, "handler_failed"), (204, None)])
        self.assertEqual(self.paid(800), 1)
        self.assertEqual(self.post(3, path, secret=b"wrong"), (401, "signature_mismatch"))
        self.assertRegex(self.said(), "handler_failed[\\s\\S]*ConnectionError: the mail server is away")

    def others_are_answered(self, repetitions: int) -> None:
        """One payment hangs, its sender gives up and repeats it; another payment is handled."""
        hanging = threading.Thread(target=self.post, args=(900,), kwargs={"timeout": 0.5})
        hanging.start()
        hanging.join()
        repeated = [self.post(900, timeout=5) for _ in range(repetitions)]
        self.assertEqual({status for status, _ in repeated}, {503})
        self.assertEqual((self.post(5, timeout=5), self.paid(5)), ((204, None), 1))


def end(server: "subprocess.Popen[str]") -> None:
    if server.poll() is None:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()


class Asgi(Served):
    def test_the_readme_word_by_word(self) -> None:
        block = re.search(r"```python\n(import os.*?)```", Path(os.environ["README"]).read_text(), re.DOTALL)
        self.assertIsNotNone(block)
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "app.py").write_text(block[1] if block else "")
            os.environ["WEBHOOK_SECRET"] = "s3cret"
            self.serve("", "-m", "uvicorn", "app:app", "--workers", "3", "--port", "PORT", cwd=folder)
            answers = [self.post(1) for _ in range(6)]
            self.state = os.path.join(folder, "payments.db")
            self.assertEqual((set(answers), self.paid(1)), ({(204, None)}, 1), self.said())

    def test_a_coroutine_of_fastapi_runs_before_the_answer(self) -> None:
        self.serve("fastapi", *UVICORN, "PORT")
        self.handles_once()

    def test_three_workers_share_a_file(self) -> None:
        self.serve("fastapi", *UVICORN, "PORT", "--workers", "3")
        answers = [self.post(1) for _ in range(12)]
        self.assertEqual((set(answers), self.paid(1)), ({(204, None)}, 1))

    def test_a_hanging_payment_leaves_threads(self) -> None:
        for app in ("asgi", "hanging_coroutine"):
            self.serve(app, *UVICORN, "PORT")
            self.others_are_answered(8)

    def test_a_body_that_a_middleware_read_has_a_code_of_its_own(self) -> None:
        self.serve("fastapi_read_before", *UVICORN, "PORT")
        self.assertEqual((self.post(1), self.paid(1)), ((408, "body_not_received"), 0))

    def test_aiohttp(self) -> None:
        self.serve("aiohttp", "python_apps.py", "aiohttp")
        self.handles_once()


class Wsgi(Served):
    def test_gunicorn_with_three_workers(self) -> None:
        self.serve("wsgi", *GUNICORN, "-w", "3", "-b", "127.0.0.1:PORT")
        self.handles_once()

    def test_a_hanging_payment_leaves_threads(self) -> None:
        self.serve("wsgi_without_store", *GUNICORN, "--threads", "4", "-b", "127.0.0.1:PORT")
        self.others_are_answered(8)

    def test_a_stop_in_the_middle_of_a_handler(self) -> None:
        command = (*GUNICORN, "-b", "127.0.0.1:PORT")
        self.serve("wsgi", *command)
        answers: list[object] = []
        sender = threading.Thread(target=lambda: answers.append(self.post(900)))
        sender.start()
        while not os.path.exists(f"{self.state}.inside"):
            time.sleep(0.02)
        self.server.send_signal(signal.SIGINT)
        self.server.wait(20)
        sender.join(20)
        self.assertEqual((answers, self.paid(900)), ([(500, None)], 0), self.said())
        Path(f"{self.state}.go").touch()
        self.start("wsgi", *command)
        self.assertEqual(([self.post(900), self.post(900)], self.paid(900)), ([(204, None)] * 2, 1))

    def test_flask(self) -> None:
        self.serve("flask", *GUNICORN, "--threads", "4", "-b", "127.0.0.1:PORT")
        self.handles_once()
        self.assertEqual(self.post(7, "/read-before"), (400, "body_not_received"))

    def test_django_with_requests_in_transactions(self) -> None:
        self.serve("django", *GUNICORN, "-w", "2", "-b", "127.0.0.1:PORT")
        self.handles_once()
        self.assertEqual([self.post(5, "/kept"), self.post(6, "/consumed")], [(204, None), (400, "body_not_received")])
        self.assertEqual([self.post(4, "/later"), self.post(4, "/later"), self.paid(4)], [(204, None), (204, None), 1])
        # The commit fails.
        self.assertEqual((self.post(500), self.paid(500)), ((503, "store_failed"), 0))
        # The handler commits by itself, which SQLite refuses.
        self.assertEqual([self.post(600), self.post(600), self.paid(600)], [(500, "handler_failed")] * 2 + [0])

    def test_django_whose_transactions_nothing_commits(self) -> None:
        self.serve("django_without_autocommit", *GUNICORN, "-b", "127.0.0.1:PORT")
        self.assertEqual((self.post(1), self.paid(1)), ((503, "store_failed"), 0))

    def test_a_view_of_ones_own_under_django(self) -> None:
        self.serve("django", *GUNICORN, "-b", "127.0.0.1:PORT")
        self.assertEqual(
            [self.post(700, "/literal"), self.post(700), self.paid(700)], [(500, "handler_failed")] * 2 + [0]
        )
        answers = [self.post(800, "/literal"), self.post(800, "/literal"), self.paid(800)]
        self.assertEqual(answers, [(500, "handler_failed"), (204, None), 1])
        self.assertEqual(self.post(2, "/literal", chunked=True), (400, "body_not_received"))


if __name__ == "__main__":
    unittest.main()
