#!/usr/bin/env python3
"""Takes the place of nvcc: builds for an emulated device. Options that it does not know are for the host's compiler."""

import sys
from pathlib import Path

from emulation import build_emulator, build_host, build_kernels, link


def main():
    flags, inputs, output, compiles = [], [], Path("a.out"), False
    words = iter(sys.argv[1:])
    for word in words:
        if word == "-o":
            output = Path(next(words))
        elif word == "-include":
            flags += [word, next(words)]
        elif word == "-c":
            compiles = True
        elif word.startswith("-Xcompiler="):
            flags += word.removeprefix("-Xcompiler=").split(",")
        elif word.startswith(("-I", "-D")):
            flags.append(word)
        elif not word.startswith("-"):
            inputs.append(Path(word))
    if not compiles:
        emulator = output.with_suffix(".emulator")
        emulator.mkdir(exist_ok=True)
        link([*inputs, *build_emulator(emulator)], output)
    elif inputs[0].suffix == ".cu":
        build_kernels(inputs[0], output)
    else:
        build_host(inputs[0], output, flags)


try:
    main()
except RuntimeError as error:
    sys.exit(str(error))
