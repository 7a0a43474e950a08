"""What a kernel executes and misses, as cachegrind counts it."""

EVENTS = ("Ir", "D1mr", "D1mw", "DLmr", "DLmw")


def cache_options(machine):
    """Options for the caches of a machine: the simulation has two levels, the second one standing
    for all.

    `machine` has the numbers of `espalier machine` by their names.
    """
    def cache(level):
        return f"{machine[f'{level}_cache']},{machine[f'{level}_ways'] or 8},{machine['line']}"

    return [f"--D1={cache('first')}", f"--LL={cache('second')}"]


def kernel_events(output):
    """{event: count} in the kernel's own functions, of a file that cachegrind wrote."""
    names, counts, is_counted = [], dict.fromkeys(EVENTS, 0), False
    for line in output.splitlines():
        if line.startswith("events:"):
            names = line.split()[1:]
        elif line.startswith("fn="):
            is_counted = is_of_kernel(line[3:].split(".")[0])
        elif is_counted and line[:1].isdigit():
            for name, value in zip(names, line.split()[1:]):
                if name in counts:
                    counts[name] += int(value)
    return counts


def is_of_kernel(function):
    return function == "kernel" or function.startswith("espalier_")
