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
# The strategy, with the spellings that it is not for: those that are not recognized, and those that take others by the estimate.
STRATEGIES = {
    "adi": "recurrences_in_strips",
    "all-pairs-paths": "block_pivots",
    "attention": "block_contractions",
    "cholesky": "block_contractions",
    "convolution-channels": "recurrences_in_strips",
    "filter": "recurrences_in_strips",
    "layer-norm": "row_blocks",
    "lu": "block_contractions",
    "matrix-vector": "row_blocks",
    "product": "block_contractions",
    "stencil": "time_tile",
    "stencil-3d": "time_tile",
}
OTHERS = {
    ("convolution-channels", "c"): {"by_rows", "interchanged"},
    ("convolution-channels", "openmp"): {"by_rows", "interchanged"},
    ("matrix-vector", "openmp"): {"rows", "walking"},
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
        strategy = f"by `{STRATEGIES[COMPUTATION]}` ("
        names = [source.stem for source in (ROOT / "bench/spellings" / COMPUTATION).glob("*.c")]
        self.assertGreaterEqual(len(names), 8)
        for target in ["c", "openmp"]:
            remarks = {name: Path(FOLDER, COMPUTATION, name, f"{target}.remarks").read_text() for name in names}
            with self.subTest(target=target):
                self.assertEqual({name for name in names if strategy not in remarks[name]},
                                 OTHERS.get((COMPUTATION, target), set()))


if __name__ == "__main__":
    ESPALIER, COMPUTATION, FOLDER = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
