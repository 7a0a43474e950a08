"""The main program of checks of random inputs."""

import argparse
import sys
from collections import Counter
from pathlib import Path


def check_seeds(check, what, count, seed, work, is_telling):
    """Checks inputs of successive seeds, says what is wrong with each, and exits with 1 if any is.

    `check(espalier, seed, work, counts)` returns what is wrong with one, or None, and counts what
    became of it; `what` names the inputs. The run fails, too, unless `is_telling(counts, count)`.
    The other arguments are defaults for the command line.
    """
    options = parse_options(seed_parser(count, seed, work))
    failures, counts = 0, Counter()
    for seed in range(options.seed, options.seed + options.count):
        problem = check(options.espalier, seed, options.work, counts)
        if problem:
            failures += 1
            print(f"seed {seed}: {problem}", flush=True)
    conclude(options, what, failures, counts, is_telling(counts, options.count))


def seed_parser(count, seed, work):
    """A parser of the command line with these defaults."""
    parser = argparse.ArgumentParser()
    parser.add_argument("espalier", type=Path)
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--seed", type=int, default=seed)
    parser.add_argument("--work", type=Path, default=Path(work))
    return parser


def parse_options(parser):
    """The options, with absolute paths; the folder for work exists."""
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    options.espalier, options.work = options.espalier.resolve(), options.work.resolve()
    return options


def conclude(options, what, failures, counts, is_telling):
    """Says what became of the inputs, and exits with 1 if any failed, or if the run tells nothing."""
    print(f"{options.count} {what} from seed {options.seed}: "
          f"{', '.join(f'{number} {became}' for became, number in sorted(counts.items()))}; "
          f"{failures} failures")
    sys.exit(1 if failures or not is_telling else 0)
