"""Each check of the judge as a case of pytest. JUDGE names the command and what it judges, as in the guide "Testing a service":
JUDGE="npx collections-contract test api --driver http://127.0.0.1:5000/test-support" pytest examples/judge
"""

import json
import os
import shlex
import subprocess

import pytest

JUDGE = shlex.split(os.environ["JUDGE"])


def lines(*options):
    run = subprocess.run([*JUDGE, "--json-lines", *options], stdout=subprocess.PIPE, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


@pytest.fixture(scope="session")
def verdicts():
    told = lines()
    assert told, "the judge did not run: see its message"
    return {line["id"]: line for line in told if line["event"] == "verdict"}


@pytest.mark.parametrize("check", [line["id"] for line in lines("--list")])
def test_contract(check, verdicts):
    verdict = verdicts[check]
    if verdict["status"] == "not observed" or verdict["known"]:
        pytest.skip(verdict["reason"])
    if verdict["status"] == "failed" and verdict["severity"] == "demand":
        pytest.fail(f'{verdict["title"]}: {verdict["actual"]}\n{verdict["reproduce"]}', pytrace=False)
