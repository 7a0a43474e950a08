#!/usr/bin/env python3
"""Where new code has to pay for what it takes to begin, the text of the source runs for small sizes.

Usage: check_small_sizes.py ESPALIER
"""

import os
import re
import subprocess
import unittest

from command_line import CommandLineTest

PRODUCT = """void product(int n, int m, int o, const double *a, const double *b, double *restrict c) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int k = 0; k < o; k++)
                s += a[i * o + k] * b[k * m + j];
            c[i * m + j] = s;
        }
}
"""
COLUMNS = """void columns(int n, int m, const double *restrict a, double *restrict mean) {
    for (int j = 0; j < m; j++) {
        double s = 0;
        for (int i = 0; i < n; i++)
            s += a[i * m + j];
        mean[j] = s / n;
    }
}
"""
MANY_COLUMNS = "".join([
    "void columns(int n, int m, const double *restrict a, double mean[restrict][12]) {\n",
    "    for (int j = 0; j < m; j++) {\n", *(f"        double s{k} = 0;\n" for k in range(12)),
    "        for (int i = 0; i < n; i++) {\n", *(f"            s{k} += a[i * m + j] * {k + 2};\n" for k in range(12)),
    "        }\n", *(f"        mean[j][{k}] = s{k} / n;\n" for k in range(12)), "    }\n}\n"])
SCALE = "void scale(int n, double *restrict x) {\n    for (int i = 0; i < n; i++)\n        x[i] *= 2;\n}\n"


SPARSE = """struct rows { int count, *start, *column; double *value; };
void multiply(const struct rows *a, const double *x, double *y) {
    for (int i = 0; i < a->count; i++) {
        double s = 0;
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            s += a->value[k] * x[a->column[k]];
        y[i] = s;
    }
}
"""
CLOSURE = """void closure(int n, unsigned char *reach) {
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            if (reach[i * n + k])
                for (int j = 0; j < n; j++)
                    reach[i * n + j] |= reach[k * n + j];
}
"""
STEPS_IN_SPACE = """void steps_in_space(int steps, int n, double u[restrict n][n][n], double v[restrict n][n][n]) {
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    v[i][j][k] = u[i][j][k] + u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    u[i][j][k] = v[i][j][k] + v[i - 1][j][k] + v[i + 1][j][k] + v[i][j - 1][k] + v[i][j + 1][k];
    }
}
"""


class SmallSizes(CommandLineTest):
    machine_lines = ["cores: 4"]  # the generic one, whatever the machine of the test is

    def machine(self):
        return self.write("machine.yaml", "\n".join([*self.machine_lines, ""]))

    def optimized(self, text, *options):
        source = self.write("a.c", text)
        self.expect([source, f"--machine={self.machine()}", *options, "-o", "b.c", "--emit-script=a.lua"], 0)
        return (self.folder / "b.c").read_text()

    def least(self, text, *options):
        """The arguments of `source_if_fewer`."""
        self.optimized(text, *options)
        found = re.search(r"source_if_fewer\((\d+)(?:, \{(.*)\})?\)", (self.folder / "a.lua").read_text())
        self.assertIsNotNone(found)
        return int(found.group(1)), [int(length) for length in (found.group(2) or "").split(", ") if length]

    def test_threads_that_sleep_need_more_work(self):
        code = self.optimized(SCALE, "--target=openmp")
        found = re.search(r"n >= espalier_enough\((\d+), (\d+)\)", code)
        self.assertIsNotNone(found, code)
        awake, asleep = map(int, found.groups())
        self.assertGreater(asleep, 5 * awake)
        self.write("c.c", '#include "b.c"\nint main(void) { return (int)espalier_enough(1, 2); }\n')
        subprocess.run(["gcc", "-Wall", "-Wextra", "-Werror", "-fopenmp", "c.c", "-o", "c"], cwd=self.folder, check=True)
        for policy, enough in (("passive", 2), ("PASSIVE", 2), ("active", 1), (None, 1)):
            others = {name: value for name, value in os.environ.items() if name != "OMP_WAIT_POLICY"}
            environment = {**others, **({"OMP_WAIT_POLICY": policy} if policy else {})}
            self.assertEqual(subprocess.run([self.folder / "c"], env=environment).returncode, enough, policy)

    def test_blocks_of_a_product_need_work_and_columns(self):
        instances, lengths = self.least(PRODUCT, "--target=c")
        self.assertIn(instances, range(100, 5000))
        rows, columns, steps = lengths
        self.assertEqual((rows, steps), (0, 0))
        self.assertIn(columns, range(2, 9))
        code = (self.folder / "b.c").read_text()
        self.assertIn(f"1.0 * n * m * o >= {instances} && m >= {columns}) {{", code)
        self.assertIn("} else {", code)
        self.assertIn("s += a[i * o + k] * b[k * m + j];", code)

    def test_strips_need_as_many_columns(self):
        instances, lengths = self.least(COLUMNS, "--target=c")
        self.assertIn(instances, range(20, 1001))
        self.assertIn(lengths[0], range(4, 17))
        self.assertEqual(lengths[1], 0)

    def test_dimensions_are_short_where_there_is_enough_in_the_others(self):
        """In what all caches hold, tiles in time would not pay for a few steps, but they do not run for that."""
        self.machine_lines = ["cores: 2", "vector: 64", "second_cache: 2097152", "last_cache: 503316480"]
        instances, lengths = self.least(STEPS_IN_SPACE, "--target=openmp")
        self.assertIn(instances, range(100_000, 100_000_000))
        self.assertLess(max(lengths, default=0), 8)

    def test_gains_that_the_estimate_does_not_see_need_work(self):
        instances, _ = self.least(CLOSURE, "--target=c")
        words = [self.folder / "a.c", "--target=c", f"--machine={self.machine()}", "--explain", "-o", "b.c"]
        self.expect(words, 0, "`split_pivot` 1.0")
        self.assertIn(instances, range(100, 100_000))

    def test_loops_that_begin_at_once_need_nothing(self):
        code = self.optimized(SCALE, "--target=c")
        self.assertNotIn(">=", code)
        self.assertNotIn("else", code)

    def test_threads_that_do_not_start_cost_where_there_is_no_code_for_one(self):
        alone, _ = self.least(COLUMNS, "--target=c")
        among_threads, _ = self.least(COLUMNS, "--target=openmp")
        self.assertEqual(among_threads, alone)
        alone, _ = self.least(MANY_COLUMNS, "--target=c")
        among_threads, _ = self.least(MANY_COLUMNS, "--target=openmp")
        self.assertGreater(among_threads, alone)

    def test_scripts_say_the_same(self):
        for text in (PRODUCT, COLUMNS):
            for target in ("--target=c", "--target=openmp"):
                code = self.optimized(text, target)
                source = self.folder / "a.c"
                self.expect([source, target, f"--machine={self.machine()}", "--script=a.lua", "-o", "c.c"], 0)
                self.assertEqual((self.folder / "c.c").read_text(), code)

    def test_new_code_is_in_a_function_of_its_own(self):
        code = self.optimized("#include <math.h>\n\n/* What it does,\n   and how. */\n// More.\n" + COLUMNS, "--target=c")
        head = "static __attribute__((noinline)) void espalier_region1(int n, int m, const double *restrict a, " \
               "double *restrict mean)\n{\n    for"
        self.assertIn(head, code)
        self.assertLess(code.index("#include"), code.index(head))
        self.assertIn("}\n\n/* What it does,\n   and how. */\n// More.\nvoid columns(", code)
        self.assertRegex(code, r"if \(.* >= .*\) {\n *espalier_region1\(n, m, a, mean\);\n *} else {")

    def test_pointers_that_the_check_finds_apart_are_restricted(self):
        code = self.optimized(COLUMNS.replace("restrict ", ""), "--target=c")
        self.assertIn("espalier_region1(int n, int m, const double *restrict a, double *restrict mean)", code)

    def last_column(self, declaration):
        """COLUMNS with a sum that is used later."""
        text = COLUMNS.replace("void columns", "double columns").replace("double s = 0", "s = 0")
        text = text.replace("    for (int j", f"    {declaration};\n    for (int j", 1)
        return self.optimized(text.replace("    }\n}", "    }\n    return s;\n}"), "--target=c")

    def test_a_function_changes_copies_of_variables_that_are_used_later(self):
        code = self.last_column("double s = 0")
        self.assertIn("espalier_region1(int n, int m, const double *restrict a, double *restrict mean, double *espalier_s)", code)
        self.assertRegex(code, r"double espalier_s = s;\n *espalier_region1\(n, m, a, mean, &espalier_s\);\n *s = espalier_s;\n")

    def test_new_code_stays_where_it_sets_variables_that_need_not_have_a_value(self):
        code = self.last_column("double s")
        self.assertIn(">= ", code)
        self.assertNotIn("espalier_region", code)

    def test_what_is_asked_for_runs(self):
        code = self.optimized(COLUMNS, "--target=c", "--choice=recurrences_in_strips")
        self.assertNotIn("source_if_fewer", (self.folder / "a.lua").read_text())
        self.assertNotIn("1.0 * ", code)

    def test_machines_on_which_regions_start_at_once(self):
        self.machine_lines = ["cores: 4", "region_start: 0"]
        for text in (PRODUCT, COLUMNS):
            self.optimized(text, "--target=c")
            self.assertNotIn("source_if_fewer", (self.folder / "a.lua").read_text())

    def test_threads_share_what_is_looked_through_in_front_of_their_loops_from_some_size_on(self):
        code = self.optimized(SPARSE, "--target=openmp")
        for reduction in (r"reduction\(& : \w+\)", r"reduction\(min : \w+\) reduction\(max : \w+\)"):
            self.assertRegex(code, r"#pragma omp parallel for " + reduction + r" if\(.* >= [1-9]0000+\)\n")
        self.assertNotIn("omp parallel", self.optimized(SPARSE, "--target=c"))

    def test_wrong_arguments(self):
        source = self.write("a.c", COLUMNS)
        for arguments in ("", "-1", "1.5", "10, {-1}", "10, {1}, 2"):
            script = self.write("wrong.lua", f"source_if_fewer({arguments})\n")
            self.expect([source, f"--script={script}"], 1, "source_if_fewer")


unittest.main()
