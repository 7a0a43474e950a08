#!/usr/bin/env python3
"""Runs kernels on an OpenCL device, and compares what they compute with what the original computes, bit for bit.

Usage: check_device.py ESPALIER WORK_DIRECTORY

Each runs at small sizes, at sizes of 1, and once more where no device is to be found, on the host then. Where OpenCL has
no headers or no device, there is nothing to check: it says so, and exits with 77.
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BENCH = Path(__file__).resolve().parents[2] / "bench"
KERNELS = ["2mm", "adi", "atax", "cholesky", "correlation", "deriche", "doitgen", "durbin", "fdtd-2d", "gemm", "gramschmidt",
           "heat-3d", "jacobi-1d", "lu", "ludcmp", "nussinov", "seidel-2d", "symm", "syr2k", "trisolv", "trmm"]
SPELLINGS = ["lu/columns", "product/textbook", "product/linear", "stencil/walking", "stencil/whiles", "adi/rows", "layer-norm/macros"]
SKIPPED = 77
FLAGS = ["-std=gnu11", "-O1", "-ffp-contract=off", "-w", f"-I{BENCH / 'kernels'}"]
PROBE = """#include <CL/cl.h>
int main(void) { cl_platform_id p; cl_device_id d; return clGetPlatformIDs(1, &p, 0) || clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0); }
"""


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}\nfailed with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def has_device(work):
    source, binary = work / "probe.c", work / "probe"
    source.write_text(PROBE)
    built = subprocess.run(["gcc", source, "-o", binary, "-DCL_TARGET_OPENCL_VERSION=120", "-lOpenCL"], capture_output=True)
    return built.returncode == 0 and subprocess.run([binary], capture_output=True).returncode == 0


def sizes_of(source):
    """How many sizes the program has."""
    text = source.read_text()
    if "SIZE_TABLE" not in text:
        text = (source.parent / "sizes.h").read_text()
    return len(re.findall(r"\bSIZE\(\w+,", text))


def check(espalier, source, work):
    name = f"{source.parent.name}-{source.stem}"
    output, original, device, results = (work / f"{name}{end}" for end in (".c", "-original", "-device", "-results"))
    run([espalier, source, "--target=opencl", "-o", output])
    if "espalier_device_launch" not in output.read_text():
        raise RuntimeError(f"{name}: nothing runs on the device")
    folder = [f"-I{source.parent}"]
    run(["gcc", *FLAGS, source, "-o", original, "-lm"])
    run(["gcc", *FLAGS, *folder, output, "-o", device, "-lOpenCL", "-lm"])
    for sizes in ("--preset=MINI", "--preset=SMALL", f"--sizes={','.join(['1'] * sizes_of(source))}"):
        run([original, sizes, f"--write={results}"])
        run([device, sizes, f"--compare={results}"])
    nowhere = {**os.environ, "OCL_ICD_VENDORS": str(work / "no-vendors")}
    run([device, sizes, f"--compare={results}"], env=nowhere)


def main():
    espalier, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    work.mkdir(parents=True, exist_ok=True)
    if not has_device(work):
        print("OpenCL has no headers or no device here: nothing is checked")
        sys.exit(SKIPPED)
    sources = [BENCH / "kernels" / f"{name}.c" for name in KERNELS]
    sources += [BENCH / "spellings" / f"{name}.c" for name in SPELLINGS]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in [pool.submit(check, espalier, source, work) for source in sources]:
            done.result()
    print(f"{len(sources)} programs: the device's results agree with the original's")


main()
