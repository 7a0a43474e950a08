#!/usr/bin/env python3
"""Compares, in one run, the kernels as compilers leave them with those that Espalier rewrites.

Every variant's results are checked against those of gcc. Writes table.md, which holds them against
the goals for generated code, results.json and plot.svg.

    bench/compare.py --kernels=gemm,lu --preset=MEDIUM
    bench/compare.py --fixed --variants=gcc,polly,espalier-gcc --runs=5
    bench/compare.py --folder=bench/applications
"""

import argparse
import os
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from comparison.bandwidth import BandwidthMeter, Memory
from comparison.measure import KernelComparison
from comparison.plot import svg
from comparison.report import json_text, markdown
from comparison.tools import run_tool
from comparison.traffic import PRESETS
from comparison.variants import BASELINE, DEFAULT_VARIANTS, FLAGS, VARIANTS

ROOT = Path(__file__).resolve().parent.parent


@dataclass
class Settings:
    """What every kernel of a run has in common; paths are relative to the repository."""

    espalier: str
    kernels_folder: str
    work_folder: str
    preset: str
    fixed_preset: str | None  # None: sizes are known at run time
    runs: int
    threads: int
    tolerance: float
    limit: float  # seconds, for each command
    description: dict[str, str]  # of machine, tools and command line, for readers
    memory: Memory | None = None  # None: not measured yet


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--espalier", default=str(ROOT / "build/release/bin/espalier"))
    parser.add_argument("--preset", default="LARGE", choices=PRESETS)
    parser.add_argument("--fixed", action="store_true", help="compile the sizes in")
    parser.add_argument("--folder", default="bench/kernels",
                        help="of the kernels (default: bench/kernels)")
    parser.add_argument("--kernels", help="names, separated by commas (default: all)")
    parser.add_argument("--variants", help="names, separated by commas, of "
                        f"{', '.join(v.name for v in VARIANTS)} (default: "
                        f"{', '.join(DEFAULT_VARIANTS)})")
    parser.add_argument("--runs", type=int, default=3, help="of every variant (default: 3)")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="(default: all cores)")
    parser.add_argument("--tolerance", type=float, default=1e-6, help="(default: 1e-6)")
    parser.add_argument("--limit", type=float, default=600,
                        help="seconds that a command may take (default: 600)")
    parser.add_argument("--output", default=str(ROOT / "build/bench"),
                        help="folder (default: build/bench)")
    arguments = parser.parse_args()
    if arguments.runs < 1:
        parser.error("--runs must be at least 1")
    return parser, arguments


def chosen(parser, option, names, available, default):
    """The available names that a comma-separated list holds, in their own order."""
    wanted = names.split(",") if names else default
    unknown = [name for name in wanted if name not in available]
    if unknown:
        parser.error(f"--{option}: unknown: {', '.join(unknown)}")
    return [name for name in available if name in wanted]


def cpu_model():
    match = re.search(r"^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text(), re.M)
    return match[1] if match else "unknown"


def version(command):
    """The first line that a tool says about itself."""
    status, said, _ = run_tool([command, "--version"], limit=60)
    return said.splitlines()[0] if status == 0 and said else "not available"


def without_folders(argument):
    """An argument whose absolute path, if any, is cut down to the repository's or its last name."""
    name, equals, value = argument.rpartition("=")
    if not os.path.isabs(value):
        return argument
    path = Path(value).resolve()
    return name + equals + (str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name)


def describe(arguments):
    command = ["bench/compare.py", *map(without_folders, sys.argv[1:])]
    return {
        "machine": f"{cpu_model()}, {os.cpu_count()} cores",
        "load": f"{', '.join(f'{load:.2f}' for load in os.getloadavg())} before the run "
                "(means of 1, 5 and 15 minutes)",
        "threads": f"{arguments.threads} where parallel",
        "gcc": version("gcc"),
        "clang": version("clang-19"),
        "espalier": version(arguments.espalier),
        "flags": " ".join(FLAGS),
        "sizes": f"{arguments.preset}, {'fixed' if arguments.fixed else 'known at run time'}",
        "command": f"`{shlex.join(command)}`",
    }


def make_settings(arguments):
    output = os.path.relpath(arguments.output)
    work = os.path.join(output, "work")
    os.makedirs(work, exist_ok=True)
    return output, Settings(
        espalier=arguments.espalier, kernels_folder=arguments.folder, work_folder=work,
        preset=arguments.preset, fixed_preset=arguments.preset if arguments.fixed else None,
        runs=arguments.runs, threads=arguments.threads, tolerance=arguments.tolerance,
        limit=arguments.limit, description=describe(arguments))


def say(words):
    print(words, end="", file=sys.stderr, flush=True)


def summary(result, variants):
    """One line on a kernel, for whoever waits; what is wrong stands out."""
    base = result.outcomes[BASELINE.name]
    words = [f"{base.median():.6f} s"] if base.median() else []
    for variant in variants:
        outcome, ratio = result.outcomes[variant.name], result.ratio(variant.name)
        if outcome.problem == "WRONG":
            words.append(f"{variant.name} !!! WRONG !!! ({outcome.detail})")
        elif outcome.problem:
            words.append(f"{variant.name} {outcome.problem} FAILED")
        elif variant != BASELINE and ratio:
            words.append(f"{variant.name} {ratio:.2f}")
    return ", ".join(words)


def write_outputs(output, results, variants, settings):
    Path(output, "table.md").write_text(markdown(results, variants, settings))
    Path(output, "results.json").write_text(json_text(results, settings))
    Path(output, "plot.svg").write_text(svg(results, variants, settings))


def main():
    parser, arguments = parse_arguments()
    for option in ("espalier", "output"):
        setattr(arguments, option, os.path.abspath(getattr(arguments, option)))
    os.chdir(ROOT)
    all_kernels = sorted(path.stem for path in Path(arguments.folder).glob("*.c"))
    kernels = chosen(parser, "kernels", arguments.kernels,
                     all_kernels, all_kernels)
    names = chosen(parser, "variants", arguments.variants, [v.name for v in VARIANTS],
                   DEFAULT_VARIANTS)
    variants = [v for v in VARIANTS if v == BASELINE or v.name in names]
    output, settings = make_settings(arguments)
    meter = BandwidthMeter(settings)
    say("memory bandwidth ..\n")
    settings.memory = meter.memory()
    results = []
    for number, kernel in enumerate(kernels, 1):
        say(f"[{number}/{len(kernels)}] {kernel}:")
        comparison = KernelComparison(kernel, variants, settings, meter,
                                      lambda words: say(f" {words} .."))
        results.append(comparison.run())
        say(f"\n    {summary(results[-1], variants)}\n")
        write_outputs(output, results, variants, settings)
    say(f"{output}: table.md, results.json, plot.svg\n")
    wrong = [r for r in results if any(o.problem == "WRONG" for o in r.outcomes.values())]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
