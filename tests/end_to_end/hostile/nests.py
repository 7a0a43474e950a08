"""Nests of random loops and statements."""

from contextlib import nullcontext

from hostile.values import Values


class Nests(Values):
    """Makes nests whose arrays take subscripts that are off by two."""

    def nests(self):
        if self.chance(0.15):
            self.capacity = self.maker.capacity = 300
        self.statements_left = self.number(1, 5)
        deep = self.capacity < 300
        for _ in range(self.number(1, 4)):
            self.nest_array(self.weighted((4, 1), (5 if deep else 0, 2), (1 if self.capacity < 40 else 0, 3)))
        while self.statements_left > 0:
            self.nest()
            self.divide()

    def divide(self):
        """Rarely, a statement that no region can have, or one that is in no loop."""
        if self.chance(0.06):
            text, element = self.any_scalar()
            self.line(f"if ({self.data_condition(element)})")
            self.line(f"    {text} = {self.literal(element)};")
        elif self.chance(0.06):
            self.assignment()

    def nest_array(self, dimensions):
        sizes = [self.size() for _ in range(dimensions)]
        return self.array(*sizes, slack=2, is_constant=bool(self.arrays) and self.chance(0.15))

    def nest(self):
        with self.any_loop():
            for number in range(self.weighted((6, 1), (3, 2), (1, 3))):
                if number == 0 or self.statements_left > 0:
                    self.statement()

    def statement(self):
        choice = self.random.random()
        if len(self.loops) < 3 and choice < (0.6 if len(self.loops) == 1 else 0.4) and self.statements_left > 0:
            self.nest()
        elif choice < 0.72:
            self.conditional()
        elif choice < 0.76:
            self.data_loop()
        else:
            self.assignment()

    def conditional(self):
        if self.chance(0.1):
            return self.extreme_so_far()
        with self.block(f"if ({self.any_condition()})"):
            self.nest() if len(self.loops) < 3 and self.chance(0.2) else self.assignment()
            if self.statements_left > 0 and self.chance(0.2):
                self.statement()
        if self.statements_left > 0 and self.chance(0.3):
            with self.block("else"):
                self.statement() if self.chance(0.3) else self.assignment()

    def any_condition(self):
        """A condition on loop variables, on data, or on both."""
        if self.chance(0.5):
            return self.condition()
        _, element = self.target()
        data = self.data_condition(element)
        return self.weighted((4, data), (1, f"{self.simple_condition()} && {data}"),
                             (1, f"{data} && {self.data_condition(element)}"),
                             (1, f"{data} || {self.simple_condition()}"), (1, f"!({data})"))

    def extreme_so_far(self):
        """What keeps the least or greatest of some values, and now and then where it was."""
        self.statements_left -= 1
        text, element = self.target()
        value = self.read(element)
        if value == text:  # compilers would warn
            value = self.literal(element)
        with self.block(f"if ({value} {self.pick('<', '>')} {text})"):
            self.line(f"{text} = {value};")
            if self.statements_left > 0 and self.chance(0.5):
                self.assignment()

    def data_loop(self):
        """A loop that data end, inside of others."""
        counter, bound = self.new_name("d"), self.bits_of_data(3)
        heads = [f"for (int {counter} = {self.bits_of_data(1)}; {counter} < {bound}; {counter}++)"]
        if self.chance(0.3):
            self.line(f"int {counter} = 0;")
            heads = [f"for ({counter} = 0; {counter} < {bound}; ++{counter})", f"while ({counter}++ < {bound})",
                     f"for (; {counter} < {bound}; {counter} += 1)"]
        with self.block(self.pick(*heads)):
            _, element = self.target()
            if self.chance(0.3):
                self.line(f"if ({self.data_condition(element)}) {self.pick('break', 'continue')};")
            with self.block(f"if ({self.any_condition()})") if self.chance(0.3) else nullcontext():
                self.assignment()
            arrays = [array for array in self.arrays if array.dimensions == 1 and not array.is_constant]
            if arrays and self.chance(0.7):
                array = self.pick(*arrays)
                self.line(f"{array.at(f'({counter} & 1)')} {self.operator(array.element)} {self.value(array.element)};")

    def target(self):
        """An element or scalar to assign to, with its type."""
        arrays = [array for array in self.arrays if not array.is_constant]
        if arrays and self.chance(0.88):
            array = self.pick(*arrays)
            return self.element_of(array), array.element
        return self.any_scalar()

    def assignment(self):
        self.statements_left -= 1
        text, element = self.target()
        if self.chance(0.2):
            text = self.through_local(text, element)
        else:
            text = f"{text} {self.operator(element)} {self.value(element)};"
        self.line(text)

    def through_local(self, target, element):
        """An assignment of what a new scalar holds, which is declared here."""
        local = self.new_name("x")
        self.line(f"{self.pick('const ', '')}{element.name} {local} = {self.value(element)};")
        return f"{target} {self.operator(element)} {local} {self.pick('+', '-')} {self.leaf(element)};"

    def operator(self, element):
        if element.is_floating:
            return self.pick("=", "=", "=", "+=", "-=", "*=")
        if element.is_unsigned:
            return self.pick("=", "=", "+=", "-=", "*=", "^=")
        return self.pick("=", "=", "=", "+=", "^=", "|=")
