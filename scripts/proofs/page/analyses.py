"""Checks the analyses of a graph's page, paths, dominators and the longest chain, on random graphs in Chromium.

usage: analyses.py [--seed N] [--rounds N]
"""

import argparse
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts/site"))
import browser  # noqa: E402

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--seed", type=int, default=random.randrange(1, 2**31 - 1))
parser.add_argument("--rounds", type=int, default=20_000)
options = parser.parse_args()
if not browser.installed():
    sys.exit("Chromium is not installed: nothing was checked.")
print(f"seed {options.seed}, {options.rounds} graphs")
with browser.Page(400, 300) as page:
    for file in [ROOT / "Sources/CWiringPage/page/analysis.js", Path(__file__).with_suffix(".js")]:
        page.run(file.read_text(encoding="utf-8"))
    difference = page.run(f"check({options.seed}, {options.rounds})")
sys.exit(difference or 0)
