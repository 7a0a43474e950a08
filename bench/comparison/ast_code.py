"""Code of AST generators as C functions: writing, compiling and measuring it."""

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

MAKERS = ("ours", "isls")
# gcc merges functions with equal code into one.
FLAGS = {"gcc": ["-O3", "-fno-ipa-icf"], "clang-19": ["-O3"]}
LIMIT = 300  # seconds, for each command


@dataclass
class Cost:
    """Of one function."""

    size: int  # bytes of machine code
    instructions: int  # executed


@dataclass
class Case:
    """One input with one loop option: the functions ours_NAME and isls_NAME."""

    input: str
    name: str
    option: str
    instances: int
    costs: dict[tuple[str, str], Cost] = field(default_factory=dict)  # of (compiler, maker)
    problems: list[str] = field(default_factory=list)

    def ratio(self, compiler, measure):
        """Ours by isl's; None if there is a problem."""
        costs = [self.costs.get((compiler, maker)) for maker in MAKERS]
        return getattr(costs[0], measure) / getattr(costs[1], measure) if all(costs) else None


def run(command, folder="."):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True,
                          timeout=LIMIT).stdout


def reason(error):
    """Why a command failed, in a line."""
    said = (getattr(error, "stderr", None) or "").strip().splitlines()
    telling = [line for line in said if re.search(r"error|signal", line)]
    return (telling or said[-1:] or [str(error)])[0]


def write(tool, path, option, folder):
    """Has the files of an input written into a folder.

    Returns its cases, and lines on what there is no case for."""
    command = [tool, path, folder] + ([f"--option={option}"] if option else [])
    try:
        lines = [line.split("\t") for line in run(command).splitlines()]
    except (subprocess.SubprocessError, OSError) as error:
        return [], [f"{path.stem}: {reason(error)}"]
    cases, remarks = [], []
    for name, of_option, outcome in lines:
        if match := re.fullmatch(r"(\d+) instances", outcome):
            cases.append(Case(path.stem, name, of_option, int(match[1])))
        else:
            remarks.append(f"{path.stem}, {of_option}: {outcome}")
    return cases, remarks


def object_file(case, compiler):
    return f"{case.name}.{compiler}.o"


def compile_functions(case, compiler, folder):
    output = object_file(case, compiler)
    try:
        run([compiler, *FLAGS[compiler], "-c", f"{case.name}.c", "-o", output], folder)
    except subprocess.SubprocessError as error:
        case.problems.append(f"{compiler}: {reason(error)}")


def sizes(case, compiler, folder):
    """Bytes by maker, parts that the compiler has split off (`NAME.part.0`) included."""
    result = dict.fromkeys(MAKERS, 0)
    for line in run(["nm", "-S", object_file(case, compiler)], folder).splitlines():
        match = re.fullmatch(r"\S+ (\S+) [tT] (ours|isls)_(\w+)(\.\S+)?", line)
        if match and match[3] == case.name:
            result[match[2]] += int(match[1], 16)
    return result


def program_text(cases):
    """A program that checks all cases and prints the names of those that pass."""
    includes = "".join(f'#include "{case.name}_check.c"\n' for case in cases)
    calls = "".join(f'    if (check_{case.name}())\n        puts("{case.name}");\n'
                    for case in cases)
    return f"#include <stdio.h>\n{includes}\nint main(void)\n{{\n{calls}    return 0;\n}}\n"


def build_program(cases, compiler, folder):
    program = f"{cases[0].name}.{compiler}.program"
    Path(folder, f"{program}.c").write_text(program_text(cases))
    run(["gcc", "-O1", "-w", f"{program}.c", *(object_file(case, compiler) for case in cases),
         "-o", program], folder)
    return program


def instructions(profile):
    """Instructions by function that a `check` function calls, those of its callees included."""
    result, lines = {}, iter(profile.splitlines())
    for line in lines:
        if line.startswith("cfn="):
            callee = line[len("cfn="):]
        elif line.startswith("calls="):
            result[callee] = result.get(callee, 0) + int(next(lines).split()[-1])
    return result


def measure(cases, compiler, folder):
    """Runs cases in one program; one by one if that fails."""
    try:
        program = build_program(cases, compiler, folder)
        passed = run(["valgrind", "--tool=callgrind", "--toggle-collect=check_*",
                      "--compress-strings=no", f"--callgrind-out-file={program}.callgrind",
                      f"./{program}"], folder).split()
    except subprocess.SubprocessError as error:
        if len(cases) == 1:
            cases[0].problems.append(f"{compiler}: {reason(error)}")
        else:
            for case in cases:
                measure([case], compiler, folder)
        return
    counts = instructions(Path(folder, f"{program}.callgrind").read_text())
    for case in cases:
        if case.name not in passed:
            case.problems.append(f"{compiler}: the two functions count instances differently")
            continue
        size = sizes(case, compiler, folder)
        for maker in MAKERS:
            case.costs[compiler, maker] = Cost(size[maker], counts[f"{maker}_{case.name}"])
