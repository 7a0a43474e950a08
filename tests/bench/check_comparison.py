#!/usr/bin/env python3
"""bench/compare.py: what it computes from its measurements, and a run of it on small sizes.

Usage: check_comparison.py ESPALIER
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
ESPALIER = os.path.abspath(sys.argv.pop(1))
KERNELS = ROOT / "bench/kernels"
os.chdir(ROOT)
sys.path.insert(0, str(ROOT / "bench"))

from comparison.cache_simulation import cache_options, kernel_events
from comparison.goals import SIDES, geometric_mean, goals, over_library, over_limit, over_untiled
from comparison.measure import FEWEST_CALLS, MOST_CALLS, calls_for
from comparison.object_code import code_bytes, harness_functions
from comparison.peers import SPEEDUPS, best_peer
from comparison.products import product_file, product_kernels, product_program
from comparison.results import KernelResult, Outcome
from comparison.sampling import class_shares
from comparison.traffic import COMPULSORY, PRESETS, UNTILED, sizes_of

SEQUENTIAL, PARALLEL = SIDES
SYMBOLS = """                 U GOMP_parallel
0000000000000010 r .LC1
0000000000000000 0000000000000cc2 T main
00000000000005e0 0000000000000063 t allocate.constprop.0
0000000000000850 0000000000000034 t kernel
0000000000000190 00000000000006ba t kernel._omp_fn.0
0000000000000890 0000000000000002 t espalier_min
"""


def result(kernel="gemm", sizes=None, **seconds):
    """Variants by name, with `_` for `-`; None for one that fails."""
    outcomes = {name.replace("_", "-"): Outcome(seconds=[time]) if time else Outcome("run")
                for name, time in seconds.items()}
    return KernelResult(kernel, sizes or {}, outcomes)


def goal(results, beginning):
    return next(goal for goal in goals(results) if goal.title.startswith(beginning))


class Profiles(unittest.TestCase):
    DISASSEMBLY = """
  401000:\t62 f1 ed 48 58 d1   \tvaddpd %zmm1,%zmm2,%zmm2
  401006:\tc5 f5 59 c2         \tvmulpd %ymm2,%ymm1,%ymm0
  40100a:\tc5 f1 58 c2         \tvaddpd %xmm2,%xmm1,%xmm0
  40100e:\tc5 f3 58 c2         \tvaddsd %xmm2,%xmm1,%xmm0
  401012:\tc4 e2 f1 b9 c2      \tvfmadd231sd %xmm2,%xmm1,%xmm0
  401017:\t48 ff c0            \tinc    %rax
"""

    def test_samples_are_told_apart_by_what_instructions_work_on(self):
        samples = "".join(f"  {address:x} kernel.constprop.0\n" for address in
                          [0x401000, 0x401000, 0x401000, 0x401006, 0x40100a, 0x40100e, 0x401012,
                           0x401017])
        shares = class_shares(samples + "  401017 main\n  7f001000 memset\n", self.DISASSEMBLY, "")
        self.assertEqual(shares, {"512 bits": 3 / 8, "256 bits": 1 / 8, "128 bits": 1 / 8,
                                  "scalars": 2 / 8, "other": 1 / 8})

    def test_no_samples_have_no_shares(self):
        self.assertEqual(class_shares("", self.DISASSEMBLY, ""), {})

    def test_events_are_those_of_the_kernel_and_its_functions(self):
        output = ("events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\n"
                  "fn=kernel\n10 100 0 0 40 4 2 10 3 1\n11 50 0 0 0 0 0 0 0 0\n"
                  "fn=main\n12 7000 0 0 0 0 0 0 0 0\n"
                  "fn=espalier_kernel0.constprop.0\n13 5 0 0 0 1 0 0 0 0\n")
        self.assertEqual(kernel_events(output),
                         {"Ir": 155, "D1mr": 5, "D1mw": 3, "DLmr": 2, "DLmw": 1})

    def test_caches_are_those_of_the_machine(self):
        machine = {"line": 64, "first_cache": 49152, "first_ways": 12, "second_cache": 1048576,
                   "second_ways": 0}
        self.assertEqual(cache_options(machine), ["--D1=49152,12,64", "--LL=1048576,8,64"])


class Sources(unittest.TestCase):
    def test_sizes_of_a_preset(self):
        text = ("#define SIZE_TABLE(SIZE)       \\\n    SIZE(m, 1, 2, 3, 4, 5)     \\\n"
                "    SIZE(n, 6, 7, 8, 9, 10)\n")
        self.assertEqual(sizes_of(text, "LARGE"), {"m": 4, "n": 9})

    def test_formulas_are_in_the_sizes_of_their_kernels(self):
        for kernel, traffic in [*COMPULSORY.items(), *UNTILED.items()]:
            sizes = sizes_of((KERNELS / f"{kernel}.c").read_text(), "MINI")
            self.assertGreaterEqual(sum(traffic.moved_bytes(sizes).values()),
                                    traffic.working_set(sizes), kernel)

    def test_every_kernel_has_sizes(self):
        for path in KERNELS.glob("*.c"):
            self.assertTrue(all(sizes_of(path.read_text(), preset) for preset in PRESETS), path)

    def test_a_product_takes_the_place_of_the_loops_and_of_the_clock(self):
        for kernel in product_kernels():
            text = product_program((KERNELS / f"{kernel}.c").read_text(),
                                   product_file(kernel).read_text())
            self.assertNotIn("#pragma", text)
            self.assertNotIn("clock(", text)
            self.assertEqual(text.count("TIMED("), 1, kernel)

    def test_a_kernel_of_several_regions_has_no_product(self):
        region = "#pragma scop\n#pragma endscop\n"
        self.assertRaises(ValueError, product_program, region + region, "")

    def test_the_harness_is_no_code_of_a_kernel(self):
        functions = harness_functions((KERNELS / "harness.h").read_text())
        self.assertTrue({"main", "fail", "allocate", "option_value", "close_bench"} <= functions)
        self.assertNotIn("kernel", functions)
        self.assertEqual(code_bytes(SYMBOLS, functions), 0x34 + 0x6ba + 2)

    def test_calls_of_a_run(self):
        self.assertEqual(calls_for(2.0), 1)
        self.assertEqual(calls_for(0.4), FEWEST_CALLS)
        self.assertEqual(calls_for(0.01), 5)
        self.assertEqual(calls_for(1e-6), MOST_CALLS)


class Peers(unittest.TestCase):
    def test_the_best_of_all(self):
        self.assertEqual(len(SPEEDUPS), 30)
        for is_parallel, mean in ((False, 2.29), (True, 3.08)):
            best = [best_peer(kernel, is_parallel).speedup for kernel in SPEEDUPS]
            self.assertAlmostEqual(geometric_mean(best), mean, delta=0.01)

    def test_the_source_and_sequential_tools_are_peers(self):
        self.assertEqual(best_peer("mvt", False).tool, "gcc")
        self.assertEqual(best_peer("cholesky", True).tool, "PPCG")
        self.assertIsNone(best_peer("swim", False))


class Goals(unittest.TestCase):
    def test_the_better_compiler_counts(self):
        found = goal([result(gcc=2, clang=1, espalier_gcc=1.02),
                      result("2mm", gcc=1, clang=2, espalier_gcc=1.1)], "at least 0.95")
        self.assertEqual(list(found.missed), ["2mm"])
        self.assertEqual((found.reached, found.verdict), ("1 of 2", "missed"))

    def test_a_failure_is_a_miss(self):
        found = goal([result(gcc=2, clang=1, espalier_gcc=None)], "at least 0.95")
        self.assertEqual(found.missed, {"gemm": None})

    def test_peers_may_be_ahead_of_us_on_three_kernels(self):
        def found(behind, measured=30):
            return goal([result(kernel, gcc=1, espalier_gcc=2 if i < behind else 0.05)
                         for i, kernel in enumerate(sorted(SPEEDUPS)[:measured])], "the best peer")
        self.assertEqual(found(3).verdict, "met")
        self.assertEqual(found(4).verdict, "missed")
        self.assertEqual(found(3, measured=29).verdict, "open")

    def test_a_mean_needs_all_kernels(self):
        def found(kernels):
            return goal([result(kernel, gcc=4, espalier_gcc=1) for kernel in kernels],
                        "geometric mean")
        self.assertEqual((found(SPEEDUPS).reached, found(SPEEDUPS).verdict), ("4.00", "met"))
        self.assertEqual(found(["gemm"]).verdict, "open")

    def test_sides_have_their_own_rivals(self):
        of = result(gcc=1, espalier_gcc=0.3, espalier_omp_gcc=0.2, openblas=0.2, openblas_par=0.1)
        self.assertAlmostEqual(over_library(of, SEQUENTIAL), 1.5)
        self.assertAlmostEqual(over_library(of, PARALLEL), 2)

    def test_goals_without_measurements_are_left_out(self):
        self.assertEqual(goals([result(gcc=1, polly=1)]), [])
        titles = [goal.title for goal in goals([result(gcc=1, espalier_gcc=1)])]
        self.assertFalse([title for title in titles if "clang" in title or "OpenBLAS" in title])

    def test_seconds_for_the_traffic(self):
        of = result("gemver", {"n": 1000}, espalier_gcc=0.009, espalier_omp_gcc=0.009)
        of.bandwidths = {("update", False): [4e9, 1e9, 8e9], ("sum", False): [4e9],
                         ("update", True): [16e9], ("sum", True): [8e9]}
        self.assertAlmostEqual(over_limit(of, SEQUENTIAL), 1.5)  # 0.004 + 0.002 s
        self.assertAlmostEqual(over_limit(of, PARALLEL), 4.5)

    def test_time_tiling_is_worth_something_above_the_bandwidth(self):
        of = result("seidel-2d", {"tsteps": 10, "n": 1000}, espalier_gcc=0.01)
        of.bandwidths = {("update", False): [8e9]}
        self.assertAlmostEqual(over_untiled(of, SEQUENTIAL), 2)


class Run(unittest.TestCase):
    def test_a_run(self):
        with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
            done = subprocess.run(
                [ROOT / "bench/compare.py", f"--espalier={ESPALIER}", "--preset=MINI", "--runs=1",
                 "--variants=gcc,espalier-gcc,espalier-omp-gcc", "--kernels=gemm,jacobi-1d",
                 f"--output={folder}"], capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.check(Path(folder))

    def check(self, folder):
        table = (folder / "table.md").read_text()
        for title in ("Goals", "Memory bandwidth", "Bandwidth-bound kernels", "Stencils in time",
                      "Compiling the generated code"):
            self.assertIn(f"## {title}\n", table)
        self.assertNotIn("## Problems", table)
        values = json.loads((folder / "results.json").read_text())
        self.assertTrue(values["goals"])
        stencil = values["kernels"]["jacobi-1d"]
        self.assertGreater(stencil["variants"]["espalier-gcc"]["code_bytes"], 0)
        self.assertEqual({b["parallel"] for b in stencil["bandwidths"]}, {False, True})


unittest.main()
