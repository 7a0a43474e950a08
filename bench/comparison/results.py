"""What a comparison finds out about each kernel."""

import statistics
from dataclasses import dataclass, field

from .variants import BASELINE

COMPILERS = ("gcc", "clang")  # the variants that are the source as it is, on one thread


@dataclass
class Outcome:
    """What became of one variant of one kernel."""

    problem: str | None = None  # "optimize", "compile", "run", "WRONG"; None: all is well
    detail: str = ""  # what the tool said about the problem
    compile_seconds: float | None = None
    code_bytes: int | None = None  # of the kernel's functions
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
    sizes: dict[str, int]
    outcomes: dict[str, Outcome]  # by the variant's name
    translations: dict[str, Translation] = field(default_factory=dict)  # by the target
    # Bytes per second, one per run, by (pattern, is_parallel); on arrays as large as the kernel's.
    bandwidths: dict[tuple[str, bool], list[float]] = field(default_factory=dict)

    def has_variants(self, *names):
        """Whether they were among the variants, with a time or without."""
        return all(name in self.outcomes for name in names)

    def seconds(self, variant_name):
        """None if there is no such variant, or it has no time."""
        outcome = self.outcomes.get(variant_name)
        return outcome.median() if outcome else None

    def speedup(self, variant_name, reference_seconds):
        """None if one of the two has no time."""
        own = self.seconds(variant_name)
        return reference_seconds / own if reference_seconds and own else None

    def ratio(self, variant_name):
        """Speed-up over the baseline; None if one of the two has no time."""
        return self.speedup(variant_name, self.seconds(BASELINE.name))

    def best_compiler(self):
        """The one whose code of the source is fastest; None if none has a time."""
        timed = [name for name in COMPILERS if self.seconds(name)]
        return min(timed, key=self.seconds, default=None)

    def translation_seconds(self, name):
        """That Espalier took; None if it was not asked, or failed."""
        translation = self.translations.get(name)
        return translation.timings.get("total") if translation else None

    def least_seconds(self, traffic, is_parallel):
        """For so much traffic, at this kernel's bandwidth; None if that was not measured."""
        if not self.bandwidths:
            return None
        return sum(moved / statistics.median(self.bandwidths[pattern, is_parallel])
                   for pattern, moved in traffic.moved_bytes(self.sizes).items())
