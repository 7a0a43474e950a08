#!/usr/bin/env python3
"""Checks what code keeps of the source beside values, and that large numbers are refused or checked.

Usage: check_effects.py ESPALIER
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOTS = """#include <math.h>
void f(int n, double *restrict x, const double *restrict y)
{
    for (int i = 0; i < n; i++)
        x[i] = sqrt(y[i]);
}
void g(int n, int *restrict x, const double *restrict y, double *restrict z)
{
    for (int i = 0; i < n; i++) {
        x[i] += i;
        z[i] = y[n - i];
    }
}
"""

SHIFTED = "void f(int n, double *restrict a)\n{\n    for (int i = 0; i < n; i++)\n        a[i] += i;\n}\n"

SQUARE = """void f(int n, double (*restrict a)[100])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] += i;
}
"""


class EffectsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_espalier(self, text, *options, script=None):
        source = Path(self.folder.name) / "source.c"
        source.write_text(text)
        machine = Path(self.folder.name) / "machine.yaml"
        machine.write_text("cores: 4\nregion_start: 0\n")  # new code at all sizes
        words = [sys.argv[1], source, "--explain", f"--machine={machine}", *options]
        if script is not None:
            (Path(self.folder.name) / "script.lua").write_text(script)
            words.append(f"--script={self.folder.name}/script.lua")
        return subprocess.run(words, capture_output=True, text=True, timeout=60)

    def test_errno_is_kept_if_asked_for(self):
        done = self.run_espalier(ROOTS, "--keep=errno")
        self.assertIn("`sqrt` may set errno, which --keep=errno keeps [R107]", done.stderr)
        self.assertIn("x[i] = sqrt(y[i])", done.stdout)
        self.assertNotIn("z[i] = y[n - i]", done.stdout)

    def test_exceptions_are_kept_if_asked_for(self):
        done = self.run_espalier(ROOTS, "--keep=exceptions")
        self.assertIn("may set flags, which --keep=exceptions keeps [R105]", done.stderr)
        self.assertIn("x[i] = sqrt(y[i])", done.stdout)
        self.assertNotIn("z[i] = y[n - i]", done.stdout, "copies set no flags")

    def test_both_may_be_kept(self):
        done = self.run_espalier(ROOTS, "--keep=errno,exceptions")
        self.assertIn("x[i] = sqrt(y[i])", done.stdout)
        self.assertEqual(self.run_espalier(ROOTS, "--keep=everything").returncode, 2)

    def test_rounding_is_shared_where_it_may_change(self):
        self.assertNotIn("fesetround", self.run_espalier(ROOTS).stdout)
        with_header = self.run_espalier("#include <fenv.h>\n" + ROOTS).stdout
        self.assertIn("fesetround", with_header)
        self.assertNotIn("fesetround",
                         self.run_espalier("#include <fenv.h>\n" + ROOTS, "--target=c").stdout)

    def test_scripts_whose_numbers_do_not_fit(self):
        for number in ("9223372036854775800", "9223372036854775807", "12345678901234567890123456"):
            done = self.run_espalier(SHIFTED, script=f"shift('i', '{number}')")
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("do not fit into 64 bits [E109]", done.stderr)
        thrice = "skew('i', 'j', 2147483647)\nskew('i', 'j', 2147483647)\nskew('j', 'i', 2147483647)\n"
        done = self.run_espalier(SQUARE, script=thrice)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("script.lua:3:1", done.stderr)

    def test_scripts_whose_numbers_fit_for_some_sizes(self):
        done = self.run_espalier(SQUARE, script="skew('i', 'j', 2147483647)")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("if (n >= -268435456 && n <= 268435456)", done.stdout)

    def test_constants_of_types_stay_out_of_code(self):
        text = SQUARE.replace("int n", "long n")
        for sizes in ("5,3", "31,3", "32", "16,24"):
            code = self.run_espalier(text, f"--tile={sizes}").stdout
            for digits in code.replace("281474976710656", "").split():
                self.assertLess(len("".join(filter(str.isdigit, digits))), 9, code)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
