"""Builds programs for CUDA that run on an emulated device (tests/support/cuda/emulator.h)."""

import re
from pathlib import Path

from device_programs import run

EMULATOR = Path(__file__).resolve().parents[1] / "support" / "cuda"
WARNINGS = ["-Wall", "-Wextra", "-Wno-unused-parameter", "-Wno-unused-function", "-Wno-unknown-pragmas"]


def build_emulator(work):
    """Object files that programs are linked with."""
    objects = []
    for name in ("emulator", "shadow"):
        objects.append(work / f"{name}.o")
        run(["g++", "-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-c", EMULATOR / f"{name}.cc", "-o", objects[-1]])
    return objects


def build_kernels(source, output):
    """What the emulator runs: the kernels of a file, with a line for each that names it."""
    names = re.findall(r"ESPALIER_KERNEL void (\w+)\(", source.with_suffix(".h").read_text())
    emulated = output.with_suffix(".emulated.cc")
    emulated.write_text(f'#include "emulator.h"\n#include "{source.resolve()}"\n' + "".join(f"EMULATED_KERNEL({name})\n" for name in names))
    run(["g++", "-std=c++20", "-O1", "-fsanitize=thread", "-fno-tree-loop-distribute-patterns", "-ffp-contract=off", "-Werror",
         *WARNINGS, f"-I{EMULATOR}", f"-I{source.parent}", "-c", emulated, "-o", output])


def build_host(source, output, flags):
    run(["gcc", *flags, f"-I{EMULATOR}", "-c", source, "-o", output])


def link(objects, output):
    run(["g++", *objects, "-o", output, "-lm"])
