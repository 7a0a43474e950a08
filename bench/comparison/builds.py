"""A program in several builds, which run in turns."""

import os
import re
import statistics
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from comparison.tools import complaint, run_tool, with_threads

FLAGS = ["-O3", "-march=native", "-ffp-contract=off"]
COMPILERS = {"gcc": ["gcc", "-fopenmp"], "clang": ["clang-19", "-fopenmp"]}
TARGETS = {"c": 1, "openmp": os.cpu_count()}  # threads
LIMIT = 600  # seconds, for each command


class Builds:
    """The builds of one program, in a folder of its own; names of those of a target begin with its name.

    `results` is a file that a build of some program writes, and that all others are compared with.
    """

    def __init__(self, name, folder, preset, results=None):
        self.name, self.folder, self.preset = name, Path(folder), preset
        self.folder.mkdir(parents=True, exist_ok=True)
        self.results = results or self.folder / "results"
        self.seconds = {}  # by build, of each run

    def run(self, command, threads=1, environment=None, log=None):
        """What a command writes to standard output. `log` is a file for what it writes to standard error."""
        status, output, errors = run_tool([str(part) for part in command], LIMIT,
                                          {**with_threads(threads), **(environment or {})})
        if status != 0:
            sys.exit(f"{self.name}: {complaint(status, errors or output)}")
        if log:
            Path(log).write_text(errors)
        return output

    def compile(self, source, build, include, compiler="gcc", options=()):
        self.run([*COMPILERS[compiler], *FLAGS, *options, "-w", f"-I{include}", source, "-o", self.folder / build, "-lm"])
        self.seconds[build] = []

    def measure(self, build, writes, threads=None, options=(), environment=None):
        """Runs a build once; it either writes the results or has to have the same. Of several times, the median counts.

        `threads` are those of the build's target if they are not given; `options` are the program's.
        """
        threads = threads or TARGETS.get(build.split("-")[0], 1)
        check = f"--{'write' if writes else 'compare'}={self.results}"
        output = self.run([self.folder / build, f"--preset={self.preset}", check, *options], threads, environment)
        times = [float(time) for time in re.findall(r"^time: (\S+)$", output, re.M)]
        self.seconds[build].append(statistics.median(times))


def build_all(programs):
    """Builds programs, as many at a time as there are cores: nothing is measured meanwhile."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda program: program.build(), programs))
