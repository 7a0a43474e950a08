#!/usr/bin/env python3
"""Each spelling of a computation gets the strategy that is for it, but for those known not to, and computes the same.

Usage: check_spellings.py ESPALIER COMPUTATION FOLDER
"""

import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MACHINE = ROOT / "tests/golden/machine.yaml"  # What is found is not to depend on the machine that the test runs on.
# The strategy, and the spellings that are not recognized, or for which estimates prefer another one.
STRATEGIES = {
    "adi": ("recurrences_in_strips", set()),
    "all-pairs-paths": ("split_pivot", set()),
    "attention": ("block_contractions", set()),
    "cholesky": ("block_contractions", set()),
    "convolution-channels": ("recurrences_in_strips", {"by_rows", "interchanged", "textbook"}),
    "filter": ("recurrences_in_strips", set()),
    "layer-norm": ("row_blocks", set()),
    "lu": ("block_contractions", set()),
    "matrix-vector": ("row_blocks", set()),
    "product": ("block_contractions", set()),
    "stencil": ("time_tile", set()),
    "stencil-3d": ("time_tile", set()),
}


class Spellings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        command = [sys.executable, ROOT / "bench/spellings.py", f"--espalier={ESPALIER}", f"--computations={COMPUTATION}",
                   f"--machine={MACHINE}", "--preset=SMALL", "--runs=1", "--compilers=gcc", f"--output={FOLDER}"]
        cls.done = subprocess.run(command, capture_output=True, text=True)

    def test_compute_the_same(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)

    def test_get_their_strategy(self):
        if COMPUTATION not in STRATEGIES:
            self.skipTest("no strategy is for all spellings of this computation")
        strategy, known = STRATEGIES[COMPUTATION]
        names = [source.stem for source in (ROOT / "bench/spellings" / COMPUTATION).glob("*.c")]
        self.assertGreaterEqual(len(names), 8)
        remarks = {name: Path(FOLDER, COMPUTATION, name, "c.remarks").read_text() for name in names}
        self.assertEqual({name for name, text in remarks.items() if f"by `{strategy}` (" not in text}, known)


if __name__ == "__main__":
    ESPALIER, COMPUTATION, FOLDER = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
