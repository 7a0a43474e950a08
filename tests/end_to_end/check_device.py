#!/usr/bin/env python3
"""Runs kernels on an OpenCL device, and compares what they compute with what the original computes, bit for bit.

Usage: check_device.py ESPALIER WORK_DIRECTORY

Each runs at small sizes, at sizes of 1, and once more where no device is to be found, on the host then. Where OpenCL has
no headers or no device, there is nothing to check: it says so, and exits with 77.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from device_programs import FLAGS, SKIPPED, build_original, programs, run, sizes

PROBE = """#include <CL/cl.h>
int main(void) { cl_platform_id p; cl_device_id d; return clGetPlatformIDs(1, &p, 0) || clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0); }
"""


def has_device(work):
    source, binary = work / "probe.c", work / "probe"
    source.write_text(PROBE)
    built = subprocess.run(["gcc", source, "-o", binary, "-DCL_TARGET_OPENCL_VERSION=120", "-lOpenCL"], capture_output=True)
    return built.returncode == 0 and subprocess.run([binary], capture_output=True).returncode == 0


def check(espalier, source, work):
    name = f"{source.parent.name}-{source.stem}"
    host, original, device, results = (work / f"{name}{end}" for end in ("_host.c", "-original", "-device", "-results"))
    run([espalier, source, "--target=opencl", "-o", host])
    if "espalier_device_launch" not in host.read_text():
        raise RuntimeError(f"{name}: nothing runs on the device")
    build_original(source, original)
    run(["gcc", *FLAGS, f"-I{source.parent}", host, "-o", device, "-lOpenCL", "-lm"])
    for size in sizes(source):
        run([original, size, f"--write={results}"])
        run([device, size, f"--compare={results}"])
    for nowhere in ({"OCL_ICD_VENDORS": str(work / "no-vendors")}, {"ESPALIER_KERNELS": str(work / "no-kernels")}):
        run([device, "--preset=MINI", f"--write={results}"])
        run([device, "--preset=MINI", f"--compare={results}"], env={**os.environ, **nowhere})


def main():
    espalier, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    work.mkdir(parents=True, exist_ok=True)
    if not has_device(work):
        print("OpenCL has no headers or no device here: nothing is checked")
        sys.exit(SKIPPED)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done in [pool.submit(check, espalier, source, work) for source in programs()]:
            done.result()
    print(f"{len(programs())} programs: the device's results agree with the original's")


main()
