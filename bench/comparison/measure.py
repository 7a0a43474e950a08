"""Builds the variants of a kernel, runs them in turns and checks what they compute."""

import math
import os
import re
import statistics
import subprocess
from dataclasses import dataclass, field

from .variants import BASELINE, compile_command, is_for, optimize_command, translation_of

LONG_RUN = 3.0  # seconds; a variant that takes longer runs once
SHORT_RUN = 0.05  # seconds; a kernel that takes less is called until it has taken as long
MOST_CALLS = 20


@dataclass
class Outcome:
    """What became of one variant of one kernel."""

    problem: str | None = None  # "optimize", "compile", "run", "WRONG"; None: all is well
    detail: str = ""  # what the tool said about the problem
    seconds: list[float] = field(default_factory=list)  # one per run
    difference: float = 0.0  # largest, of all runs, from the baseline's results

    def median(self):
        """Seconds; None if there is no time to believe."""
        return statistics.median(self.seconds) if self.seconds and not self.problem else None

    def fail(self, problem, detail):
        self.problem, self.detail = problem, detail


@dataclass
class Translation:
    """What Espalier made of a kernel for one target."""

    timings: dict[str, float] = field(default_factory=dict)  # seconds of each phase, in its order
    problem: str = ""  # what Espalier said; empty: it succeeded


@dataclass
class KernelResult:
    kernel: str
    outcomes: dict[str, Outcome]  # by the variant's name
    translations: dict[str, Translation]  # by the target

    def ratio(self, variant_name):
        """Speed-up over the baseline; None if one of the two has no time."""
        base = self.outcomes[BASELINE.name].median()
        own = self.outcomes[variant_name].median()
        return base / own if base and own else None

    def translation_seconds(self, name):
        """That Espalier took; None if it was not asked, or failed."""
        translation = self.translations.get(name)
        return translation.timings.get("total") if translation else None


def run_tool(command, limit, environment=None):
    """Exit status, standard output and standard error; a tool beyond its limit counts as failed."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit,
                              env={**os.environ, **(environment or {})})
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return -1, "", f"took more than {limit} s"
    except OSError as error:
        return -1, "", f"{os.path.basename(command[0])}: {error.strerror}"


class KernelComparison:
    """All that is done to one kernel, step by step."""

    def __init__(self, kernel, variants, settings, progress):
        self.kernel = kernel
        self.variants = [variant for variant in variants if is_for(variant, kernel)]
        self.settings = settings
        self.progress = progress  # called with a few words on what happens
        self.source = os.path.join(settings.kernels_folder, kernel + ".c")
        self.reference = self.work_file("reference")
        self.calls = 1  # of the kernel, in one run
        self.result = KernelResult(kernel, {v.name: Outcome() for v in variants}, {})

    def run(self):
        for variant in self.variants:
            self.build(variant)
        self.progress("run")
        self.calibrate()
        for turn in range(self.settings.runs):
            for variant in self.variants:
                self.measure(variant, turn)
        if os.path.exists(self.reference):
            os.remove(self.reference)
        return self.result

    def work_file(self, suffix):
        return os.path.join(self.settings.work_folder, f"{self.kernel}.{suffix}")

    def complaint(self, status, errors):
        """The line of a tool's error output that tells most, or the status if there is none."""
        lines = [line for line in errors.splitlines() if line.strip()]
        telling = [line for line in lines if "error" in line.lower()] or lines
        words = telling[0].strip() if telling else f"exit status {status}"
        return words.replace(self.settings.work_folder + os.sep, "")

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
        maker = "script" if variant.is_scripted else variant.scheduler
        return self.work_file(f"{maker}-{variant.target}.c")

    def build(self, variant):
        source = self.source
        outcome = self.result.outcomes[variant.name]
        if variant.target:
            translation = self.translate(variant)
            if translation.problem:
                outcome.fail("optimize", translation.problem)
                return
            source = self.translated(variant)
        self.progress(variant.name)
        settings = self.settings
        command = compile_command(variant, source, self.work_file(variant.name),
                                  settings.kernels_folder, settings.fixed_preset)
        status, _, errors = run_tool(command, settings.limit)
        if status != 0:
            outcome.fail("compile", self.complaint(status, errors))

    def execute(self, variant, *options):
        """Runs a variant; returns exit status, seconds of its calls, standard output and error."""
        settings = self.settings
        preset = [] if settings.fixed_preset else [f"--preset={settings.preset}"]
        environment = {"OMP_NUM_THREADS": str(settings.threads)}
        command = [os.path.join(".", self.work_file(variant.name)), *preset, *options]
        status, output, errors = run_tool(command, settings.limit, environment)
        times = [float(seconds) for seconds in re.findall(r"^time: (\S+)$", output, re.M)]
        return status, times, output, errors

    def calibrate(self):
        """Runs the baseline once, for results to compare with and the calls that a run needs."""
        outcome = self.result.outcomes[BASELINE.name]
        if outcome.problem:
            return
        status, times, _, errors = self.execute(BASELINE, f"--write={self.reference}")
        if status != 0 or not times:
            outcome.fail("run", self.complaint(status, errors))
            return
        self.calls = max(1, min(MOST_CALLS, math.ceil(SHORT_RUN / max(times[0], 1e-9))))

    def measure(self, variant, turn):
        outcome = self.result.outcomes[variant.name]
        baseline_failed = self.result.outcomes[BASELINE.name].problem
        if outcome.problem or baseline_failed or (turn > 0 and max(outcome.seconds) > LONG_RUN):
            return
        status, times, output, errors = self.execute(
            variant, f"--repeat={self.calls}", f"--compare={self.reference}",
            f"--tolerance={self.settings.tolerance:g}")
        difference = re.search(r"^difference: (\S+)$", output, re.M)
        if not times or not difference:
            outcome.fail("run", self.complaint(status, errors))
            return
        outcome.seconds.append(statistics.median(times))
        outcome.difference = max(outcome.difference, float(difference[1]))
        if status != 0:
            outcome.fail("WRONG", f"differs from {BASELINE.name} by {outcome.difference:g}")
