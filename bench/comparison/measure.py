"""Builds the variants of a kernel, runs them in turns and checks what they compute."""

import math
import os
import re
import statistics
import time
from pathlib import Path

from .object_code import code_bytes, harness_functions
from .products import PRODUCTS, product_file, product_program
from .results import KernelResult, Outcome, Translation
from .tools import complaint, run_tool, with_threads
from .traffic import sizes_of, traffic_of
from .variants import (BASELINE, compile_command, is_for, link_command, optimize_command,
                       translation_of)

HARNESS = Path("bench/kernels/harness.h")

LONG_RUN = 3.0  # seconds; a variant that takes longer runs once
LONG_CALL = 0.5  # seconds; a kernel that takes longer is called once in a run
SHORT_RUN = 0.05  # seconds; a kernel that takes less is called until it has taken as long
FEWEST_CALLS, MOST_CALLS = 3, 20  # of which the median counts, so that the first does not


def calls_for(seconds):
    """How often a run calls a kernel that takes so long."""
    if seconds > LONG_CALL:
        return 1
    return max(FEWEST_CALLS, min(MOST_CALLS, math.ceil(SHORT_RUN / max(seconds, 1e-9))))


class KernelComparison:
    """All that is done to one kernel, step by step."""

    def __init__(self, kernel, variants, settings, meter, progress):
        self.kernel = kernel
        self.variants = [variant for variant in variants if is_for(variant, kernel)]
        self.settings = settings
        self.meter = meter
        self.progress = progress  # called with a few words on what happens
        self.source = os.path.join(settings.kernels_folder, kernel + ".c")
        self.reference = self.work_file("reference")
        self.reference_seconds = None  # of the run that wrote it
        self.result = KernelResult(kernel, sizes_of(Path(self.source).read_text(), settings.preset),
                                   {v.name: Outcome() for v in variants})

    def run(self):
        for variant in self.variants:
            self.build(variant)
        self.progress("run")
        self.write_reference()
        for turn in range(self.settings.runs):
            for variant in self.variants:
                self.measure(variant, turn)
            self.measure_bandwidth()
        if os.path.exists(self.reference):
            os.remove(self.reference)
        return self.result

    def work_file(self, suffix):
        return os.path.join(self.settings.work_folder, f"{self.kernel}.{suffix}")

    def complaint(self, status, errors):
        return complaint(status, errors).replace(self.settings.work_folder + os.sep, "")

    def translate(self, variant):
        """What Espalier makes of the kernel for a variant; done once for those that share it."""
        name = translation_of(variant)
        if name not in self.result.translations:
            self.progress(f"{variant.scheduler} --target={variant.target}")
            settings = self.settings
            command = optimize_command(settings.espalier, variant, self.source,
                                       self.translated(variant), settings.kernels_folder,
                                       settings.fixed_preset)
            status, _, errors = run_tool(command, settings.limit)
            lines = re.findall(r"^timing: (.+) ([0-9.e+-]+)$", errors, re.M)
            timings = {phase: float(seconds) for phase, seconds in lines}
            problem = self.complaint(status, errors) if status != 0 else ""
            self.result.translations[name] = Translation(timings, problem)
        return self.result.translations[name]

    def translated(self, variant):
        return self.work_file(f"translated-{translation_of(variant).replace(', ', '-')}.c")

    def write_product(self):
        """The source of the program that leaves the kernel's products to OpenBLAS."""
        program = self.work_file("product.c")
        Path(program).write_text(product_program(Path(self.source).read_text(),
                                                 product_file(self.kernel).read_text()))
        return program

    def build(self, variant):
        source = self.source
        if variant.is_product:
            source = self.write_product()
        elif variant.target:
            translation = self.translate(variant)
            if translation.problem:
                self.result.outcomes[variant.name].fail("optimize", translation.problem)
                return
            source = self.translated(variant)
        self.progress(variant.name)
        self.compile(variant, source)

    def compile(self, variant, source):
        """To an object file, whose making is timed and whose code is counted, and a program."""
        settings, outcome = self.settings, self.result.outcomes[variant.name]
        binary = self.work_file(variant.name)
        object_file = binary + ".o"
        start = time.monotonic()
        status, _, errors = run_tool(
            compile_command(variant, source, object_file, [settings.kernels_folder, str(PRODUCTS)],
                            settings.fixed_preset), settings.limit)
        if status == 0:
            outcome.compile_seconds = time.monotonic() - start
            harness = HARNESS.read_text()
            _, symbols, _ = run_tool(["nm", "-S", object_file], settings.limit)
            outcome.code_bytes = code_bytes(symbols, harness_functions(harness))
            status, _, errors = run_tool(link_command(variant, object_file, binary), settings.limit)
        if status != 0:
            outcome.fail("compile", self.complaint(status, errors))

    def execute(self, variant, *options):
        """Runs a variant; returns exit status, seconds of its calls, standard output and error."""
        settings = self.settings
        preset = [] if settings.fixed_preset else [f"--preset={settings.preset}"]
        command = [os.path.join(".", self.work_file(variant.name)), *preset, *options]
        status, output, errors = run_tool(
            command, settings.limit, with_threads(settings.threads if variant.is_parallel else 1))
        times = [float(seconds) for seconds in re.findall(r"^time: (\S+)$", output, re.M)]
        return status, times, output, errors

    def write_reference(self):
        """Runs the baseline once, for results to compare with."""
        outcome = self.result.outcomes[BASELINE.name]
        if outcome.problem:
            return
        status, times, _, errors = self.execute(BASELINE, f"--write={self.reference}")
        if status != 0 or not times:
            outcome.fail("run", self.complaint(status, errors))
            return
        self.reference_seconds = times[0]

    def measure(self, variant, turn):
        outcome = self.result.outcomes[variant.name]
        baseline_failed = self.result.outcomes[BASELINE.name].problem
        if outcome.problem or baseline_failed or (turn > 0 and max(outcome.seconds) > LONG_RUN):
            return
        calls = calls_for(outcome.seconds[-1] if outcome.seconds else self.reference_seconds)
        status, times, output, errors = self.execute(
            variant, f"--repeat={calls}", f"--compare={self.reference}",
            f"--tolerance={self.settings.tolerance:g}")
        difference = re.search(r"^difference: (\S+)$", output, re.M)
        if not times or not difference:
            outcome.fail("run", self.complaint(status, errors))
            return
        outcome.seconds.append(statistics.median(times))
        outcome.difference = max(outcome.difference, float(difference[1]))
        if status != 0:
            outcome.fail("WRONG", f"differs from {BASELINE.name} by {outcome.difference:g}")

    def measure_bandwidth(self):
        """That there is for a kernel which it limits, on arrays as large as its own."""
        traffic = traffic_of(self.kernel)
        if not traffic:
            return
        for pattern in traffic.moved:
            for is_parallel in (False, True):
                speed = self.meter.measure(pattern, traffic.working_set(self.result.sizes),
                                           is_parallel)
                self.result.bandwidths.setdefault((pattern, is_parallel), []).append(speed)
