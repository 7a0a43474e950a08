"""Random scripts for hostile programs."""

from check_random_scripts import PRELUDE, ScriptGenerator
from hostile.chooser import Chooser

MOST_CALLS = 10
HUGE = [2147483647, 2147483648, -2147483648, 10**12, 4611686018427387904, 9223372036854775807, -10**12, 65536]


class HostileScriptGenerator(ScriptGenerator):
    """Makes scripts of up to ten calls, some of them with large numbers."""

    def __init__(self, program):
        choose = Chooser(f"script {program.suffix}")
        self.random, self.pick = choose.random, choose.pick
        self.constants = [each.name for each in program.parameters() if not each.is_pointed_to] or ["3"]
        self.arrays = [array.prefix for array in program.arrays] or ["A"]
        self.has_huge_numbers = choose.chance(0.2)
        self.calls = 4 * [self.more_loops, self.other_rows] + 2 * [self.other_order, self.marks]
        self.calls += [self.other_domain, self.packed, self.strategy, self.strategy]

    def script(self):
        longest = 3 if self.random.random() < 0.5 else MOST_CALLS
        lines = [self.pick(*self.calls)() for _ in range(self.random.randint(1, longest))]
        if self.random.random() < 0.2:
            lines.append("legalize()")
        return PRELUDE + "region(1)\n" + "\n".join(lines) + "\n"

    def is_huge(self):
        return self.has_huge_numbers and self.random.random() < 0.3

    def size(self):
        return self.pick(*HUGE) if self.is_huge() else self.pick(1, 2, 3, 4, 5, 7, 16, 31, 64)

    def value(self):
        return f"'{self.pick(*HUGE)}'" if self.is_huge() else super().value()

    def packed(self):
        return f"pack('{self.pick(*self.arrays)}', {self.loop()})"

    def strategy(self):
        """A strategy, sometimes with sizes."""
        loop, size = self.loop(), self.size
        return self.pick(f"time_tile({loop}, {{{size()}, {size()}}})",
                         f"time_tile({loop}, {{{size()}, {size()}, {size()}}})", "vector_sweeps()", "row_blocks()",
                         f"row_blocks({self.pick(2, 3, 8)})", "split_pivot()",
                         "recurrences_in_strips()", f"recurrences_in_strips({loop}, {size()})", "retime_sum()",
                         "plan_nests()", "block_waves()", "rest_behind()",
                         f"block_product({self.statement()})", "trailing_updates()", "demote_scalars()",
                         "substitute_temporaries()",
                         "substitute_scalars()", f"plan_around({self.statement()})", "vector_rows()",
                         f"strip_inwards({loop}, {size()})", "parallel_if_it_pays()")
