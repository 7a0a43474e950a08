#!/usr/bin/env python3
"""Runs the code for one kernel under ASan and UBSan, at sizes around every bound that is in its text.

Usage: check_boundaries.py ESPALIER KERNEL.c TARGET WORK_DIRECTORY

The code is that for this machine and that for a machine of tiny caches, so that tiles, vectors and blocks begin and
end at small sizes. Each constant of the code that a size may be compared with is run, and the sizes beside it, all
sizes alike and falling. OpenMP code runs with the thresholds below which it would be sequential taken out.
"""

import re
import resource
import sys
from pathlib import Path

import machines
from check_kernel import FLAGS, command_lines, compile_c, drop_references, run, size_count

MACHINES = ["this-machine", "small-machine"]
SANITIZERS = ["-O1", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
              "-fno-sanitize=vla-bound"]  # the harness declares arrays of no elements for size 0
STACK = 64 << 20  # bytes: under ASan, buffers in different blocks of code do not share memory
SMALLEST = range(0, 11)
LARGEST = 100  # what three nested loops under sanitizers take in a moment
MOST_BOUNDS = 24


def generated_part(original, optimized):
    """The lines of the optimized file that the original does not have."""
    known = set(original.splitlines())
    return "\n".join(line for line in optimized.splitlines() if line not in known)


def boundary_sizes(text):
    """Sizes beside each constant of the text, and the smallest ones."""
    constants = sorted({int(c) for c in re.findall(r"\b\d+\b", text)} & set(range(max(SMALLEST), LARGEST)))
    chosen = constants[:MOST_BOUNDS]
    return sorted({*SMALLEST, *(c + beside for c in chosen for beside in (-1, 0, 1))})


def size_options(count, sizes):
    alike = [[size] * count for size in sizes]
    falling = [[max(size - k, 0) for k in range(count)] for size in sizes] if count > 1 else []
    return ["--sizes=" + ",".join(map(str, each)) for each in alike + falling]


def description_of(machine, espalier, work):
    """A file that describes a machine, on which threads and new code start at once: they run at small sizes, too."""
    if machine == "small-machine":
        return machines.SMALL
    return machines.this_machine(espalier, work, "thread_start", "thread_wake", "region_start", "line_transfer")


def without_thresholds(text):
    """The text, with all parallel loops parallel whatever their work."""
    nested = r"[^()]*"
    for _ in range(4):
        nested = rf"(?:[^()]|\({nested}\))*"
    return re.sub(rf"(#pragma omp parallel[^\n]*?) if\({nested}\)", r"\1", text)


def main():
    espalier, kernel, target, work = sys.argv[1], Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4])
    work.mkdir(parents=True, exist_ok=True)
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, resource.getrlimit(resource.RLIMIT_STACK)[1]))
    original = work / "original"
    compile_c("gcc", kernel, original, kernel.parent, False)
    compared = 0
    for name in MACHINES:
        output, binary = work / f"sanitized-{name}.c", work / f"sanitized-{name}"
        run([espalier, "optimize", kernel, f"--target={target}",
             f"--machine={description_of(name, espalier, work)}", "-o", output])
        output.write_text(without_thresholds(output.read_text()))
        run(["gcc", *FLAGS, *SANITIZERS, "-fopenmp", "-I", kernel.parent, output, "-o", binary, "-lm"])
        sizes = boundary_sizes(generated_part(kernel.read_text(), output.read_text()))
        arguments = size_options(size_count(kernel), sizes)
        run([original, *command_lines(arguments, "write", work)])
        run([binary, *command_lines(arguments, "compare", work)],
            env=machines.environment(3, OMP_STACKSIZE=f"{STACK}B", ASAN_OPTIONS="detect_leaks=0"))
        # Finding leaks takes longer than the rest of such a run: at the smallest sizes, and at the largest one.
        some = [*arguments[:len(SMALLEST)], arguments[len(sizes) - 1]]
        run([binary, *command_lines(some, "compare", work)], env=machines.environment(3, OMP_STACKSIZE=f"{STACK}B"))
        compared += len(arguments)
    drop_references(work)
    print(f"{kernel.stem}, {target}: {compared} runs agree with the original")


if __name__ == "__main__":
    main()
