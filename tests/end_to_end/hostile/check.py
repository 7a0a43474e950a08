"""Checks a file of hostile programs: what is wrong with the code that Espalier makes for it."""

import re
from collections import Counter
from dataclasses import dataclass, field

from check_boundaries import without_thresholds
from check_random_scripts import without_refused_call
from hostile.batches import function_text, text_of
from hostile.commands import GCC_WITHOUT, HARNESS, WARNINGS, compile_c, execute, warnings
from hostile.scripts import MOST_CALLS, HostileScriptGenerator

OPTIMIZE_SECONDS = 10  # of processor time, for one program
RUN_SECONDS = 20
MOST_TEXT = 1500
# Warnings of what is undefined. Compilers see it where numbers take the place of variables; it does not matter where no
# input for which the source is defined gets there.
OF_UNDEFINED = {"-Woverflow", "-Warray-bounds"}
SANITIZER_OPTIONS = "detect_leaks=0:redzone=2048:max_redzone=2048"  # to find accesses that are far off


def without_known(new, known):
    """Warnings but for known ones. Functions that Espalier makes of regions are of no program by their names."""
    flags = {flag for _, flag in known}
    return {(seed, flag) for seed, flag in new if (seed, flag) not in known and (seed or flag not in flags)}


@dataclass
class Problem:
    """What is wrong with a file, and the programs that may be at fault, if some are not."""
    text: str
    seeds: list = field(default_factory=list)
    is_of_run: bool = False


class Check:
    """Checks programs, all in one file; `prefix` is the path that the names of its files start with.

    Espalier may take `patience` times as long as it may take for one program.
    """

    def __init__(self, espalier, programs, options, work, prefix, is_sanitized, patience):
        self.espalier, self.programs, self.options, self.work = espalier, programs, options, work
        self.prefix, self.is_sanitized = prefix, is_sanitized
        self.most_seconds = OPTIMIZE_SECONDS * patience
        self.is_slow = False
        self.counts = Counter()
        self.source, self.output = self.file(".c"), self.file("-optimized.c")

    def file(self, end):
        return self.prefix.with_name(self.prefix.name + end)

    def problem(self):
        """What is wrong, or None."""
        found = self.probe() or self.optimize()
        if found or not self.output.exists():
            return found
        return self.compile_and_compare(self.options.compiler) or self.sanitized_problem()

    def remove_files(self):
        for path in self.prefix.parent.glob(self.prefix.name + "[.-]*"):
            path.unlink()

    def probe(self):
        """Finds the inputs for which the programs are defined and short, and what they compute then."""
        source = self.file("-probe.c")
        source.write_text(text_of(self.programs, True))
        self.source.write_text(text_of(self.programs, False, self.options.is_marked))
        rows, problem, said = self.probe_with("probe", source)
        if not problem:
            self.known_warnings = warnings(said)
            defined, problem, _ = self.probe_with("clang-probe", source)
        if problem:
            return problem
        self.expected = {key: row[0] for key, row in rows.items() if key in defined}
        self.file("-inputs").write_text("".join(f"{seed} {number}\n" for seed, number in self.expected))
        self.counts["inputs"] += len(self.expected)
        self.counts["that run"] += len({key[0] for key in self.expected if rows[key][1] != "0"})
        return None

    def probe_with(self, compiler, source):
        """The result and the steps of the program for each input that is defined, by seed and number; the problem that
        there was, if any; and what the compiler said."""
        binary = self.file(f"-{compiler}")
        done = compile_c(compiler, source, binary, self.work, *WARNINGS)
        if done.status != 0:
            problem = Problem(f"the original does not compile: {done.in_words}\n{done.stderr[:MOST_TEXT]}")
            return {}, problem, done.stderr
        said = done.stderr
        done = execute([binary, "probe"], 60, ASAN_OPTIONS=f"{SANITIZER_OPTIONS}:symbolize=0")
        rows = [line.split() for line in done.stdout.splitlines()]
        found = {(int(row[0]), int(row[1])): (row[2], row[3]) for row in rows if len(row) == 4}
        return found, Problem(f"the probe: {done.in_words}") if done.status != 0 else None, said

    def optimize(self):
        """Makes the optimized file; there is none if a script was refused."""
        command = [self.espalier, "optimize", self.source, f"-I{HARNESS.parent}", *self.options.arguments, "--explain",
                   "-o", self.output]
        if self.options.has_scripts:
            self.file(".lua").write_text(HostileScriptGenerator(self.programs[0]).script())
            command.append(f"--script={self.file('.lua')}")
        for _ in range(MOST_CALLS + 1):
            self.output.unlink(missing_ok=True)
            done = execute(command, 4 * self.most_seconds)
            refused = self.options.has_scripts and done.status in (1, 2)
            if not refused or not without_refused_call(self.file(".lua"), done):
                break
        if refused and done.seconds <= self.most_seconds:
            self.counts["with scripts that were refused"] += 1
            return None
        return self.failure_to_optimize(done)

    def failure_to_optimize(self, done):
        self.is_slow = done.seconds > self.most_seconds
        if done.status != 0:
            return Problem(f"Espalier: {done.in_words}\n{done.stderr[:MOST_TEXT]}")
        if self.is_slow:
            return Problem(f"Espalier takes {done.seconds:.1f} seconds")
        if "a failure inside" in done.stderr or "[R202]" in done.stderr and not self.options.has_scripts:
            return Problem(f"Espalier: {done.stderr[:MOST_TEXT]}")
        text = self.output.read_text()
        self.changed = {program.suffix for program in self.programs
                        if function_text(program, is_marked=self.options.is_marked) not in text}
        self.counts["transformed"] += len(self.changed)
        if self.options.is_forced:
            self.output.write_text(without_thresholds(text))
        return None

    def openmp_flags(self):
        return ["-fopenmp"] if self.options.target == "openmp" else ["-Wno-unknown-pragmas"]

    def compile_and_compare(self, compiler):
        binary = self.file(f"-{compiler}")
        checked = WARNINGS if compiler == "gcc" else ["-w"]
        done = compile_c(compiler, self.output, binary, self.work, *checked, *self.openmp_flags())
        if done.status != 0:
            return Problem(f"{compiler}, the result does not compile: {done.in_words}\n{done.stderr[:MOST_TEXT]}")
        for threads in self.options.threads:
            if found := self.other_results(binary, compiler, threads):
                return found
        return self.new_warnings(done.stderr)

    def sanitized_problem(self):
        return self.compile_and_compare("sanitized") if self.is_sanitized else None

    def other_results(self, binary, compiler, threads):
        done = execute([binary, "run", self.file("-inputs")], RUN_SECONDS, OMP_NUM_THREADS=str(threads),
                       OMP_WAIT_POLICY="passive", ASAN_OPTIONS=SANITIZER_OPTIONS)
        found = {(int(row[0]), int(row[1])): row[2] for row in map(str.split, done.stdout.splitlines())
                 if len(row) == 3}
        how = f"{compiler}, {threads} threads"
        wrong = [place for place in found if found[place] != self.expected[place] and place[0] in self.changed]
        if wrong:
            return Problem(f"{how}: another result for input {wrong[0][1]}", sorted({seed for seed, _ in wrong}),
                           is_of_run=True)
        missing = [place for place in self.expected if place not in found]
        if missing:
            return Problem(f"{how}: {done.in_words} at input {missing[0][1]}\n{done.stderr[:MOST_TEXT]}",
                           [missing[0][0]], is_of_run=True)
        return None

    def new_warnings(self, text):
        """Warnings about changed programs of a kind that the compiler does not give for the same original program."""
        text = self.without_lines_of_source(text)
        new = {(seed, flag) for seed, flag in warnings(text) if seed in self.changed or not seed}
        new = {each for each in without_known(new, self.known_warnings) if not self.is_in_source(*each)}
        if new and {flag for _, flag in new} <= OF_UNDEFINED and not self.compile_and_compare("sanitized"):
            return None
        if new:
            done = compile_c("gcc", self.source, self.file("-original"), self.work, *WARNINGS)
            new = without_known(new, warnings(done.stderr))
        if not new:
            return None
        flags = sorted({flag for _, flag in new})
        about = [line for line in text.splitlines() if any(f"[{flag}]" in line for flag in flags)]
        return Problem(f"new warnings {flags}:\n" + "\n".join(about[:4]), sorted({seed for seed, _ in new if seed}))

    def without_lines_of_source(self, text):
        """What GCC prints, without warnings about lines that are in the source as they are: with other code around
        them, it may see more of what they do."""
        known = {line.strip() for line in self.source.read_text().splitlines()}
        lines = self.output.read_text().splitlines()

        def is_new(line):
            place = re.match(r"[^:]+:(\d+):\d+: warning: ", line)
            return not place or lines[int(place[1]) - 1].strip() not in known

        return "\n".join(filter(is_new, text.splitlines()))

    def is_in_source(self, seed, flag):
        """Whether the source has what the warning is about, though it gets another warning, or none.

        Programs compare variables with themselves and with what is beyond their types, which GCC does not say of
        macros, and numbers of different signedness, which tells more where they are constants.
        """
        return (flag == "-Wtautological-compare" or
                flag == "-Wtype-limits" and ((seed, "-Wsign-compare") in self.known_warnings or
                                             re.search(r"\b(MIN|MAX)\(", self.source.read_text()) is not None))

    def is_settled(self):
        """Whether the compiler makes the original compute what the probe has found, or does not matter."""
        for compiler in {"gcc", self.options.compiler}:
            binary = self.file(f"-original-{compiler}")
            if compile_c(compiler, self.source, binary, self.work, "-w", *self.openmp_flags()).status != 0:
                return False
            if self.other_results(binary, compiler, 1):
                return False
        return not self.is_miscompiled()

    def is_miscompiled(self):
        """Whether GCC is at fault: the result is right with sanitizers, and without one of the optimizations that GCC 12
        is known to do wrong (GCC_WITHOUT)."""
        return (self.options.compiler == "gcc" and not self.compile_and_compare("sanitized") and
                not all(map(self.compile_and_compare, GCC_WITHOUT)))
