"""Where a kernel's time goes, by samples of the instructions that run."""

import re
from collections import Counter

from .object_code import harness_functions

# What an instruction works on, as it is told by its operands and the end of its name.
CLASSES = ("512 bits", "256 bits", "128 bits", "scalars", "other")
SCALAR = re.compile(r"^v?\w+s[sd]$")


def instruction_class(mnemonic, operands):
    if "%zmm" in operands:
        return "512 bits"
    if "%ymm" in operands:
        return "256 bits"
    if "%xmm" not in operands:
        return "other"
    return "scalars" if SCALAR.match(mnemonic) else "128 bits"


def instruction_classes(disassembly):
    """{address: class}, of what `objdump -d` writes."""
    lines = re.findall(r"^ +([0-9a-f]+):\t[0-9a-f ]+\t(\S+)(.*)$", disassembly, re.M)
    return {int(address, 16): instruction_class(mnemonic, operands)
            for address, mnemonic, operands in lines}


def class_shares(samples, disassembly, harness_text):
    """{class: share of the samples in the kernel's own functions}; empty without samples.

    `samples` is what `perf script -F ip,sym` writes: an address and a function in each line.
    """
    not_counted = harness_functions(harness_text)
    classes = instruction_classes(disassembly)
    counts = Counter()
    for address, function in re.findall(r"^\s*([0-9a-f]+) (\S+)", samples, re.M):
        if function.split(".")[0] not in not_counted and int(address, 16) in classes:
            counts[classes[int(address, 16)]] += 1
    total = sum(counts.values())
    return {name: counts[name] / total for name in CLASSES} if total else {}
