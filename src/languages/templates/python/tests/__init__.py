"""Run with: python3 -m unittest. Finds the package in src/, installed or not."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))
