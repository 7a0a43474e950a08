#!/usr/bin/env python3
"""Makes a small bundle for machines with a GPU, and runs it on an emulated device.

Usage: check_gpu_bundle.py ESPALIER WORK_DIRECTORY
"""

import os
import shutil
import sys
from pathlib import Path

from device_programs import BENCH, run

ROOT = BENCH.parent
PROGRAMS = ["atax", "jacobi-1d"]


def main():
    espalier, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    folder = work / "bundle"
    work.mkdir(parents=True, exist_ok=True)
    run([ROOT / "scripts" / "gpu-bundle", espalier, folder, *[BENCH / "kernels" / f"{name}.c" for name in PROGRAMS]])
    environment = {**os.environ, "NVCC": str(Path(__file__).with_name("emulated_nvcc.py")), "PRESET": "SMALL", "ARCH": "emulated",
                   "PATH": os.environ["PATH"]}
    text = run([folder / "run"], env=environment)
    for name in PROGRAMS:
        row = next((line.split(" | ") for line in text.splitlines() if line.startswith(f"| {name} |")), None)
        if not row or float(row[4]) < 1 or row[8] != "0":
            sys.exit(f"{name} has not run on the device, or its results differ:\n{text}")
    if "All results are right." not in text:
        sys.exit(text)

    # A wrong result is named.
    kernel = folder / "programs" / "atax_kernel.cu"
    kernel.write_text(kernel.read_text().replace("+=", "-=", 1))
    shutil.rmtree(folder / "build")
    try:
        text = run([folder / "run", "atax"], env=environment)
    except RuntimeError as error:
        text = str(error)
    if "atax: differs at" not in text and "atax: wrong at" not in text:
        sys.exit(f"a wrong result was not found:\n{text}")
    print("the bundle builds, checks and measures")


main()
