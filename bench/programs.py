#!/usr/bin/env python3
"""Measures whole programs of the kinds that people write, beside what an experienced hand makes of them with OpenMP: each
folder of `bench/programs` has a program, `source.c`, and the same by hand, `by_hand.c`.

    bench/programs.py --runs=5
    bench/programs.py --programs=multigrid,adi --threads=1,2,4 --wait=active,passive --preset=MINI,LARGE
    bench/programs.py --coverage

The source, what Espalier makes of it with and without threads, and the program by hand run in turns, all of them as gcc and
as clang compile them, for each combination of the options. Results have to be those of the source bit for bit, by hand
within 1e-9. Where sums are in the order of threads by hand, Espalier may do the same in one more build, with `--fast-math`,
which is compared with the program by hand. The least time of all runs counts; small sizes are computed so often in a run that it takes a while, and the
median of these is the run's time. Runs of the source count for what is made of it, too, where that is the same text.
Ratios are those of speeds; in the last columns, the better compiler counts for both sides. With `--coverage`, how many of
each program's loops are in regions, how many of them are changed, and why the others are not.
"""

import argparse
import itertools
import os
import re
from pathlib import Path

from comparison.builds import COMPILERS, TARGETS, Builds, build_all
from comparison.markdown import table_head, table_row

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "bench/programs"
SOURCE, ANY_ORDER, HAND = "source", "any-order", "by-hand"
KINDS = (SOURCE, *TARGETS, ANY_ORDER, HAND)
OPTIONS = {**{target: [f"--target={target}"] for target in TARGETS}, ANY_ORDER: ["--fast-math"]}
SEQUENTIAL = (SOURCE, "c")  # kinds that threads change nothing about
TOLERANCE = {ANY_ORDER: 1e-9, HAND: 1e-9}  # sums by thread differ
LONG_ENOUGH = 0.05  # seconds, for a run
MOST_CALLS = 2000


class Program(Builds):
    """A program in its builds: the source, optimized for each target, and by hand, each with two compilers."""

    def __init__(self, folder, options):
        super().__init__(folder.name, Path(options.output) / folder.name, None)
        self.source, self.hand, self.options = folder / "source.c", folder / "by_hand.c", options
        self.unchanged = []  # targets for which the source stays as it is
        self.kinds = list(KINDS)  # that differ
        if "reduction(+" not in self.hand.read_text():
            self.kinds.remove(ANY_ORDER)
        self.tolerance = max(map(float, re.findall(r"^// tolerance: (\S+)", (folder / "program.h").read_text(), re.M)),
                             default=0)

    def build(self):
        for kind in list(self.kinds):
            code = {SOURCE: self.source, HAND: self.hand}.get(kind, self.folder / f"{kind}.c")
            if kind in OPTIONS:
                self.run([self.options.espalier, self.source, *OPTIONS[kind], "-o", code])
                if kind in TARGETS and code.read_bytes() == self.source.read_bytes():
                    self.unchanged.append(kind)
            if kind == ANY_ORDER and code.read_bytes() == (self.folder / "openmp.c").read_bytes():
                self.kinds.remove(kind)
                continue
            for compiler in COMPILERS:
                self.compile(code, name_of(kind, compiler), self.source.parent, compiler)

    def calls(self):
        """How often the source is to be called for a run that takes a while."""
        first = name_of(SOURCE, "gcc")
        self.measure(first, True)
        return max(1, min(MOST_CALLS, int(LONG_ENOUGH / max(self.seconds[first].pop(), 1e-9))))

    def measure_all(self, preset, threads, wait):
        """Least seconds of each build."""
        self.preset = preset
        self.seconds = {build: [] for build in self.seconds}
        environment = {"OMP_WAIT_POLICY": wait} if wait else None
        repeat = f"--repeat={self.calls()}"
        for _ in range(self.options.runs):
            for kind, compiler in itertools.product(self.kinds, COMPILERS):
                tolerance = max(self.tolerance, TOLERANCE.get(kind, 0))
                self.measure(name_of(kind, compiler), False, 1 if kind in SEQUENTIAL else threads,
                             [repeat, f"--tolerance={tolerance}"], environment)
        for kind, compiler in itertools.product(self.unchanged, COMPILERS):
            same = self.seconds[name_of(SOURCE, compiler)] + self.seconds[name_of(kind, compiler)]
            self.seconds[name_of(SOURCE, compiler)] = self.seconds[name_of(kind, compiler)] = same
        if ANY_ORDER not in self.kinds:
            for compiler in COMPILERS:
                self.seconds[name_of(ANY_ORDER, compiler)] = self.seconds[name_of("openmp", compiler)]
        return {build: min(seconds) for build, seconds in self.seconds.items()}


def name_of(kind, compiler):
    return f"{kind}-{compiler}"


def best(seconds, kind):
    return min(seconds[name_of(kind, compiler)] for compiler in COMPILERS)


class Coverage:
    """What `espalier coverage` says of a program."""

    def __init__(self, program):
        self.name = program.name
        text = program.run([program.options.espalier, "coverage", program.source, "--target=openmp"])
        self.loops, self.inside, self.changed = map(int, re.search(r"^ *in all +(\d+) +(\d+) +(\d+)", text, re.M).groups())
        self.reasons = "".join(re.findall(r"^ *Left out, .*|^ *In regions that stay .*", text, re.M | re.S)[:1])
        self.reasons = self.reasons.replace(f"{program.source.parent}/", "")


def coverage_table(programs):
    found = [Coverage(program) for program in programs]
    rows = [table_row([one.name, str(one.loops), str(one.inside), str(one.changed)]) for one in found]
    reasons = [f"{one.name}\n{one.reasons}" for one in found if one.reasons]
    return "\n".join([*table_head(["program", "loops", "in regions", "changed"]), *rows, "", *reasons])


def time_table(measured):
    builds = [name_of(kind, compiler) for kind in KINDS for compiler in COMPILERS]
    columns = ["program", "source-gcc, s", *builds[1:], "c to source", "openmp to source", "any order to by hand"]
    rows = []
    for name, seconds in measured.items():
        source = seconds[builds[0]]
        ratios = [source / seconds[build] for build in builds[1:]]
        ratios += [best(seconds, SOURCE) / best(seconds, target) for target in TARGETS]
        ratios.append(best(seconds, HAND) / best(seconds, ANY_ORDER))
        rows.append(table_row([name, f"{source:.3g}", *(f"{ratio:.2f}" for ratio in ratios)]))
    return "\n".join([*table_head(columns), *rows])


def summary(measured):
    """What the goals for programs are about."""
    def names(is_missed):
        missed = [name for name, seconds in measured.items() if is_missed(seconds)]
        return f"{len(missed)} of {len(measured)}{': ' + ', '.join(missed) if missed else ''}"
    slower = names(lambda s: any(best(s, SOURCE) < 0.95 * best(s, target) for target in TARGETS))
    behind = names(lambda s: best(s, HAND) < 0.95 * best(s, ANY_ORDER))
    return f"under 0.95 of the source: {slower}\nunder 0.95 of the speed by hand: {behind}"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--espalier", default=str(ROOT / "build/release/bin/espalier"))
    parser.add_argument("--programs", help="names of folders, separated by commas (default: all)")
    parser.add_argument("--preset", default="LARGE", help="one or several, separated by commas (default: LARGE)")
    parser.add_argument("--threads", default=str(os.cpu_count()), help="numbers, separated by commas (default: all cores)")
    parser.add_argument("--wait", default="", help="of active and passive: OMP_WAIT_POLICY (default: not set)")
    parser.add_argument("--runs", type=int, default=3, help="of every build (default: 3)")
    parser.add_argument("--coverage", action="store_true", help="print what `espalier coverage` says, and measure nothing")
    parser.add_argument("--output", default=str(ROOT / "build/bench/programs"), help="folder (default: build/bench/programs)")
    return parser.parse_args()


def main():
    options = parse_arguments()
    wanted = options.programs.split(",") if options.programs else None
    programs = [Program(folder, options) for folder in sorted(FOLDER.iterdir())
                if folder.is_dir() and (wanted is None or folder.name in wanted)]
    if options.coverage:
        print(coverage_table(programs))
        return
    build_all(programs)
    for preset, threads, wait in itertools.product(*(option.split(",") for option in
                                                     (options.preset, options.threads, options.wait))):
        measured = {program.name: program.measure_all(preset, int(threads), wait) for program in programs}
        print(f"{preset}, {threads} threads{', waiting is ' + wait if wait else ''}\n\n{time_table(measured)}\n\n"
              f"{summary(measured)}\n", flush=True)


if __name__ == "__main__":
    main()
