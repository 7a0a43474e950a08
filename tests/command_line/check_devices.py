#!/usr/bin/env python3
"""What --target=opencl and --target=cuda make of a file, and what they leave to the host. Nothing runs here.

Usage: check_devices.py ESPALIER
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
ELIMINATION = """void eliminate(int n, double a[restrict n][n])
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
}
"""
ELIMINATION_BY_ROWS = """void eliminate(int n, double a[restrict n][n])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            double rest = a[i][j];
            for (int k = 0; k < j; k++)
                rest -= a[i][k] * a[k][j];
            a[i][j] = rest / a[j][j];
        }
        for (int j = i; j < n; j++) {
            double rest = a[i][j];
            for (int k = 0; k < i; k++)
                rest -= a[i][k] * a[k][j];
            a[i][j] = rest;
        }
    }
}
"""
HEAT = """void heat(int steps, int n, double a[restrict n][n][n], double b[restrict n][n][n])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    b[i][j][k] = 0.25 * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j][k + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    a[i][j][k] = 0.25 * (b[i - 1][j][k] + b[i + 1][j][k] + b[i][j - 1][k] + b[i][j][k + 1]);
    }
}
"""
PRODUCT_BY_STEPS = """void product(int n, double a[restrict n][n], double b[restrict n][n], double c[restrict n][n]) {
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
}
"""


EAGER = "--device=eager"  # runs what it can, however little that is


class Devices(CommandLineTest):
    def left(self, text, reason, name="a.c"):
        source = self.write(name, text)
        self.expect([source, "--target=opencl", EAGER, "-o", "b.c"], 0, reason)
        self.assertNotIn("espalier_device_launch", (self.folder / "b.c").read_text())

    def test_kernels_are_a_string_in_front_of_the_function(self):
        source = self.write("a.c", SCALE)
        self.expect([source, "--target=opencl", EAGER, "--opencl-embed", "-o", "b.c"], 0)
        self.assertFalse((self.folder / "b_kernel.cl").exists())
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
            self.expect([source, "--target=opencl", EAGER, option, "-o", "b.c"], 0)
            self.assertEqual(launch in (self.folder / "b.c").read_text(), is_kept, option)

    def test_independent_loops_share_a_kernel_with_another_one_between_them(self):
        source = self.write("a.c", PRODUCT_BY_STEPS)
        self.expect([source, "--target=opencl", EAGER, "-o", "b.c"], 0)
        self.assertIn('espalier_device_launch("espalier_region1_kernel0", 2, ', (self.folder / "b.c").read_text())

    def test_kernels_in_a_loop_are_one_with_barriers_for_all_blocks(self):
        source = self.write("a.c", ELIMINATION)
        self.expect([source, "--target=cuda", EAGER, "-o", "b.c"], 0)
        host, kernels = (self.folder / "b.c").read_text(), (self.folder / "b_kernel.cu").read_text()
        self.assertEqual(kernels.count("ESPALIER_KERNEL void"), 1)
        self.assertEqual(kernels.count("cooperative_groups::this_grid().sync();"), 2)
        self.assertIn("espalier_device_start(cudaLaunchCooperativeKernel, ", host)
        self.assertNotIn("cudaLaunchKernel", host)
        self.expect([source, "--target=opencl", EAGER, "-o", "b.c"], 0)
        self.assertEqual((self.folder / "b.c").read_text().count("                espalier_device_launch("), 2)

    def test_kernels_that_take_long_are_started_one_by_one(self):
        source = self.write("a.c", HEAT)
        self.write("slow.yaml", "launch_us: 100\n")
        self.write("core.yaml", "cores: 1\n")
        for device, function in (("h100", "cudaLaunchKernel"), ("slow.yaml", "cudaLaunchCooperativeKernel")):
            self.expect([source, "--target=cuda", f"--device={device}", "--machine=core.yaml", "-o", "b.c"], 0)
            self.assertIn(f"espalier_device_start({function}, ", (self.folder / "b.c").read_text())

    def test_a_scalar_that_holds_an_element_leaves_its_loops_independent(self):
        source = self.write("a.c", ELIMINATION_BY_ROWS)
        self.expect([source, "--target=opencl", EAGER, "-o", "b.c"], 0)
        self.assertRegex((self.folder / "b_kernel.cl").read_text(), r"a_a\[.*\] -= a_a\[.*\] \* a_a\[")

    def test_the_host_runs_what_it_does_sooner(self):
        source = self.write("a.c", SCALE)
        self.expect([source, "--target=cuda", "-o", "b.c"], 0, "the host runs the region sooner by the estimates")
        self.assertIn("#pragma omp parallel for", (self.folder / "b.c").read_text())
        source = self.write("c.c", PRODUCT_BY_STEPS)
        self.expect([source, "--target=cuda", "-o", "d.c", "--explain"], 0, "the device runs the region sooner by the estimates")
        code = (self.folder / "d.c").read_text()
        self.assertRegex(code, r"espalier_device_runs = \(1\.0 \* n \* n \* n >= \d+\) && espalier_device_begin")
        self.assertIn(PRODUCT_BY_STEPS.splitlines()[4].strip(), code, "the source is out of reach, and stays for smaller sizes")

    def test_code_for_the_host_stands_behind_that_for_a_device_that_is_hardly_sooner(self):
        source = self.write("a.c", PRODUCT_BY_STEPS)
        (self.folder / "slow.yaml").write_text("double_gflops: 500\ncopy_gbs: 100\n")
        (self.folder / "core.yaml").write_text("cores: 1\n")
        self.expect([source, "--target=cuda", "--device=slow.yaml", "--machine=core.yaml", "-o", "b.c"], 0)
        code = (self.folder / "b.c").read_text()
        self.assertIn("espalier_device_launch(", code)
        self.assertIn("espalier_kernel", code)

    def test_devices_are_named_or_described_in_files(self):
        source = self.write("a.c", SCALE)
        self.expect([source, "--target=cuda", "--device=h10"], 2, "did you mean `h100`?")
        self.expect([source, "--device=h100"], 2, "--device is for --target=cuda and --target=opencl")
        self.write("d.yaml", "launch_us: few\n")
        self.expect([source, "--target=cuda", "--device=d.yaml"], 1, "`launch_us` has to be a number")
        self.expect([source, "--target=opencl", "--transfers=pointers"], 2, "--transfers=pointers is for --target=cuda")
        h100 = self.expect(["machine", "--device=h100"], 0).stdout
        self.write("d.yaml", h100)
        self.assertEqual(self.expect(["machine", "--device=d.yaml"], 0).stdout, h100)

    def test_scripts_are_refused(self):
        source, script = self.write("a.c", SCALE), self.write("a.lua", "")
        self.expect([source, "--target=opencl", EAGER, f"--script={script}"], 2, "no scripts for --target=opencl yet")
        self.expect([source, "--target=cuda", EAGER, "--emit-script=b.lua"], 2, "no scripts for --target=cuda yet")

    def test_kernels_stand_in_files_beside_the_host_s(self):
        source = self.write("a.c", SCALE)
        (self.folder / "out").mkdir()
        for target, ends in (("opencl", [".cl"]), ("cuda", [".cu", ".h"])):
            for name, stem in (("out/b_host.c", "out/b"), ("out/c.c", "out/c")):
                self.expect([source, f"--target={target}", EAGER, "-o", name], 0)
                self.assertIn("espalier_device_begin(", (self.folder / name).read_text())
                for end in ends:
                    self.assertIn("espalier_region1_kernel0(", (self.folder / f"{stem}_kernel{end}").read_text())

    def test_files_are_named_after_the_source_where_no_name_is_given(self):
        source = self.write("a.c", SCALE)
        self.expect([source, "--target=cuda", EAGER], 0)
        self.assertIn('#include "a_kernel.h"', (self.folder / "a_host.c").read_text())
        self.expect([source, "--target=cuda", EAGER], 0)

    def test_files_that_others_wrote_stay(self):
        source = self.write("a.c", SCALE)
        self.write("a_kernel.h", "int mine;\n")
        self.expect([source, "--target=cuda", EAGER, "-o", "a_host.c"], 2, "a_kernel.h is there, and Espalier has not written it")
        self.assertFalse((self.folder / "a_host.c").exists())
        self.write("b_host.c", "int mine;\n")
        other = self.write("b.c", SCALE)
        self.expect([other, "--target=cuda", EAGER], 2, "b_host.c is there; write over it with -o b_host.c")
        self.assertEqual((self.folder / "b_host.c").read_text(), "int mine;\n")

    def test_several_files_have_no_room_on_standard_output(self):
        source = self.write("a.c", SCALE)
        self.expect([source, "--target=cuda", EAGER, "-o", "-"], 2, "several files")
        self.expect([source, "--target=opencl", EAGER, "--opencl-embed"], 0)
        self.expect([source, "--target=cuda", EAGER, "--opencl-embed"], 2, "--opencl-embed is for --target=opencl")

    def test_kernels_of_several_files_have_different_names(self):
        for name, stem in (("a-b.c", "a_b"), ("1.c", "k1")):
            self.expect([self.write(name, SCALE), "--target=cuda", EAGER], 0)
            self.assertIn(f"void {stem}_espalier_region1_kernel0(", (self.folder / f"{name[:-2]}_kernel.cu").read_text())

    def test_words_of_a_device_s_language_stay_on_the_host(self):
        for target, word, other in (("cuda", "this", "opencl"), ("opencl", "global", "cuda")):
            source = self.write("a.c", SCALE.replace("int n", f"int {word}").replace("< n", f"< {word}"))
            self.expect([source, f"--target={target}", EAGER, "-o", "b.c"], 0, f"`{word}` is a word of the device's language")
            self.expect([source, f"--target={other}", EAGER, "-o", "b.c"], 0)
            self.assertIn("espalier_device_launch(", (self.folder / "b.c").read_text())


unittest.main()
