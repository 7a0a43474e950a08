#!/usr/bin/env python3
"""Runs kernels in CUDA on an emulated device, and compares what they compute with what the original computes, bit for bit.

Usage: check_cuda.py ESPALIER WORK_DIRECTORY [FILE...]

The device (tests/support/cuda/emulator.h) ends a program whose threads race, read what nothing has written, or leave
arrays. Each program runs at small sizes, at sizes of 1, and once more without a device, on the host then. Where nvcc is
installed, it has to take all that was written.
"""

import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from device_programs import FLAGS, build_original, programs, run, sizes
from emulation import EMULATOR, build_emulator, build_host, build_kernels, link

NVCC = shutil.which("nvcc")


def check(espalier, source, work, emulator):
    stem = f"{source.parent.name}-{source.stem}"
    host, host_object, kernels, kernels_object, original, device, results = (
        work / f"{stem}{end}" for end in ("_host.c", "_host.o", "_kernel.cu", "_kernel.o", "-original", "-device", "-results"))
    run([espalier, source, "--target=cuda", "--device=eager", "-o", host])
    if "espalier_device_launch" not in host.read_text():
        raise RuntimeError(f"{stem}: nothing runs on the device")
    build_original(source, original)
    build_host(host, host_object, [*FLAGS, f"-I{source.parent}"])
    build_kernels(kernels, kernels_object)
    link([host_object, kernels_object, *emulator], device)
    for size in sizes(source):
        run([original, size, f"--write={results}"])
        run([device, size, f"--compare={results}"])
    run([device, sizes(source)[-1], f"--compare={results}"], env={**os.environ, "ESPALIER_EMULATED_DEVICES": "0"})
    if NVCC:
        run([NVCC, "-arch=sm_80", "-Werror=all-warnings", "-c", kernels, "-o", work / f"{stem}_nvcc.o"])
        run([NVCC, *["-Xcompiler=" + flag for flag in FLAGS], f"-I{source.parent}", "-c", host, "-o", work / f"{stem}_nvcc_host.o"])


# What the emulated device says of kernels that are wrong.
COMPLAINTS = {
    "races": "writes what another thread writes, without a barrier",
    "leaves": "writes where no memory is",
    "unset": "reads what nothing has written",
    "divides": "3 of 4 threads of block (0, 0, 0) wait at a barrier, and the others do not",
    "parts together": "1 of 2 blocks wait for all others, and these do not",
    "right": "was not launched for that",
}


def check_emulator(work, emulator):
    """It can fail."""
    source, program = Path(__file__).parent / "emulated" / "wrong.cc", work / "wrong"
    run(["g++", "-std=c++20", "-O1", "-fsanitize=thread", f"-I{EMULATOR}", "-c", source, "-o", work / "wrong.o"])
    link([work / "wrong.o", *emulator], program)
    run([program, "right", "together"])
    for kernel, complaint in COMPLAINTS.items():
        try:
            run([program, *kernel.split()])
        except RuntimeError as error:
            if complaint in str(error):
                continue
        raise RuntimeError(f"wrong.cc: the emulated device does not say of `{kernel}`: {complaint}")


def check_shared_memory(espalier, work, emulator):
    """What the device shares with the host is not copied."""
    source = Path(__file__).parent / "managed" / "managed.c"
    host, host_object, kernels_object, program = (work / f"managed{end}" for end in ("_host.c", "_host.o", "_kernel.o", ""))
    run([espalier, source, "--target=cuda", "--transfers=pointers", f"-I{EMULATOR}", "-o", host])
    build_host(host, host_object, [*FLAGS, "-DcudaMemcpy=counted_copy"])
    build_kernels(work / "managed_kernel.cu", kernels_object)
    link([host_object, kernels_object, *emulator], program)
    if (printed := run([program])) != "0 2 0\n":
        raise RuntimeError(f"managed.c: copies of shared memory, all copies and wrong sums are {printed}")


def main():
    espalier, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    work.mkdir(parents=True, exist_ok=True)
    sources = [Path(name).resolve() for name in sys.argv[3:]] or programs()
    emulator = build_emulator(work)
    failures = []
    check_emulator(work, emulator)
    check_shared_memory(espalier, work, emulator)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, done in [(source, pool.submit(check, espalier, source, work, emulator)) for source in sources]:
            if done.exception():
                failures.append(f"{source}: {done.exception()}")
    print("\n".join(failures) or f"{len(sources)} programs: the device's results agree with the original's")
    sys.exit(bool(failures))


main()
