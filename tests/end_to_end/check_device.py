#!/usr/bin/env python3
"""Runs kernels on OpenCL devices, and compares what they compute with what the original computes, bit for bit.

Usage: check_device.py ESPALIER WORK_DIRECTORY [FILE...]

Each runs at small sizes, at sizes of 1, and once more where no device is to be found, on the host then; and on Oclgrind,
where that is installed, which reports races, reads of what nothing has written, and accesses outside of memory. Kernels
in which threads wait for each other run there alone, but for one program: PoCL takes minutes to compile some of them.
Where OpenCL has no headers or no device, there is nothing to check: it says so, and exits with 77.
"""

import os
import re
import shutil
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


OCLGRIND = ["oclgrind", "--data-races", "--check-api"]
WITH_BARRIERS = "kernels-atax"  # on PoCL


def finds_uninitialized(host):
    """Whether Oclgrind knows what is written to buffers: it forgets the end of what goes behind their beginnings."""
    return not re.search(r"\{&[^,]+, [^,]+ \+ ", host)


def run_on_oclgrind(command, options):
    done = subprocess.run([*OCLGRIND, *options, *command], capture_output=True, text=True, timeout=600)
    if done.returncode != 0 or done.stderr:
        raise RuntimeError(f"{' '.join(map(str, command))}\non Oclgrind: {done.returncode}\n{done.stdout}{done.stderr[:4000]}")


def check(espalier, source, work):
    name = f"{source.parent.name}-{source.stem}"
    host, original, device, results = (work / f"{name}{end}" for end in ("_host.c", "-original", "-device", "-results"))
    run([espalier, source, "--target=opencl", "--device=eager", "-o", host])
    if "espalier_device_launch" not in host.read_text():
        raise RuntimeError(f"{name}: nothing runs on the device")
    build_original(source, original)
    run(["gcc", *FLAGS, f"-I{source.parent}", host, "-o", device, "-lOpenCL", "-lm"])
    has_barriers = "barrier(" in (work / f"{name}_kernel.cl").read_text()
    for size in sizes(source):
        run([original, size, f"--write={results}"])
        if not has_barriers or name == WITH_BARRIERS:
            run([device, size, f"--compare={results}"])
        if shutil.which("oclgrind") and "SMALL" not in size:
            run_on_oclgrind([device, size, f"--compare={results}"], ["--uninitialized"] * finds_uninitialized(host.read_text()))
    run([original, "--preset=MINI", f"--write={results}"])
    for nowhere in ({"OCL_ICD_VENDORS": str(work / "no-vendors")}, {"ESPALIER_KERNELS": str(work / "no-kernels")}):
        run([device, "--preset=MINI", f"--compare={results}"], env={**os.environ, **nowhere})


def main():
    espalier, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    work.mkdir(parents=True, exist_ok=True)
    if not has_device(work):
        print("OpenCL has no headers or no device here: nothing is checked")
        sys.exit(SKIPPED)
    sources = [Path(name).resolve() for name in sys.argv[3:]] or programs()
    failures = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, done in [(source, pool.submit(check, espalier, source, work)) for source in sources]:
            if done.exception():
                failures.append(f"{source}: {done.exception()}")
    print("\n".join(failures) or f"{len(sources)} programs: the device's results agree with the original's")
    sys.exit(bool(failures))


main()
