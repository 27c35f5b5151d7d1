"""Run with: python3 -m unittest. Finds the package in src/, installed or not."""

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))


def cases(name: str, *, at_least: int, lacking: set[str] = frozenset()) -> list[dict[str, Any]]:  # type: ignore[assignment]
    """Returns the cases of a file of vectors but those that need what is lacking."""
    text = (ROOT / f"vectors/{name}.json").read_text("utf-8")
    found = [case for case in json.loads(text)["cases"] if not lacking.intersection(case.get("needs", ()))]
    assert len(found) >= at_least, name
    return found
