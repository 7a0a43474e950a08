#!/usr/bin/env python3
"""What --target=opencl makes of a file, and what it leaves to the host. Nothing runs here.

Usage: check_opencl.py ESPALIER
"""

import unittest

from command_line import CommandLineTest

SCALE = "void scale(int n, double *restrict x) {\n    for (int i = 0; i < n; i++)\n        x[i] *= 2;\n}\n"
DIRECTIVE = "void scale(int n, double *restrict x) {\n#pragma espalier parallel\n    for (int i = 0; i < n; i++)\n        x[i] *= 2;\n}\n"
RECURRENCE = "void add(int n, double *restrict x) {\n    for (int i = 1; i < n; i++)\n        x[i] += x[i - 1];\n}\n"
STRUCTURES = """struct point { double x, y; };
void scale(int n, struct point *restrict p) {
    for (int i = 0; i < n; i++)
        p[i].x *= 2;
}
"""
PRODUCT_BY_STEPS = """void product(int n, double a[restrict n][n], double b[restrict n][n], double c[restrict n][n]) {
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
}
"""


class OpenCl(CommandLineTest):
    def left(self, text, reason, name="a.c"):
        source = self.write(name, text)
        self.expect([source, "--target=opencl", "-o", "b.c"], 0, reason)
        self.assertEqual((self.folder / "b.c").read_text(), text)

    def test_kernels_are_a_string_in_front_of_the_function(self):
        source = self.write("a.c", SCALE)
        self.expect([source, "--target=opencl", "-o", "b.c"], 0)
        code = (self.folder / "b.c").read_text()
        self.assertLess(code.index('"__kernel void espalier_region1_kernel0('), code.index("void scale("))
        self.assertIn("espalier_device_begin(", code)
        self.assertIn("x[i] *= 2;", code, "the source, for where there is no device")

    def test_what_devices_have_not_stays(self):
        self.left(RECURRENCE, "it has no loop whose iterations are independent")
        self.left(STRUCTURES, "are parts of structures")
        self.left(DIRECTIVE, "there are no directives for devices yet")
        self.left(SCALE.replace("restrict", "__restrict__"), "no code for devices in C++ files yet", "a.cc")

    def test_the_order_of_the_source_stays_if_that_is_asked_for(self):
        source = self.write("a.c", PRODUCT_BY_STEPS)
        launch = "for (long c0 = 0; c0 < n; c0++) {\n                espalier_device_launch("
        for option, is_kept in (("--scheduler=none", True), ("--scheduler=auto", False)):
            self.expect([source, "--target=opencl", option, "-o", "b.c"], 0)
            self.assertEqual(launch in (self.folder / "b.c").read_text(), is_kept, option)

    def test_independent_loops_share_a_kernel_with_another_one_between_them(self):
        source = self.write("a.c", PRODUCT_BY_STEPS)
        self.expect([source, "--target=opencl", "-o", "b.c"], 0)
        self.assertIn('espalier_device_launch("espalier_region1_kernel0", 2, ', (self.folder / "b.c").read_text())

    def test_scripts_are_refused(self):
        source, script = self.write("a.c", SCALE), self.write("a.lua", "")
        self.expect([source, "--target=opencl", f"--script={script}"], 2, "no scripts for --target=opencl yet")
        self.expect([source, "--target=opencl", "--emit-script=b.lua"], 2, "no scripts for --target=opencl yet")


unittest.main()
