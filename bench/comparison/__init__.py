"""How fast the kernels run as compilers leave them, and as Espalier rewrites them."""
