"""The variants of a kernel: which tools make them, with which options."""

from dataclasses import dataclass
from pathlib import Path

from .products import product_file

FLAGS = ["-std=gnu11", "-O3", "-march=native"]
SCRIPTS = Path("examples/scripts")
POLLY = ("-mllvm", "-polly")
POLLY_PARALLEL = (*POLLY, "-mllvm", "-polly-parallel")


@dataclass(frozen=True)
class Variant:
    """A way to compile a kernel.

    `target` is what Espalier writes before the compiler reads it, None for the original source;
    `scheduler` names the program that does so with another scheduler. With `is_scripted`, the
    kernel's script in SCRIPTS takes the scheduler's place; with `is_product`, OpenBLAS that of the
    kernel's loops. Not every kernel has these. With `is_regrouped`, floating-point operations may
    be done in another order.
    """

    name: str
    compiler: str
    flags: tuple[str, ...] = ()
    target: str | None = None
    color: str = "#000000"
    scheduler: str = "espalier"
    libraries: tuple[str, ...] = ()
    is_parallel: bool = False
    is_scripted: bool = False
    is_product: bool = False
    is_regrouped: bool = False


BASELINE = Variant("gcc", "gcc")

VARIANTS = [
    BASELINE,
    Variant("clang", "clang-19", color="#a8a8a8"),
    Variant("polly", "clang-19", POLLY, color="#f3c58a"),
    Variant("polly-par", "clang-19", POLLY_PARALLEL, color="#d97f1e", libraries=("-lgomp",),
            is_parallel=True),
    Variant("espalier-gcc", "gcc", (), "c", "#9bd0a5"),
    Variant("espalier-clang", "clang-19", (), "c", "#2f8f4e"),
    Variant("espalier-fast-gcc", "gcc", (), "c", "#c6e2a0", is_regrouped=True),
    Variant("script-gcc", "gcc", (), "c", "#e8d44d", is_scripted=True),
    Variant("isl-scheduled-gcc", "gcc", (), "c", "#d8c8e8", "espalier-isl-scheduled"),
    Variant("espalier-omp-gcc", "gcc", ("-fopenmp",), "openmp", "#8db8e8", is_parallel=True),
    Variant("espalier-omp-clang", "clang-19", ("-fopenmp",), "openmp", "#2a5fa8", is_parallel=True),
    Variant("isl-scheduled-omp-gcc", "gcc", ("-fopenmp",), "openmp", "#a58bc4",
            "espalier-isl-scheduled", is_parallel=True),
    Variant("espalier-fast-omp-gcc", "gcc", ("-fopenmp",), "openmp", "#bcd0f0", is_parallel=True,
            is_regrouped=True),
    Variant("openblas", "gcc", libraries=("-lopenblas",), is_product=True),
    Variant("openblas-par", "gcc", libraries=("-lopenblas",), is_parallel=True, is_product=True),
]

# What the goals of `goals.py` are about.
DEFAULT_VARIANTS = ["gcc", "clang", "polly", "polly-par", "espalier-gcc", "espalier-omp-gcc",
                    "openblas", "openblas-par"]


def translation_of(variant):
    """Names what is made of the source: the target, and who orders its statements if that is not
    Espalier's scheduler."""
    if variant.is_scripted or variant.is_regrouped:
        return f"{variant.target}, {'script' if variant.is_scripted else 'regrouped'}"
    return variant.target if variant.scheduler == "espalier" else f"{variant.target}, {variant.scheduler}"


def script_of(kernel):
    return SCRIPTS / f"{kernel}.lua"


def is_for(variant, kernel):
    """Whether there is such a variant of a kernel."""
    if variant.is_product:
        return product_file(kernel).exists()
    return not variant.is_scripted or script_of(kernel).exists()


def macros(fixed_preset):
    """Options that fix the sizes of a kernel at those of a preset, none if it is None."""
    return ["-DFIXED_SIZES", f"-DPRESET={fixed_preset}"] if fixed_preset else []


def optimize_command(espalier, variant, source, output, includes, fixed_preset):
    tool = str(Path(espalier).with_name(variant.scheduler)) if variant.scheduler != "espalier" else espalier
    script = [f"--script={script_of(Path(source).stem)}"] if variant.is_scripted else []
    regrouping = ["--fast-math"] if variant.is_regrouped else []
    return [tool, "optimize", source, f"--target={variant.target}", *script, *regrouping, "-o", output,
            "-I", includes, *macros(fixed_preset), "--timings"]


def compile_command(variant, source, object_file, includes, fixed_preset):
    folders = [f"-I{folder}" for folder in includes]
    return [variant.compiler, *FLAGS, *folders, *macros(fixed_preset), *variant.flags, "-c", source,
            "-o", object_file]


def link_command(variant, object_file, binary):
    return [variant.compiler, object_file, "-o", binary, *variant.flags, *variant.libraries, "-lm"]
