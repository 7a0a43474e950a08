"""Machines to make code for: on some, code starts at once, so that it runs at small sizes, too. And how to run it."""

import os
import re
import subprocess
from pathlib import Path

FOLDER = Path(__file__).parent
SMALL = FOLDER / "small_machine.yaml"  # registers and caches so small that small sizes span many blocks
EAGER = FOLDER / "eager_machine.yaml"  # threads for loops of a few iterations


def this_machine(espalier, folder, *costs):
    """A file that describes this machine, with some of its costs, such as `thread_start`, 0."""
    file = folder / f"{'-'.join(costs)}.yaml"
    text = subprocess.run([espalier, "machine"], capture_output=True, text=True, check=True, timeout=60).stdout
    for cost in costs:
        text = re.sub(rf"^{cost}: \d+", f"{cost}: 0", text, flags=re.M)
    file.write_text(text)
    return file


def environment(threads, **others):
    """That of a program with so many threads. There may be fewer cores: those that wait are not to keep them."""
    return {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive", **others}
