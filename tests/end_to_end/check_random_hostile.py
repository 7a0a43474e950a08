#!/usr/bin/env python3
"""Generates random programs that are at the edges of what C allows, and compares what Espalier makes of them.

Usage: check_random_hostile.py ESPALIER [--count=300] [--seed=N] [--work=DIRECTORY] [--jobs=1] [--sanitize=10]

Sizes, bounds and loop variables have all integer types, with values at the corners of their ranges; data are of all
kinds, NaNs included; arrays are declared in all forms, and may overlap. A build of the original with sanitizers finds
the inputs for which a program is defined and short. For these, the original and the result have to compute the same,
bit for bit up to the kind of NaN. The result must not bring warnings of other kinds, and, in each SANITIZE-th group,
no reports of AddressSanitizer and UndefinedBehaviorSanitizer.

Program k of a run is made from the seed + k alone, and its options from the seed of its group. A failure prints the
seed and keeps the files: --seed=SEED --count=1 repeats it.
"""

from collections import Counter
from multiprocessing import Pool

from hostile.commands import compile_harness
from hostile.groups import GROUP, Group
from seeds import conclude, parse_options, seed_parser


def groups_of(options):
    """The programs of the run, those together that share their options."""
    seeds = {}
    for seed in range(options.seed, options.seed + options.count):
        seeds.setdefault(seed // GROUP, []).append(seed)
    return [Group(options.espalier, each, options.work, options.sanitize) for each in seeds.values()]


def main():
    parser = seed_parser(count=300, seed=20261200, work="random-hostile")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sanitize", type=int, default=10)
    options = parse_options(parser)
    compile_harness(options.work)
    failures, counts = 0, Counter()
    with Pool(options.jobs) as pool:
        for failed, counted in pool.imap_unordered(Group.check, groups_of(options)):
            counts += counted
            failures += len(failed)
            for text in failed:
                print(text, flush=True)
    conclude(options, "hostile programs", failures, counts, counts["transformed"] > options.count // 3)


if __name__ == "__main__":
    main()
