"""Options of Espalier, and compilers, for groups of programs."""

from dataclasses import dataclass
from pathlib import Path

import machines
from check_random_contractions import machine
from hostile.chooser import Chooser

TILES = ["5,3", "31,3", "7", "1", "2,3,5", "auto", "auto", "off", "3,5", "4,4,32", "64,2", "33", "2,3"]

BUDGET = 1000000  # of polyhedral operations: what the largest programs do not need takes half a second


@dataclass
class Options:
    """How the programs of a group are checked."""
    arguments: list
    target: str
    compiler: str
    threads: list
    has_scripts: bool
    is_marked: bool
    is_forced: bool  # all parallel loops are, whatever their work
    machine: Path | None  # a description that was made for the group

    def remove_files(self):
        if self.machine:
            self.machine.unlink()


def options_of(group, work):
    """The options of a group; the description of a machine may be in the folder for work."""
    choose = Chooser(f"options {group}")
    target = choose.pick("c", "openmp", "openmp")
    arguments = [f"--target={target}"]
    has_scripts = choose.chance(0.12)
    if not has_scripts:
        scheduler = choose.weighted((8, "auto"), (2, "feautrier"), (1, "none"))
        arguments += [f"--tile={choose.pick(*TILES)}", f"--scheduler={scheduler}"]
    if choose.chance(0.96):
        arguments.append(f"--budget={BUDGET}")
    if choose.chance(0.3):
        arguments.append("--verify")
    kind, described = choose.weighted((3, "this"), (2, "eager"), (2, "small"), (3, "random")), None
    if kind in ("small", "eager"):
        arguments.append(f"--machine={machines.SMALL if kind == 'small' else machines.EAGER}")
    elif kind == "random":
        described = work / f"machine-{group}.yaml"
        described.write_text(machine(group))
        arguments.append(f"--machine={described}")
    if choose.chance(0.05):
        arguments.append("--no-live-range-reordering")
    threads = sorted(choose.random.sample([1, 2, 3, 7], 2)) if target == "openmp" else [1]
    return Options(arguments, target, choose.weighted((4, "gcc"), (1, "clang")), threads, has_scripts,
                   choose.chance(0.1), choose.chance(0.8), described)
