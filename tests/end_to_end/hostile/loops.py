"""Loops in many spellings."""

from contextlib import contextmanager

from hostile.arrays import Array, in_parentheses, sum_text
from hostile.builder import STEP, Builder, Loop
from hostile.types import INT, LONG, UNSIGNED, UNSIGNED_LONG


class Loops(Builder):
    """Opens loops around what is made inside a `with` statement; `$` stands for their variable in texts."""

    @contextmanager
    def over(self, low, high, step=1):
        """A loop over low <= i < high, upwards or downwards."""
        variable, kind = self.new_variable(), self.index_type()
        heads = [(8, self.upwards), (2, self.downwards)] if step == 1 else [(1, self.upwards)]
        with self.opened(*self.weighted(*heads)(variable, kind, low, high, step)) as loop:
            yield loop

    @contextmanager
    def opened(self, loop, start, test, change, changes_first=False):
        """A loop of these parts, `for` or `while`; its variable is sometimes declared before it and used behind it."""
        is_while = changes_first or self.chance(0.06)
        is_outside = is_while or self.chance(0.06)
        if is_outside:
            loop.variable += "_"
            self.line(f"{loop.type.name} {loop.variable};")
        counter = self.counter() if self.chance(0.08) else None
        walker = self.local_pointer("0") if self.chance(0.06) else None
        declared = "" if is_outside else f"{loop.type.name} "
        loop.position, test, change = (text.replace("$", loop.variable) for text in (loop.position, test, change))
        head = f"for ({declared}{loop.variable} = {start}; {STEP}{test}; {change})"
        if is_while:
            self.line(f"{loop.variable} = {start};")
            head = f"while ({STEP}{test})"
        with self.block(head):
            if changes_first:
                self.line(f"{change};")
            self.loops.append(loop)
            if counter:
                self.loops.append(counter)
            place = self.pick("0", str(self.number(0, 2)), loop.position)
            pointer = self.local_pointer(place) if self.chance(0.08) else None
            yield loop
            if counter:
                self.line(self.pick(f"{counter.variable}++;", f"{counter.variable} += 1;"))
                self.loops.pop()
            self.loops.pop()
            if pointer:
                self.arrays.remove(pointer)
            if walker:
                self.line(self.pick(f"{walker.prefix}++;", f"{walker.prefix} += 1;", f"++{walker.prefix};"))
                self.arrays.remove(walker)
            if is_while and change and not changes_first:
                self.line(f"{change};")
        if counter and self.chance(0.3):
            self.line(f"{self.any_scalar()[0]} += {counter.variable} & 7;")
        if is_outside and self.chance(0.5):
            self.line(f"{self.any_scalar()[0]} += {loop.variable} & 7;")

    def counter(self):
        """A variable of its own that counts iterations; those of inner loops, where it is declared around these."""
        name = self.new_name("q")
        self.line(f"{self.pick('int', 'int', 'long', 'unsigned')} {name} = {self.pick('0', '0', '1')};")
        return Loop(name, name)

    def local_pointer(self, place):
        """A pointer to a place in an array, or in a row of one, that stands for an array in the loop to come."""
        arrays = [array for array in self.arrays if array.parameter and array.dimensions in (1, 2) and
                  "->" not in array.prefix]
        if not arrays:
            return None
        array, name = self.pick(*arrays), self.new_name("p")
        if array.dimensions == 2:
            start = f"&{array.at(place, '0')}"
        else:
            start = self.pick(f"&{array.at(place)}", f"{array.prefix} + {in_parentheses(sum_text(place, array.origin))}")
        self.line(f"{'const ' if array.is_constant else ''}{array.element.name} *{name} = {start};")
        self.arrays.append(Array(array.element, name, 1, is_constant=array.is_constant))
        return self.arrays[-1]

    def new_variable(self):
        """A name that no loop around has, nor one of those before whose variable lives on."""
        names = [loop.variable.rstrip("_") for loop in self.loops]
        declared = "\n".join(self.lines)
        return next(name for name in self.names if name not in names and f" {name}_;" not in declared)

    def upwards(self, variable, kind, low, high, step):
        tests = [(6, f"$ < {high}"), (2, f"$ <= {sum_text(high, -1)}"), (1, f"{high} > $")]
        if step == 1:
            tests.append((1, f"$ != {high}"))
        return Loop(variable, "$", kind), low, self.weighted(*tests), self.pick(*increments(step))

    def downwards(self, variable, kind, low, high, step):
        if kind.is_signed and self.chance(0.5):
            test = self.pick(f"$ >= {low}", f"$ > {sum_text(low, -1)}", f"!($ < {low})")
            return Loop(variable, "$", kind), sum_text(high, -1), test, self.pick("$--", "--$", "$ -= 1")
        if self.chance(0.5):
            return Loop(variable, "$", kind), high, f"$-- > {low}", ""
        test, changes_first = self.pick(f"$ > {low}", f"$ != {low}"), self.chance(0.2)
        return (Loop(variable, "$" if changes_first else "$ - 1", kind), high, test, self.pick("$--", "$ = $ - 1"),
                changes_first)

    def any_loop(self):
        """A loop of any kind; where it starts at a corner of a range, it counts from there."""
        kinds = [(6, self.sized), (2, self.clamped), (1, self.constant), (1, self.scaled), (2, self.based),
                 (3, self.between), (1, self.at_limit)]
        if self.loops:
            kinds += [(6, self.triangular)]
        if any(loop.position != loop.variable for loop in self.loops):
            kinds += [(8, self.triangular_between)]
        return self.weighted(*kinds)()

    def sized(self):
        low, high = self.pick("0", "0", "1", "2"), sum_text(self.size(), self.pick(0, 0, 0, -1, -2, 1))
        return self.over(low, high, self.pick(1, 1, 1, 1, 1, 2, 3, 5))

    def constant(self):
        return self.over("0", str(self.number(1, min(self.capacity, 35))), self.pick(1, 1, 2))

    def scaled(self):
        size = self.size()
        if self.chance(0.4):
            return self.over("0", self.pick(f"{size} / 2", f"{size} / 3 + 1", f"({size} + 3) / 4"))
        variable, test = self.new_variable(), self.pick(f"2 * $ < {size}", f"$ + $ <= {size}", f"3 * $ + 1 < {size}")
        return self.opened(Loop(variable, "$", self.index_type()), "0", test, "$++")

    def triangular(self):
        outer = self.pick(*self.loops).position
        around = sum_text(outer, self.pick(0, 0, 1, 1, 2))
        inside = self.pick(around, f"MIN({around}, {self.size()})")
        if self.chance(0.5):
            return self.over("0", inside)
        return self.over(around, self.pick(self.size(), self.size(), f"{in_parentheses(outer)} + 5"))

    def clamped(self):
        """An upper bound at a corner of its range, and another one that ends the loop earlier."""
        bound, most = self.parameter("corner").text, self.number(1, min(self.capacity, 20))
        variable, kind = self.new_variable(), self.index_type()
        test = self.pick(f"$ < {bound} && $ < {most}", f"$ < {most} && $ <= {bound}", f"$ < MIN({bound}, {most})",
                         f"$ < ({bound} < {most} ? {bound} : {most})")
        return self.opened(Loop(variable, "$", kind), "0", test, "$++")

    def based(self):
        """A few iterations from a corner of a range on."""
        base, count = self.parameter("corner"), self.number(1, 12)
        variable = self.new_variable()
        if self.chance(0.6):
            return self.opened(Loop(variable, f"$ - {base.text}", self.from_corner(base)), base.text,
                               self.pick(f"$ < {base.text} + {count}", f"$ <= {base.text} + {count}"),
                               self.pick("$++", "$++", "$ += 2"))
        return self.opened(Loop(variable, f"{base.text} - $", self.from_corner(base)), base.text,
                           f"$ > {base.text} - {count}", self.pick("$--", "$ -= 3"))

    def at_limit(self):
        """The last values of a type, and maybe the first ones after them."""
        count, variable = self.number(1, 9), self.new_variable()
        kind, limit = self.pick((INT, "INT_MAX"), (LONG, "LONG_MAX"), (UNSIGNED, "UINT_MAX"),
                                (UNSIGNED_LONG, "ULONG_MAX"), (LONG, "INT_MAX"), (LONG, "UINT_MAX"))
        start = f"({limit} - {count})"
        tests = [f"$ < {limit}", f"$ != {limit}", f"$ <= {limit} - 1"]
        if not kind.is_signed:
            tests += ["$ != 0", "$ > 0", f"$ != {limit} + {self.number(1, 3)}"]
        return self.opened(Loop(variable, f"$ - {start}", kind), start, self.pick(*tests), "$++")

    def between(self):
        """From one corner of a range to another one, most often no iterations at all."""
        base, end = self.parameter("corner"), self.parameter("corner").text
        variable = self.new_variable()
        if self.chance(0.75):
            return self.opened(Loop(variable, f"$ - {base.text}", self.from_corner(base)), base.text,
                               self.pick(f"$ < {end}", f"$ < {end}", f"$ <= {end}", f"$ + 1 < {end}"),
                               self.pick("$++", "$++", "$++", "$ += 2"))
        return self.opened(Loop(variable, f"{base.text} - $", self.from_corner(base)), base.text,
                           self.pick(f"$ > {end}", f"$ >= {end}"), self.pick("$--", "$--", "$ -= 2"))

    def triangular_between(self):
        """Around or from the variable of a loop that starts at a corner."""
        outer = self.pick(*[loop for loop in self.loops if loop.position != loop.variable])
        bases = [each for each in self.parameters() if each.text in outer.position]
        base = bases[0] if bases else self.parameter("corner")
        variable, end = self.new_variable(), self.parameter("corner").text
        kind = outer.type if self.chance(0.8) else self.from_corner(base)
        start, test = self.pick((base.text, f"$ < {outer.variable}"), (base.text, f"$ <= {outer.variable}"),
                                (outer.variable, f"$ < {end}"), (outer.variable, f"$ < {outer.variable} + 3"))
        return self.opened(Loop(variable, f"$ - {base.text}", kind), start, test, "$++")

    def from_corner(self, base):
        """A type for a variable that starts at a parameter: most often the same."""
        return base.type if self.chance(0.85) else self.index_type()


def increments(step):
    return ["$++", "$++", "++$", "$ += 1", "$ = $ + 1"] if step == 1 else [f"$ += {step}", f"$ = $ + {step}"]
