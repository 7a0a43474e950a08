"""Programs that do the matrix products of a kernel with OpenBLAS, on the kernel's own data."""

import re
from pathlib import Path

PRODUCTS = Path("bench/products")


def product_file(kernel):
    """What stands in place of a kernel's loops; not every kernel has such a file."""
    return PRODUCTS / f"{kernel}.c"


def product_kernels():
    return sorted(path.stem for path in PRODUCTS.glob("*.c"))


def product_program(kernel_text, product_text):
    """A kernel's program with a product in place of its loops.

    The product times itself (`TIMED`), for what a kernel does beside it is not OpenBLAS's to do.
    """
    program, count = re.subn(r"#pragma scop\n.*?#pragma endscop\n", lambda _: product_text,
                             kernel_text, flags=re.S)
    if count != 1:
        raise ValueError(f"{count} regions in place of one")
    program = re.sub(r"^ *(start|stop)_clock\(&bench\);\n", "", program, flags=re.M)
    return program.replace('#include "harness.h"', '#include "product.h"')
