"""The results as a Markdown table and as JSON."""

import json
from dataclasses import asdict

from .goals import geometric_mean, goals
from .goals_report import goal_sections
from .markdown import seconds_cell, table_head, table_row
from .peers import SPEEDUPS
from .variants import BASELINE, translation_of


def compared_variants(variants):
    """Those that do all that a kernel does, but the baseline."""
    return [v for v in variants if v != BASELINE and not v.is_product]


def ratios_of(results, variant):
    ratios = (result.ratio(variant.name) for result in results)
    return [ratio for ratio in ratios if ratio is not None]


def ratio_cell(result, variant):
    outcome = result.outcomes[variant.name]
    ratio = result.ratio(variant.name)
    if outcome.problem == "WRONG":
        return "**WRONG**"
    if outcome.problem:
        return f"{outcome.problem} failed"
    return f"{ratio:.2f}" if ratio else "-"


def mean_row(title, results, variants, targets):
    """Geometric means of the ratios; (n) behind one of n kernels only, others having failed."""
    cells = []
    for variant in variants:
        ratios = ratios_of(results, variant)
        count = "" if len(ratios) == len(results) else f" ({len(ratios)})"
        cells.append(f"**{geometric_mean(ratios):.2f}**{count}" if ratios else "-")
    totals = [sum(r.translation_seconds(t) or 0 for r in results) for t in targets]
    return table_row([f"**{title}**", "", *cells, *(f"sum {total:.2f}" for total in totals)])


def ratio_table(results, variants):
    compared = compared_variants(variants)
    targets = list(dict.fromkeys(translation_of(v) for v in variants if v.target))
    lines = table_head(["kernel", f"{BASELINE.name} (s)", *(v.name for v in compared),
                        *(f"espalier {target} (s)" for target in targets)])
    for result in results:
        base = result.outcomes[BASELINE.name]
        base_cell = f"{base.problem} failed" if base.problem else seconds_cell(base.median())
        lines.append(table_row([
            result.kernel, base_cell,
            *(ratio_cell(result, variant) for variant in compared),
            *(seconds_cell(result.translation_seconds(t)) for t in targets)]))
    polybench = [result for result in results if result.kernel in SPEEDUPS]
    if 0 < len(polybench) < len(results):
        lines.append(mean_row("geomean, PolyBench", polybench, compared, targets))
    lines.append(mean_row("geomean, all", results, compared, targets))
    return lines


def phase_table(results):
    """Espalier's seconds for every kernel and target, phase by phase; empty if it never ran."""
    rows = [(result.kernel, target, translation.timings) for result in results
            for target, translation in result.translations.items()]
    phases = list(dict.fromkeys(p for _, _, timings in rows for p in timings if p != "total"))
    if not rows:
        return []
    lines = ["## Espalier's time, seconds by phase", ""]
    lines += table_head(["kernel", "target", *phases, "total"])
    for kernel, target, timings in rows:
        cells = [seconds_cell(timings.get(phase)) for phase in [*phases, "total"]]
        lines.append(table_row([kernel, target, *cells]))
    return lines + [""]


def problem_list(results):
    """Every variant that went wrong, with what its tool said; empty if none did."""
    lines = []
    for result in results:
        names_by_problem = {}
        for name, outcome in result.outcomes.items():
            if outcome.problem:
                names_by_problem.setdefault((outcome.problem, outcome.detail), []).append(name)
        lines += [f"- {result.kernel}: {problem} ({', '.join(names)}): `{detail}`"
                  for (problem, detail), names in names_by_problem.items()]
    return ["## Problems", "", *lines, ""] if lines else []


def markdown(results, variants, settings):
    about = [f"- {key}: {value}" for key, value in settings.description.items()]
    explanation = (f"Ratios are {BASELINE.name}'s median time over the variant's: higher is "
                   "faster, below 1 is slower. A variant whose results differ from "
                   f"{BASELINE.name}'s by more than {settings.tolerance:g} is WRONG.")
    return "\n".join(["# Kernels, compiled and optimized", "", *about, "", explanation, "",
                      *ratio_table(results, variants), "", *goal_sections(results, settings),
                      *phase_table(results), *problem_list(results)])


def outcome_values(result, name):
    outcome = result.outcomes[name]
    return {"seconds": outcome.seconds, "median": outcome.median(), "ratio": result.ratio(name),
            "compile_seconds": outcome.compile_seconds, "code_bytes": outcome.code_bytes,
            "difference": f"{outcome.difference:g}", "problem": outcome.problem,
            "detail": outcome.detail}


def kernel_values(result):
    return {
        "variants": {name: outcome_values(result, name) for name in result.outcomes},
        "espalier": {target: {"timings": translation.timings, "problem": translation.problem}
                     for target, translation in result.translations.items()},
        "bandwidths": [{"pattern": pattern, "parallel": is_parallel, "bytes_per_second": speeds}
                       for (pattern, is_parallel), speeds in result.bandwidths.items()],
    }


def json_text(results, settings):
    kernels = {result.kernel: kernel_values(result) for result in results}
    return json.dumps({"about": settings.description, "goals": [asdict(g) for g in goals(results)],
                       "kernels": kernels}, indent=2) + "\n"
