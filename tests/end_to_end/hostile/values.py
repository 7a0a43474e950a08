"""Expressions and conditions."""

from hostile.arrays import in_parentheses, sum_text
from hostile.loops import Loops

LIMITS = ["INT_MAX", "INT_MIN", "UINT_MAX", "LONG_MAX", "LONG_MIN", "ULONG_MAX", "SHRT_MAX", "255", "65536"]
COMPARISONS = ["<", "<=", ">", ">=", "==", "!="]


class Values(Loops):
    """Makes texts of values at the current place."""

    def subscript(self):
        """A subscript of few iterations, as a text and what is added to it."""
        if not self.loops:
            return "0", self.number(0, 3)
        position = self.pick(*self.loops, self.loops[-1]).position
        low = -2 if all(loop.type.is_signed for loop in self.loops) else 0
        constant = self.pick(0, 0, 0, self.number(low, 2))
        others = in_parentheses(self.pick(*self.loops).position)
        sizes = self.size_names() or ["9"]
        return self.weighted((20, position), (1, f"{in_parentheses(position)} + {others}"),
                             (1, f"2 * {in_parentheses(position)}"), (1, str(self.number(0, 3))),
                             (2, f"{self.pick(*sizes)} - 1 - {in_parentheses(position)}")), constant

    def bits_of_data(self, mask):
        """Some bits of an integer that is an element of an array, if there is one."""
        whole = [array for array in self.arrays if not array.element.is_floating]
        data = self.element_of(self.pick(*whole), is_chosen=False) if whole else "1"
        return f"(int)({data} & {mask})"

    def chosen_subscript(self):
        """A subscript that data choose, of the first two elements or those beside an iteration."""
        bit = self.bits_of_data(1)
        return self.pick(bit, f"{in_parentheses(self.pick(*self.loops).position)} + {bit}" if self.loops else bit)

    def element_of(self, array, is_chosen=True):
        """An element of an array; several dimensions most often go with several loops."""
        subscripts = [self.subscript() for _ in range(array.dimensions)]
        if is_chosen and self.chance(0.06):
            subscripts[self.number(0, array.dimensions - 1)] = self.chosen_subscript(), 0
            return array.at(*subscripts)
        if array.dimensions <= len(self.loops) and self.chance(0.7):
            loops = self.random.sample(self.loops, array.dimensions)
            if self.chance(0.7):
                loops.sort(key=self.loops.index)
            subscripts = [(loop.position, constant) for loop, (_, constant) in zip(loops, subscripts)]
        return array.at(*subscripts)

    def read(self, element):
        """Something to read, whose value fits a type."""
        arrays = [array for array in self.arrays if element.is_floating or not array.element.is_floating]
        if arrays and self.chance(0.85):
            return self.element_of(self.pick(*arrays))
        scalars = [each for each in self.scalars if element.is_floating or not each.element.is_floating]
        return self.pick(*scalars).prefix if scalars else self.literal(element)

    def literal(self, element):
        if element.is_floating:
            return self.pick("0.5", "0.25", "2.0", "1.5", "3.0", "0.125", "-1.0") + element.suffix
        return str(self.number(0, 9)) + element.suffix

    def leaf(self, element):
        choices = [(16, self.read), (2, self.literal), (1, self.helper_call)]
        if self.loops:
            choices.append((2, self.position_value))
        return self.weighted(*choices)(element)

    def position_value(self, element):
        position = self.pick(*self.loops).position
        return f"({element.name})({position})"

    def helper_call(self, element):
        """A call of a function that only reads: its argument, or an array that is global as well."""
        name = f"helper{len(self.helpers)}_{self.suffix}"
        shared = [array for array in self.arrays if array.file_scope and array.dimensions == 1 and
                  "->" not in array.prefix and array.element.is_floating == element.is_floating]
        if shared and self.loops and self.chance(0.5):
            array = self.pick(*shared)
            body, argument, kind = f"return {array.at('k')};", self.subscript()[0], "long"
        else:
            body, argument, kind = f"return k {self.pick('+', '*')} 2;", self.read(element), element.name
            if not element.is_floating and not element.is_unsigned:
                body = "return k ^ 5;"
        self.helpers.append(f"static {self.pick(*9 * ['inline '], '')}{element.name} {name}({kind} k) {{ {body} }}")
        return f"{name}({argument})"

    def value(self, element, depth=2):
        if depth == 0 or self.chance(0.15):
            return self.leaf(element)
        if self.chance(0.1):
            condition = self.data_condition(element) if self.chance(0.4) else self.condition()
            return f"({condition} ? {self.value(element, depth - 1)} : {self.value(element, depth - 1)})"
        return self.floating(element, depth) if element.is_floating else self.integer(element, depth)

    def floating(self, element, depth):
        one, other = self.value(element, depth - 1), self.value(element, depth - 1)
        suffix = element.suffix
        call = self.pick(f"sqrt{suffix}(fabs{suffix}({one}))", f"fabs{suffix}({one})",
                         self.extreme(one, other, suffix), f"floor{suffix}({one})", f"-({one})",
                         f"copysign{suffix}({one}, {other})", f"{one} / ({other})", f"{one} / 3.0{suffix}")
        return self.weighted((4, f"({one} + {other})"), (2, f"({one} - {other})"), (4, f"{one} * {other}"), (2, call))

    def extreme(self, one, other, suffix):
        """The smaller or larger of two values; adding 0 hides which zero C takes of 0.0 and -0.0."""
        return f"({self.pick('fmin', 'fmax')}{suffix}({one}, {other}) + 0.0{suffix})"

    def integer(self, element, depth):
        one, other = self.value(element, depth - 1), self.value(element, depth - 1)
        if one == other:  # compilers would warn
            other = self.literal(element)
        operator = self.pick("+", "+", "-", "*", "^", "&", "|")
        if element.name in ("int", "long") and operator in "+-*":
            wide = f"unsigned {element.name}"
            return f"({element.name})(({wide})({one}) {operator} ({wide})({other}))"
        other_forms = self.pick(f"({one}) / {self.number(2, 5)}", f"({one}) % {self.number(2, 7)}", f"(({one}) >> 1)",
                                f"MIN({one}, {other})", f"MAX({one}, {other})", f"~({one})")
        return other_forms if self.chance(0.15) else f"({one} {operator} {other})"

    def data_condition(self, element):
        one, other = self.leaf(element), self.leaf(element)
        if one == other:  # compilers would warn
            other = self.literal(element)
        return f"{one} {self.pick('<', '>', '>=', '!=')} {other}"

    def condition(self):
        """A condition on loop variables and parameters."""
        simple = self.simple_condition()
        if self.chance(0.2):
            return self.pick(f"{simple} && {self.simple_condition()}", f"{simple} || {self.simple_condition()}",
                             f"!({simple})")
        return simple

    def simple_condition(self):
        names = [each.text for each in self.parameters()]
        terms = [loop.position for loop in self.loops] + [loop.variable for loop in self.loops] or names or ["1"]
        term, compare = self.pick(*terms), self.pick(*COMPARISONS)
        bounds = [sum_text(name, self.pick(0, 0, -1, 2)) for name in names] + [str(self.number(0, 9))]
        bounds += self.random.sample(LIMITS, 1) if self.chance(0.3) else []
        modulus = self.number(2, 5)
        return self.weighted((4, f"{term} {compare} {self.pick(*bounds)}"),
                             (3, f"{in_parentheses(term)} % {modulus} {self.pick('==', '!=')} {self.number(0, 1)}"),
                             (1, f"{term} + {self.pick(*terms)} {compare} {self.pick(*bounds)}"),
                             (1, f"{self.pick(*bounds)} {compare} {self.pick(*bounds)}"),
                             (1, f"({term} + {self.pick(*terms)}) % {modulus} < {self.number(1, 2)}"),
                             (1, f"{term} {compare} {self.pick(*terms)}"))
