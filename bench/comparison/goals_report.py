"""What generated code reaches, beside what it is to reach, in Markdown."""

from .goals import (CODE_GOAL, COMPILE_GOAL, COMPILER_GOAL, LIMIT_GOAL, goals, meets,
                    over_compilers, over_library, over_limit, over_peers, over_untiled, quotient,
                    sides_of)
from .markdown import judged_cell, number_cell, seconds_cell, section, table_head, table_row
from .peers import MACHINE, best_peer
from .products import product_kernels
from .traffic import COMPULSORY, UNTILED
from .variants import FLAGS


def table_by_side(results, sides, columns, cells, side_columns, side_cells):
    """Some columns for a kernel, others for a kernel and a side."""
    lines = table_head([*columns, *(name for side in sides for name in side_columns(side))])
    for result in results:
        of_sides = (cell for side in sides for cell in side_cells(result, side))
        lines.append(table_row([*cells(result), *of_sides]))
    return lines


def of_kernels(results, kernels):
    return [result for result in results if result.kernel in kernels]


def goal_section(results):
    lines = table_head(["goal", "wanted", "reached", "verdict", "missed by"])
    for goal in goals(results):
        missed = (f"{kernel} {number_cell(value)}" for kernel, value in goal.missed.items())
        lines.append(table_row([goal.title, goal.wanted, goal.reached, goal.verdict,
                                ", ".join(missed)]))
    return section("Goals", "\"Open\": not enough kernels were measured to say. In the tables that "
                   "follow, what misses a goal is bold.", lines)


def rival_section(results, sides):
    def compiler_cells(result):
        best = result.best_compiler()
        return [result.kernel, best or "-", seconds_cell(result.seconds(best) if best else None)]

    def cells(result, side):
        over, ratio = over_compilers(result, side), result.ratio(side.ours)
        judged = judged_cell(over, meets(over, least=COMPILER_GOAL))
        peer = best_peer(result.kernel, side.is_parallel)
        if not peer:
            return [judged, number_cell(ratio), "-"]
        return [judged, judged_cell(ratio, meets(over_peers(result, side), least=1)),
                f"{peer.speedup:.2f} ({peer.tool})"]

    return section(
        "The better of gcc and clang, and the best peer",
        f"The peers' ratios to gcc were measured on another machine: {MACHINE}. Wanted: "
        f"{COMPILER_GOAL:g} of the better compiler, and the best peer's ratio.",
        table_by_side(results, sides, ["kernel", "best compiler", "seconds"], compiler_cells,
                      lambda side: [f"{side.ours} over it", "over gcc", "best peer over gcc"],
                      cells))


def product_section(results, sides):
    """Empty without products."""
    with_library = [side for side in sides if results[0].has_variants(side.library)]
    with_products = of_kernels(results, product_kernels())
    if not with_library or not with_products:
        return []

    def cells(result, side):
        over = over_library(result, side)
        return [seconds_cell(result.seconds(side.ours)), seconds_cell(result.seconds(side.library)),
                judged_cell(over, meets(over, most=side.product_goal))]

    return section(
        "Products", "OpenBLAS does the products of a kernel on the same data, in the same run; "
        "what the kernel does beside them is not counted there.",
        table_by_side(with_products, with_library, ["kernel"], lambda result: [result.kernel],
                      lambda side: [f"{side.ours} (s)", f"{side.library} (s)",
                                    f"time ratio, wanted {side.product_goal:g}"], cells))


def memory_section(memory):
    lines = table_head(["pattern", "GB/s, one thread", "GB/s, all threads"])
    for pattern in dict.fromkeys(pattern for pattern, _ in memory.speeds):
        lines.append(table_row([pattern, *(number_cell(memory.speeds[pattern, is_parallel] / 1e9, 1)
                                           for is_parallel in (False, True))]))
    return section("Memory bandwidth", f"On arrays of {memory.array_bytes >> 20} MiB each.", lines)


def megabytes_cell(size):
    return number_cell(size / 1e6, 0 if size >= 1e8 else 2)


def traffic_table(results, sides, traffics, column, measure, **bounds):
    """Of the kernels of `traffics`, with a measure that is to stay within bounds."""
    def moved(result):
        return sum(traffics[result.kernel].moved_bytes(result.sizes).values())

    def traffic_cells(result):
        traffic = traffics[result.kernel]
        return [result.kernel, f"`{traffic.formula()}`", megabytes_cell(moved(result)),
                megabytes_cell(traffic.working_set(result.sizes))]

    def cells(result, side):
        least = result.least_seconds(traffics[result.kernel], side.is_parallel)
        value = measure(result, side)
        return [number_cell(quotient(moved(result) / 1e9, least), 1), seconds_cell(least),
                seconds_cell(result.seconds(side.ours)), judged_cell(value, meets(value, **bounds))]

    return table_by_side(results, sides, ["kernel", "bytes", "MB", "arrays (MB)"], traffic_cells,
                         lambda side: [f"{side.title}: GB/s", "least (s)", f"{side.ours} (s)",
                                       column], cells)


def limit_section(results, sides):
    """Empty without kernels that bandwidth bounds."""
    bounded = of_kernels(results, COMPULSORY)
    return section(
        "Bandwidth-bound kernels", "The least time that the compulsory traffic takes at the "
        "bandwidth that loops of the same pattern reach on arrays of the same size, where these "
        f"may fit in a cache. Wanted: at most {LIMIT_GOAL:g} times the least.",
        traffic_table(bounded, sides, COMPULSORY, "times the least", over_limit, most=LIMIT_GOAL),
    ) if bounded else []


def stencil_section(results, sides):
    """Empty without stencils."""
    stencils = of_kernels(results, UNTILED)
    return section(
        "Stencils in time", "The least time, at such a bandwidth, if every step streams its arrays "
        "once: what time tiling can beat. Wanted: a speed-up over it.",
        traffic_table(stencils, sides, UNTILED, "speed-up over it", over_untiled, least=1),
    ) if stencils else []


def kibibytes_cell(size):
    return number_cell(size / 1024, 1)


def code_section(results, sides):
    def cells(result, side):
        outcome = result.outcomes[side.ours]
        seconds, size = outcome.compile_seconds, outcome.code_bytes
        return [judged_cell(seconds, meets(seconds, most=COMPILE_GOAL)),
                judged_cell(size, meets(size, most=CODE_GOAL), kibibytes_cell)]

    return section(
        "Compiling the generated code", f"With gcc {' '.join(FLAGS)}: seconds for the whole "
        "program, and machine code of all functions that are not the harness's.",
        table_by_side(results, sides, ["kernel"], lambda result: [result.kernel],
                      lambda side: [f"{side.ours}, compiled in (s)", "machine code (KiB)"], cells))


def goal_sections(results, settings):
    """Empty if there is no variant that has goals."""
    sides = sides_of(results)
    if not sides:
        return []
    return [*goal_section(results), *rival_section(results, sides),
            *product_section(results, sides), *memory_section(settings.memory),
            *limit_section(results, sides), *stencil_section(results, sides),
            *code_section(results, sides)]
