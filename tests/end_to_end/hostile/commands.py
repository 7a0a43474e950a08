"""Running commands, and compilers in particular."""

import os
import re
import resource
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

HARNESS = Path(__file__).parent / "harness.c"
FLAGS = ["-std=gnu11", "-ffp-contract=off", f"-I{HARNESS.parent}"]
WARNINGS = ["-Wall", "-Wextra"]
SANITIZERS = ["-fsanitize=address,undefined,bounds-strict,float-cast-overflow", "-fno-sanitize-recover=all",
              "-fno-sanitize=vla-bound"]  # sizes of 0 are common, and do no harm
# The probes find out what the source does; so compilers may not leave out what has no effect there. GCC computes
# products of signed numbers in unsigned ones where the result is to be such a one, and does not see them overflow.
COMPILERS = {
    "gcc": ["gcc", "-O2"],
    "clang": ["clang-19", "-O2"],
    "sanitized": ["gcc", "-O1", "-g", "-frounding-math", *SANITIZERS],
    "probe": ["gcc", "-O0", *SANITIZERS[:1], *SANITIZERS[2:], "-fsanitize-undefined-trap-on-error"],
    "clang-probe": ["clang-19", "-O0", "-fsanitize=signed-integer-overflow", "-fsanitize-trap=all"],
}
# GCC without what GCC 12 does wrong now and then. It concludes from the sizes of arrays how often loops run, and takes
# what it knows in one branch for true in another, when it makes one of two equal ones. It has one variable move through
# an array at two speeds. It makes -x of 0.0 - x where x is a number converted to double, 0 among others.
GCC_WITHOUT = {
    "gcc-counting": ["gcc", "-O2", "-fno-aggressive-loop-optimizations"],
    "gcc-induction": ["gcc", "-O2", "-fno-ivopts"],
    "gcc-folding": ["gcc", "-O2", "-frounding-math"],
}
COMPILERS |= GCC_WITHOUT
COMPILE_SECONDS = 120


@dataclass
class Outcome:
    """What became of a command; it has no status if it took too long."""
    status: int | None
    stdout: str
    stderr: str
    seconds: float  # of processor time

    @property
    def in_words(self):
        if self.status is None:
            return f"it takes longer than {self.seconds:.0f} seconds"
        return f"exit status {self.status}" if self.status >= 0 else f"signal {-self.status}"


def execute(command, seconds, **environment):
    """Runs a command for at most so many seconds of processor time, and six times as many on the clock."""
    before = processor_time()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, errors="replace", env={**os.environ, "LC_ALL": "C", **environment})
    resource.prlimit(process.pid, resource.RLIMIT_CPU, (seconds, seconds + 1))
    try:
        stdout, stderr = process.communicate(timeout=6 * seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return Outcome(None, "", "", 6 * seconds)
    is_late = process.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
    return Outcome(None if is_late else process.returncode, stdout, stderr, processor_time() - before)


def processor_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compile_harness(work):
    """Object files of the harness, for each compiler."""
    for name, command in COMPILERS.items():
        outcome = execute([*command, *FLAGS, "-c", HARNESS, "-o", work / f"harness-{name}.o"], COMPILE_SECONDS)
        if outcome.status != 0:
            raise RuntimeError(outcome.stderr)


def compile_c(name, source, binary, work, *flags):
    harness = work / f"harness-{name}.o"
    return execute([*COMPILERS[name], *FLAGS, *flags, source, harness, "-o", binary, "-lm"], COMPILE_SECONDS)


def warnings(text):
    """The warnings in what GCC prints: pairs of the number of a program and a warning flag."""
    found, seed = set(), None
    for line in text.splitlines():
        if function := re.search(r"\bIn function '(\w+)'", line):
            number = re.search(r"_(\d+)$", function[1])
            seed = int(number[1]) if number else None
        elif ": At top level:" in line:
            seed = None
        elif flag := re.search(r"warning: .*\[(-W[^\]]+)\]$", line):
            found.add((seed, flag[1]))
    return found
