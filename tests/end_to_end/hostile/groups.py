"""Checks groups of programs, and finds out which program of a group is at fault."""

from collections import Counter
from dataclasses import dataclass, field

from hostile.check import Check
from hostile.options import options_of
from hostile.programs import Program

GROUP = 15  # programs with successive seeds, in one file and with the same options


@dataclass
class Group:
    """The programs of some seeds, with the options that all programs around these seeds have."""
    espalier: object
    seeds: list
    work: object
    sanitized_every: int
    counts: Counter = field(default_factory=Counter)
    failures: list = field(default_factory=list)  # texts

    def check(self):
        """The failures, and the counts of what became of the programs."""
        self.number = self.seeds[0] // GROUP
        self.options = options_of(self.number, self.work)
        self.counts["programs"] += len(self.seeds)
        programs = [Program(seed) for seed in self.seeds]
        if self.options.has_scripts:
            for program in programs:
                self.check_alone(program)
        else:
            self.check_together(programs)
        if not self.failures:
            self.options.remove_files()
        return self.failures, self.counts

    def new_check(self, programs, name, patience=1):
        is_sanitized = self.sanitized_every > 0 and self.number % self.sanitized_every == 0
        return Check(self.espalier, programs, self.options, self.work, self.work / name, is_sanitized, patience)

    def check_together(self, programs):
        """Checks them in one file, without those that are at fault by themselves."""
        patience = 1
        while programs:
            check = self.new_check(programs, f"group-{self.number}", patience)
            problem = check.problem()
            if not problem:
                self.counts += check.counts
                check.remove_files()
                return
            suspects = [program for program in programs if program.suffix in problem.seeds] or programs
            at_fault = [program for program in suspects if self.check_alone(program)]
            if not at_fault and check.is_slow and patience == 1:
                patience = len(programs)
                continue
            if not at_fault:
                self.counts += check.counts
                suspected = [program.suffix for program in suspects]
                self.failed(f"{programs[0].suffix} to {programs[-1].suffix} together, {suspected}", check, problem)
                return
            programs = [program for program in programs if program not in at_fault]

    def check_alone(self, program):
        """Whether the program is at fault, which is then said; its files are kept."""
        check = self.new_check([program], str(program.suffix))
        problem = check.problem()
        if self.options.has_scripts or problem:
            self.counts += check.counts
        if problem and problem.is_of_run and not check.is_settled():
            self.counts["unsettled"] += 1
        elif problem:
            self.failed(str(program.suffix), check, problem)
        if not problem:
            check.remove_files()
        return problem is not None

    def failed(self, seeds, check, problem):
        self.failures.append(f"seed {seeds}: {problem.text}\n    {' '.join(self.options.arguments)} "
                             f"{check.source}")
