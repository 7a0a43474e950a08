#!/usr/bin/env python3
"""How far the search for what can become of a region goes.

Usage: check_search.py ESPALIER
"""

import re
import unittest

from command_line import CommandLineTest

SMALL_BLOCKS = """void products(int n, const float (*restrict a)[9][9], const float (*restrict b)[9][9],
              float (*restrict c)[9][9]) {
    for (int k = 0; k < n; k++)
        for (int j = 0; j < 9; j++)
            for (int i = 0; i < 9; i++) {
                float s = 0;
                for (int p = 0; p < 9; p++)
                    s += a[k][i][p] * b[k][p][j];
                c[k][i][j] = s;
            }
}
"""
PRODUCT = """void product(int n, double (*restrict a)[n], double (*restrict b)[n], double (*restrict c)[n]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
}
"""


class Search(CommandLineTest):
    def weighed(self, text):
        """What was found, with its speed."""
        source = self.write("a.c", text)
        machine = self.write("machine.yaml", "cores: 1\n")
        done = self.expect([source, "--target=c", f"--machine={machine}", "--explain", "-o", "b.c"], 0)
        found = re.search(r"relative speeds: (.*?)\)", done.stderr).group(1)
        return {name.strip("`"): float(speed) for name, speed in
                (one.rsplit(" ", 1) for one in found.split(", "))}

    def test_blocks_that_reach_what_the_machine_does_end_it(self):
        found = self.weighed(PRODUCT)
        self.assertEqual(list(found), ["block_contractions"])

    def test_blocks_that_are_slower_than_the_source_do_not(self):
        found = self.weighed(SMALL_BLOCKS)
        self.assertLess(found["block_contractions"], 1)
        self.assertIn("unrolled_loops", found)

    def test_smaller_ones_are_none(self):
        found = self.weighed(SMALL_BLOCKS.replace("9", "4"))
        self.assertNotIn("block_contractions", found)
        self.assertIn("unrolled_loops", found)


unittest.main()
