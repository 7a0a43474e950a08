#!/usr/bin/env python3
"""Each spelling of a computation gets the strategy that is for it, but for those known not to.

Usage: check_spellings.py ESPALIER
"""

import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MACHINE = ROOT / "tests/golden/machine.yaml"
# The strategy, and the spellings that are not recognized, or for which estimates prefer another one.
STRATEGIES = {
    "adi": ("recurrences_in_strips", set()),
    "all-pairs-paths": ("split_pivot", set()),
    "attention": ("block_contractions", set()),
    "cholesky": ("block_contractions", set()),
    "convolution-channels": ("recurrences_in_strips", {"by_rows", "interchanged", "macros", "textbook"}),
    "filter": ("recurrences_in_strips", set()),
    "layer-norm": ("row_blocks", set()),
    "lu": ("block_contractions", set()),
    "matrix-vector": ("row_blocks", set()),
    "product": ("block_contractions", set()),
    "stencil": ("time_tile", set()),
    "stencil-3d": ("time_tile", set()),
}


class Spellings(unittest.TestCase):
    def remarks(self, source):
        # What is found is not to depend on how fast the machine is that the test runs on.
        done = subprocess.run([ESPALIER, source, "--target=c", "--explain", f"--machine={MACHINE}",
                               "-o", "/dev/null"], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def without(self, strategy, computation):
        sources = sorted((ROOT / "bench/spellings" / computation).glob("*.c"))
        self.assertGreaterEqual(len(sources), 8)
        return {source.stem for source in sources if f"by `{strategy}` (" not in self.remarks(source)}

    def test_get_their_strategy(self):
        for computation, (strategy, known) in STRATEGIES.items():
            with self.subTest(computation):
                self.assertEqual(self.without(strategy, computation), known)


if __name__ == "__main__":
    ESPALIER = sys.argv.pop(1)
    unittest.main()
