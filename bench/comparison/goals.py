"""What generated code is to reach, and what it reaches.

All measures are of one kernel and one side, and None where something has no time.
"""

import math
from dataclasses import dataclass, field

from .peers import SPEEDUPS, best_peer
from .products import product_kernels
from .results import COMPILERS
from .traffic import COMPULSORY, UNTILED

COMPILER_GOAL = 0.95  # least speed-up over the better of the compilers
PEERS_TO_MISS = 3  # kernels
LIMIT_GOAL = 1.1  # most, times the seconds that bandwidth allows
COMPILE_GOAL = 5.0  # seconds
CODE_GOAL = 64 << 10  # bytes


@dataclass(frozen=True)
class Side:
    """Code for one thread, or for all."""

    title: str
    ours: str  # variant
    library: str  # variant that does the products of a kernel
    is_parallel: bool
    mean_goal: float  # least geometric mean of the speed-ups over gcc
    product_goal: float  # most, times the library's seconds


SIDES = (Side("one thread", "espalier-gcc", "openblas", False, 3.5, 1.15),
         Side("all threads", "espalier-omp-gcc", "openblas-par", True, 6.0, 1.25))


@dataclass(frozen=True)
class Goal:
    """`verdict` is "met", "missed", or "open": not enough was measured to say."""

    title: str
    wanted: str
    reached: str
    verdict: str
    missed: dict[str, float | None] = field(default_factory=dict)  # by kernel


def geometric_mean(ratios):
    """None for no ratios."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else None


def quotient(dividend, divisor):
    return dividend / divisor if dividend and divisor else None


def over_compilers(result, side):
    """Speed-up over the better of the compilers."""
    best = result.best_compiler()
    return result.speedup(side.ours, result.seconds(best)) if best else None


def over_peers(result, side):
    """Our speed-up over gcc by the best peer's."""
    return quotient(result.ratio(side.ours), best_peer(result.kernel, side.is_parallel).speedup)


def over_library(result, side):
    """Our seconds by OpenBLAS's for the same products."""
    return quotient(result.seconds(side.ours), result.seconds(side.library))


def over_limit(result, side):
    """Our seconds by those that the compulsory traffic takes."""
    traffic = COMPULSORY[result.kernel]
    return quotient(result.seconds(side.ours), result.least_seconds(traffic, side.is_parallel))


def over_untiled(result, side):
    """Speed-up over what bandwidth allows if time is not tiled."""
    traffic = UNTILED[result.kernel]
    return quotient(result.least_seconds(traffic, side.is_parallel), result.seconds(side.ours))


def meets(value, least=None, most=None):
    if value is None:
        return False
    return (least is None or value >= least) and (most is None or value <= most)


def verdict(is_missed, is_complete):
    return "missed" if is_missed else "met" if is_complete else "open"


def goal_for_each(title, values, total, may_miss=0, **bounds):
    """All kernels but a few are to have values within the bounds; `total` kernels there are.

    None if no kernel was measured."""
    if not values:
        return None
    missed = {kernel: value for kernel, value in values.items() if not meets(value, **bounds)}
    return Goal(title, f"{total - may_miss} of {total}",
                f"{len(values) - len(missed)} of {len(values)}",
                verdict(len(missed) > may_miss, len(values) >= total), missed)


def mean_goal(results, side):
    """Of PolyBench's kernels; a mean over some of them decides nothing. None if none has a time."""
    ratios = [ratio for result in results if (ratio := result.ratio(side.ours))]
    mean = geometric_mean(ratios)
    if mean is None:
        return None
    is_complete = len(ratios) == len(SPEEDUPS)
    return Goal(f"geometric mean over gcc, {side.title}", f"at least {side.mean_goal:g}",
                f"{mean:.2f}", verdict(is_complete and mean < side.mean_goal, is_complete))


def side_goals(results, side):
    """`results` are those of kernels that the side's variant was made for."""
    polybench = [result for result in results if result.kernel in SPEEDUPS]

    def values(measure, kernels, *rivals):
        return {r.kernel: measure(r, side) for r in results
                if r.kernel in kernels and r.has_variants(*rivals)}

    def outcomes(attribute):
        return {r.kernel: getattr(r.outcomes[side.ours], attribute) for r in results}

    return [
        goal_for_each(f"at least {COMPILER_GOAL:g} of the better of gcc and clang, {side.title}",
                      values(over_compilers, [r.kernel for r in results], *COMPILERS),
                      len(SPEEDUPS), least=COMPILER_GOAL),
        goal_for_each(f"the best peer's speed-up over gcc, {side.title}",
                      values(over_peers, SPEEDUPS), len(SPEEDUPS), PEERS_TO_MISS, least=1),
        mean_goal(polybench, side),
        goal_for_each(f"within {side.product_goal:g} of OpenBLAS's time for products, {side.title}",
                      values(over_library, product_kernels(), side.library),
                      len(product_kernels()), most=side.product_goal),
        goal_for_each(f"within {LIMIT_GOAL:g} of the time for compulsory traffic, {side.title}",
                      values(over_limit, COMPULSORY), len(COMPULSORY), most=LIMIT_GOAL),
        goal_for_each(f"stencils above what bandwidth allows untiled, {side.title}",
                      values(over_untiled, UNTILED), len(UNTILED), least=1),
        goal_for_each(f"compiles in {COMPILE_GOAL:g} s, {side.ours}", outcomes("compile_seconds"),
                      len(SPEEDUPS), most=COMPILE_GOAL),
        goal_for_each(f"at most {CODE_GOAL >> 10} KiB of machine code, {side.ours}",
                      outcomes("code_bytes"), len(SPEEDUPS), most=CODE_GOAL),
    ]


def sides_of(results):
    """Those whose variant was among the variants."""
    return [side for side in SIDES if any(result.has_variants(side.ours) for result in results)]


def goals(results):
    """Those that something was measured for."""
    return [goal for side in sides_of(results) for goal in side_goals(results, side) if goal]
