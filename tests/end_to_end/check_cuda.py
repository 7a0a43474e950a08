#!/usr/bin/env python3
"""Runs kernels in CUDA on an emulated device, and compares what they compute with what the original computes, bit for bit.

Usage: check_cuda.py ESPALIER WORK_DIRECTORY [FILE...]

The device (tests/support/cuda/emulator.h) ends a program whose threads race, read what nothing has written, or leave
arrays. Each program runs at small sizes, at sizes of 1, and once more without a device, on the host then. Where nvcc is
installed, it has to take all that was written.
"""

import os
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from device_programs import FLAGS, build_original, programs, run, sizes

EMULATOR = Path(__file__).resolve().parents[1] / "support" / "cuda"
WARNINGS = ["-Wall", "-Wextra", "-Wno-unused-parameter", "-Wno-unused-function", "-Wno-unknown-pragmas"]
NVCC = shutil.which("nvcc")


def build_emulator(work):
    objects = []
    for name in ("emulator", "shadow"):
        objects.append(work / f"{name}.o")
        run(["g++", "-std=c++20", "-O2", "-Wall", "-Wextra", "-Werror", "-c", EMULATOR / f"{name}.cc", "-o", objects[-1]])
    return objects


def build_kernels(work, stem):
    """What the emulator runs: the kernels, with a line for each that names it."""
    header, source, compiled = work / f"{stem}_kernel.h", work / f"{stem}_emulated.cc", work / f"{stem}_emulated.o"
    names = re.findall(r"ESPALIER_KERNEL void (\w+)\(", header.read_text())
    source.write_text(f'#include "emulator.h"\n#include "{stem}_kernel.cu"\n' + "".join(f"EMULATED_KERNEL({name})\n" for name in names))
    run(["g++", "-std=c++20", "-O1", "-fsanitize=thread", "-fno-tree-loop-distribute-patterns", "-ffp-contract=off", "-Werror",
         *WARNINGS, f"-I{EMULATOR}", f"-I{work}", "-c", source, "-o", compiled])
    return compiled


def check(espalier, source, work, emulator):
    stem = f"{source.parent.name}-{source.stem}"
    host, host_object, original, device, results = (work / f"{stem}{end}" for end in ("_host.c", "_host.o", "-original", "-device", "-results"))
    run([espalier, source, "--target=cuda", "--device=eager", "-o", host])
    if "espalier_device_launch" not in host.read_text():
        raise RuntimeError(f"{stem}: nothing runs on the device")
    build_original(source, original)
    run(["gcc", *FLAGS, f"-I{source.parent}", f"-I{EMULATOR}", "-c", host, "-o", host_object])
    run(["g++", host_object, build_kernels(work, stem), *emulator, "-o", device, "-lm"])
    for size in sizes(source):
        run([original, size, f"--write={results}"])
        run([device, size, f"--compare={results}"])
    run([device, sizes(source)[-1], f"--compare={results}"], env={**os.environ, "ESPALIER_EMULATED_DEVICES": "0"})
    if NVCC:
        run([NVCC, "-arch=sm_80", "-Werror=all-warnings", "-c", work / f"{stem}_kernel.cu", "-o", work / f"{stem}_nvcc.o"])
        run([NVCC, *["-Xcompiler=" + flag for flag in FLAGS], f"-I{source.parent}", "-c", host, "-o", work / f"{stem}_nvcc_host.o"])


def main():
    espalier, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    work.mkdir(parents=True, exist_ok=True)
    sources = [Path(name).resolve() for name in sys.argv[3:]] or programs()
    emulator = build_emulator(work)
    failures = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, done in [(source, pool.submit(check, espalier, source, work, emulator)) for source in sources]:
            if done.exception():
                failures.append(f"{source}: {done.exception()}")
    print("\n".join(failures) or f"{len(sources)} programs: the device's results agree with the original's")
    sys.exit(bool(failures))


main()
