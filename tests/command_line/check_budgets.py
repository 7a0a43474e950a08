#!/usr/bin/env python3
"""Checks that regions which would take minutes end with code that is simpler, and legal.

Usage: check_budgets.py ESPALIER
"""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))
from long_functions import LONG_FUNCTIONS

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43)

DEFAULT_BUDGET = 17_000_000

# Far above the limits on processor time, for machines that do much else.
TIMEOUT = 120


def deep_nest(depth):
    """A rectangular nest whose instances all add to few elements."""
    variables = [f"i{k}" for k in range(depth)]
    loops = "\n".join(f"    for (int {v} = 0; {v} < n; {v}++)" for v in variables)
    return f"void f(int n, double *restrict a)\n{{\n{loops}\n        a[{' + '.join(variables[:10])}] += 1;\n}}\n"


def conditions(joined, primes=PRIMES):
    """Conditions on the remainders by many numbers, each over a statement, or joined into one."""
    if joined:
        condition = joined.join(f"i % {p} == 0" for p in primes)
        body = f"        if ({condition})\n            a[i] += 1;\n"
    else:
        body = "".join(f"        if (i % {p} == 0)\n            a[i] += {p};\n" for p in primes)
    return f"void f(int n, double *restrict a)\n{{\n    for (int i = 0; i < n; i++) {{\n{body}    }}\n}}\n"


FLAT_SYRK = """void f(int n, double beta, double *restrict A, double *restrict B, double *restrict C)
{
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += A[k * 130 + i] * B[k * 130 + j];
            C[i * 130 + j] = beta * C[i * 130 + j] + s;
        }
}
"""

QUOTIENTS = """void f(int n, double (*restrict a)[300])
{
    for (int i = -n; i < n; i++)
        for (int j = -n; j < n; j++) {
            if (i / 2 == j / 2)
                a[i + n][j + n] += 1;
            if (i % 4 == j % 4)
                a[i + n][j + n] *= 2;
        }
}
"""


def solver():
    """Many sweeps over arrays of several dimensions with neighbours in each, as solvers have them."""
    lines = ["enum { N = 200 };",
             "static double u[N][N][N][5], rhs[N][N][N][5], vs[N][N][N], qs[N][N][N];",
             "void f(int n, double c, double d)", "{"]
    sweep = "for (int k = {0}; k < n - {0}; k++) for (int j = {0}; j < n - {0}; j++) for (int i = {0}; i < n - {0}; i++)"
    for axis in range(3):
        def at(array, offset, component):
            place = [f"{v} + {offset}" if v == "kji"[axis] else v for v in "kji"]
            return f"{array}[{place[0]}][{place[1]}][{place[2]}]" + (f"[{component}]" if component is not None else "")
        lines.append(f"    {sweep.format(1)} {{")
        lines.append(f"        double up = {at('vs', 1, None)}, um = {at('vs', -1, None)};")
        for m in range(5):
            lines.append(f"        rhs[k][j][i][{m}] += c * ({at('u', 1, m)} - 2 * {at('u', 0, m)} + {at('u', -1, m)})"
                         f" - d * ({at('u', 1, m)} * up - {at('u', -1, m)} * um + {at('qs', 1, None)});")
        lines.append("    }")
        for edge in ("1", "2", "n - 3", "n - 2"):
            variables = [v for v in "kji" if v != "kji"[axis]]
            loops = " ".join(f"for (int {v} = 1; {v} < n - 1; {v}++)" for v in variables)
            lines.append(f"    {loops} {{\n        int {'kji'[axis]} = {edge};")
            for m in range(5):
                lines.append(f"        rhs[k][j][i][{m}] -= d * ({at('u', 0, m)} - 4 * {at('u', 1, m)} + {at('u', -1, m)});")
            lines.append("    }")
        lines.append(f"    {sweep.format(3)}\n        for (int m = 0; m < 5; m++)")
        lines.append(f"            rhs[k][j][i][m] -= d * ({at('u', -2, 'm')} - {at('u', -1, 'm')} + {at('u', 2, 'm')});")
    return "\n".join([*lines, "}", ""])

LITTLE_WORK = "void f(int (*restrict a)[64])\n{\n    for (int i = 0; i < 2; i++) {\n" + "".join(
    f"        int t{k} = a[i][{k % 7}] + a[i][{k % 5}] * {k};\n" + f"        a[i][{(k * 3) % 11}] -= t{k};\n"
    for k in range(32)) + "    }\n}\n"


class BudgetsTest(unittest.TestCase):
    def optimize(self, text, *options):
        """What the code is, and the remarks on it; it must compile."""
        with tempfile.TemporaryDirectory() as folder:
            source, result = Path(folder) / "source.c", Path(folder) / "result.c"
            source.write_text(text)
            done = subprocess.run([sys.argv[1], source, "-o", result, *options], capture_output=True,
                                  text=True, timeout=TIMEOUT)
            self.assertEqual(done.returncode, 0, done.stderr)
            subprocess.run(["gcc", "-fopenmp", "-c", result, "-o", Path(folder) / "result.o"], check=True)
            return result.read_text(), done.stderr

    def test_long_functions_take_no_more_than_the_budget(self):
        for name, make in LONG_FUNCTIONS.items():
            for target in ("c", "openmp"):
                _, remarks = self.optimize(make(), "--timings", f"--target={target}")
                operations = int(re.search(r"timing: operations (\d+)", remarks).group(1))
                self.assertLess(operations, 1.1 * DEFAULT_BUDGET, f"{name}, {target}")

    def test_where_not_all_can_be_had_some_is(self):
        _, remarks = self.optimize(LONG_FUNCTIONS["products"](), "--target=c", "--explain")
        self.assertIn("was transformed", remarks)

    def test_deep_nests(self):
        for depth in (10, 12):
            self.optimize(deep_nest(depth))

    def test_many_remainders_keep_the_order_and_run_in_threads(self):
        code, remarks = self.optimize(conditions(None))
        self.assertIn("#pragma omp parallel for", code)
        self.assertIn("left in the order of the source, but for threads", remarks)
        self.assertIn("[R201]", remarks)

    def test_conditions_of_many_remainders(self):
        self.optimize(conditions(" || "))
        code, _ = self.optimize(conditions(" || ", PRIMES[:-2]))
        self.assertIn("#pragma omp parallel for", code)
        code, _ = self.optimize(conditions(" && "))
        self.assertNotIn("#pragma omp", code, "there is one such number below 2^31")

    def test_products_of_flat_arrays(self):
        self.optimize(FLAT_SYRK)

    def test_equal_quotients_and_remainders(self):
        self.optimize(QUOTIENTS)

    def test_solvers_are_regions_of_a_few_nests_in_threads(self):
        code, remarks = self.optimize(solver(), "--explain")
        self.assertGreater(code.count("#pragma omp parallel for"), 0.8 * solver().count("for (int k"))
        self.assertGreater(remarks.count("was transformed"), 8)
        self.assertNotIn("left in the order", remarks)

    def test_little_work_is_not_searched_for_long(self):
        _, remarks = self.optimize(LITTLE_WORK, "--explain")
        self.assertIn("more than the region's work is worth", remarks)
        self.assertNotIn("[R201]", remarks)

    def test_no_budget_is_no_limit(self):
        code, remarks = self.optimize(QUOTIENTS, "--budget=0")
        self.assertNotIn("[R201]", remarks)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
