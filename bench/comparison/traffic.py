"""How many bytes kernels have to move, where bandwidth limits them."""

import re
from dataclasses import dataclass

PRESETS = ["MINI", "SMALL", "MEDIUM", "LARGE", "EXTRALARGE"]


@dataclass(frozen=True)
class Traffic:
    """Formulas in the sizes of a kernel, in Python; vectors beside matrices are left out."""

    arrays: str  # bytes of all arrays
    moved: dict[str, str]  # bytes, by the pattern of bandwidth.c that the accesses resemble

    def working_set(self, sizes):
        return eval(self.arrays, {}, sizes)

    def moved_bytes(self, sizes):
        """By pattern."""
        return {pattern: eval(formula, {}, sizes) for pattern, formula in self.moved.items()}

    def formula(self):
        return " + ".join(self.moved.values())


SWEEPS = Traffic("16*n", {"scale": "32*n*tsteps"})

# Kernels that use their data once, jacobi-1d in each of its sweeps: no order moves less between the
# processor and the level of memory that holds the arrays. gemver's matrix is updated, then read
# again, for the last product needs all of x.
COMPULSORY = {
    "atax": Traffic("8*m*n", {"sum": "8*m*n"}),
    "bicg": Traffic("8*m*n", {"sum": "8*m*n"}),
    "mvt": Traffic("8*n*n", {"sum": "8*n*n"}),
    "gemver": Traffic("8*n*n", {"update": "16*n*n", "sum": "8*n*n"}),
    "gesummv": Traffic("16*n*n", {"sum": "16*n*n"}),
    "jacobi-1d": SWEEPS,
}

# Stencils that stream their arrays once in each step: what they move if time is not tiled.
UNTILED = {
    "jacobi-1d": SWEEPS,
    "jacobi-2d": Traffic("16*n*n", {"scale": "32*n*n*tsteps"}),
    "heat-3d": Traffic("16*n*n*n", {"scale": "32*n*n*n*tsteps"}),
    "fdtd-2d": Traffic("24*nx*ny", {"update": "48*nx*ny*tmax"}),
    "seidel-2d": Traffic("8*n*n", {"update": "16*n*n*tsteps"}),
}


def traffic_of(kernel):
    """None for a kernel that bandwidth does not limit."""
    return COMPULSORY.get(kernel) or UNTILED.get(kernel)


def sizes_of(kernel_text, preset):
    """Sizes by name, from the SIZE_TABLE of a kernel."""
    position = PRESETS.index(preset)
    rows = re.findall(r"\bSIZE\((\w+), ([\d, ]+)\)", kernel_text)
    return {name: int(numbers.split(",")[position]) for name, numbers in rows}
