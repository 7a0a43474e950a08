"""Nests of the shapes that strategies look for, with something odd in some of them."""

from hostile.nests import Nests
from hostile.types import ELEMENTS

ELEMENT_NAMES = {element.name: element for element in ELEMENTS}


class Shapes(Nests):
    """Makes stencils, products, recurrences and reductions."""

    def shape(self):
        self.weighted((4, self.stencil_of_lines), (4, self.stencil_of_planes), (2, self.in_place), (4, self.product),
                      (3, self.vector_product), (2, self.recurrence), (2, self.sweeps), (2, self.reduction),
                      (2, self.triangular_solve), (1, self.factorization), (1, self.wavefront), (2, self.scratch),
                      (2, self.carried), (1, self.hidden_writes))()

    def floats(self, *sizes, is_constant=False):
        """An array of the type that most elements of the program have."""
        return self.array(*sizes, element=self.element, is_constant=is_constant and self.chance(0.7))

    def number_text(self):
        return self.literal(self.element)

    def combined(self, *terms):
        """A sum of terms, some of which have factors, which is scaled."""
        terms = [f"{self.number_text()} * {term}" if self.chance(0.2) else term for term in terms]
        total = " + ".join(terms)
        return self.weighted((4, f"{self.number_text()} * ({total})"), (2, total),
                             (1, f"({total}) / {self.pick(3, 5)}{'.0' if self.element.is_floating else ''}"))

    def oddity(self):
        """Rarely, a statement that fits in nowhere."""
        if self.chance(0.12):
            self.statements_left = 1
            self.assignment()

    def around_line(self, array, loop, *others):
        """The elements around one place in a line."""
        position = loop.position
        reach = [0, 1, -1]
        self.random.shuffle(reach)
        return [array.at(*others, (position, offset)) for offset in reach[:self.pick(2, 3, 3, 3)]]

    def stencil_of_lines(self):
        self.enlarge()
        size, steps = self.size(), self.parameter("steps").text
        old, new = self.floats(size), self.floats(size)
        with self.over("0", steps):
            self.oddity()
            with self.over("1", f"{size} - 1") as i:
                self.line(f"{new.at(i.position)} = {self.combined(*self.around_line(old, i))};")
            self.oddity()
            with self.over("1", f"{size} - 1") as i:
                value = new.at(i.position) if self.chance(0.5) else self.combined(*self.around_line(new, i))
                self.line(f"{old.at(i.position)} = {value};")
            self.oddity()
            if self.chance(0.15):
                self.line(f"{old.at('0')} = {old.at((size, -2))};")
                self.line(f"{old.at((size, -1))} = {old.at('1')};")

    def enlarge(self):
        if self.chance(0.4):
            self.capacity = self.maker.capacity = 300

    def around_plane(self, array, i, j):
        places = [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)]
        count = self.pick(3, 5, 5, 5, 9)
        return [array.at((i.position, one), (j.position, other)) for one, other in places[:count]]

    def stencil_of_planes(self):
        one, other = self.size(), self.size()
        steps = self.parameter("steps").text
        old, new = self.floats(one, other), self.floats(one, other)
        with self.over("0", steps):
            for source, target in ((old, new), (new, old)):
                self.oddity()
                with self.over("1", f"{one} - 1") as i, self.over("1", f"{other} - 1") as j:
                    value = self.combined(*self.around_plane(source, i, j))
                    self.line(f"{target.at(i.position, j.position)} = {value};")

    def in_place(self):
        """A stencil on one array."""
        size, steps = self.size(), self.parameter("steps").text
        if self.chance(0.5):
            self.enlarge()
            array = self.floats(size)
            with self.over("0", steps), self.over("1", f"{size} - 1") as i:
                self.line(f"{array.at(i.position)} = {self.combined(*self.around_line(array, i))};")
                self.oddity()
            return
        array = self.floats(size, size)
        with self.over("0", steps), self.over("1", f"{size} - 1") as i, self.over("1", f"{size} - 1") as j:
            self.line(f"{array.at(i.position, j.position)} = {self.combined(*self.around_plane(array, i, j))};")

    def product(self):
        """A product of matrices; its three loops in any order, some triangular, some around more statements."""
        rows, columns, terms = self.size(), self.size(), self.size()
        target, left, right = self.floats(rows, columns), self.matrix(rows, terms), self.matrix(terms, columns)
        if self.chance(0.35):
            return self.product_in_steps(rows, columns, terms, target, left, right)
        bounds = {"i": rows, "j": columns, "k": terms}
        order = self.pick("ijk", "ijk", "ikj", "kij", "jik", "jki", "kji")
        places = {}
        self.loops_of_product(order, bounds, places, lambda: self.update(
            target.at(places["i"], places["j"]), left(places["i"], places["k"]), right(places["k"], places["j"])))

    def loops_of_product(self, order, bounds, places, inside):
        if not order:
            self.oddity()
            return inside()
        high = bounds[order[0]]
        if self.loops and self.chance(0.15):
            high = f"MIN({self.loops[-1].position} + {self.number(0, 1)}, {high})"
        with self.over("0", high) as loop:
            places[order[0]] = loop.position
            self.loops_of_product(order[1:], bounds, places, inside)

    def matrix(self, rows, columns):
        """A function of the text of an element of a new matrix, which may be transposed."""
        if self.chance(0.3):
            array = self.floats(columns, rows, is_constant=True)
            return lambda row, column: array.at(column, row)
        return self.floats(rows, columns, is_constant=True).at

    def update(self, target, one, other):
        text = self.pick(f"{target} += {one} * {other};", f"{target} += {one} * {other};",
                         f"{target} = {target} + {one} * {other};", f"{target} -= {one} * {other};",
                         f"{target} += {self.number_text()} * {one} * {other};", f"{target} += {one} + {other};")
        self.line(text)

    def product_in_steps(self, rows, columns, terms, target, left, right):
        """Elements are set before their sum, or the sum is collected in a scalar."""
        with self.over("0", rows) as i, self.over("0", columns) as j:
            element = target.at(i.position, j.position)
            in_scalar = self.chance(0.5)
            start = self.pick("0", element, f"{self.number_text()} * {element}")
            place = "sum" if in_scalar else element
            self.line(f"{self.element.name + ' ' if in_scalar else ''}{place} = {start};")
            with self.over("0", terms) as k:
                self.update(place, left(i.position, k.position), right(k.position, j.position))
            self.oddity()
            if in_scalar:
                self.line(f"{element} {self.pick('=', '=', '+=')} sum{self.pick('', f' * {self.number_text()}')};")

    def vector_product(self):
        """Products of a matrix, or two, with vectors."""
        rows, columns = self.size(), self.size()
        matrix, one, other = self.floats(rows, columns), self.floats(rows), self.floats(columns)
        with self.over("0", rows) as i:
            if self.chance(0.4):
                self.line(f"{one.at(i.position)} {self.pick('= 0', '*= ' + self.number_text())};")
            with self.over("0", columns) as j:
                element = matrix.at(i.position, j.position)
                self.update(one.at(i.position), element, other.at(j.position))
                if self.chance(0.25):
                    self.update(other.at(j.position), element, one.at(i.position))
        if self.chance(0.6):
            with self.over("0", rows) as i, self.over("0", columns) as j:
                self.update(other.at(j.position), matrix.at(i.position, j.position), one.at(i.position))
        self.oddity()

    def recurrence(self):
        size, order = self.size(), self.number(1, 2)
        self.enlarge()
        one, other = self.floats(size), self.floats(size, is_constant=True)
        with self.over(str(order), size) as i:
            terms = [one.at((i.position, -back)) for back in range(1, order + 1)] + [other.at(i.position)]
            self.line(f"{one.at(i.position)} = {self.combined(*terms)};")
            self.oddity()

    def sweeps(self):
        """Recurrences along the rows or columns of a plane, forwards and backwards."""
        rows, columns = self.size(), self.size()
        one, other = self.floats(rows, columns), self.floats(rows, columns)
        for _ in range(self.number(1, 3)):
            along, back = self.chance(0.5), self.pick(-1, -1, 1)
            low, high = ("1", columns) if back < 0 else ("0", f"{columns} - 1")
            if not along:
                low, high = ("1", rows) if back < 0 else ("0", f"{rows} - 1")
            with self.over("0", rows if along else columns) as still, self.over(low, high) as moving:
                i, j = (still, moving) if along else (moving, still)
                before = one.at((i.position, 0 if along else back), (j.position, back if along else 0))
                here = [array.at(i.position, j.position) for array in (one, other)]
                self.line(f"{here[0]} = {self.combined(before, here[1])};")

    def reduction(self):
        """Sums and extremes in scalars."""
        rows, columns = self.size(), self.size()
        matrix, row = self.floats(rows, columns), self.floats(rows)
        name, _ = self.any_scalar()
        with self.over("0", rows) as i:
            with self.over("0", columns) as j:
                element = matrix.at(i.position, j.position)
                self.line(self.pick(f"{name} += {element};", f"{name} = MAX({name}, {element});",
                                    f"{name} += {element} * {row.at(i.position)};",
                                    f"{name} = {element} > {name} ? {element} : {name};", f"{name} -= {element};"))
            if self.chance(0.4):
                self.line(f"{row.at(i.position)} = {name};")
            self.oddity()

    def triangular_solve(self):
        size = self.size()
        matrix, vector = self.floats(size, size, is_constant=True), self.floats(size)
        with self.over("0", size) as i:
            here = vector.at(i.position)
            with self.over("0", i.position) as j:
                self.line(f"{here} -= {matrix.at(i.position, j.position)} * {vector.at(j.position)};")
            divisor = matrix.at(i.position, i.position)
            self.line(f"{here} = {here} / {divisor};" if self.element.is_floating else f"{here} ^= {divisor};")

    def factorization(self):
        size = self.size()
        matrix = self.floats(size, size)
        with self.over("0", size) as k:
            with self.over(f"{k.position} + 1", size) as i:
                self.line(f"{matrix.at(i.position, k.position)} *= {self.number_text()};")
            with self.over(f"{k.position} + 1", size) as i, self.over(f"{k.position} + 1", size) as j:
                self.update(matrix.at(i.position, j.position), matrix.at(i.position, k.position),
                            matrix.at(k.position, j.position))

    def wavefront(self):
        rows, columns = self.size(), self.size()
        table, costs = self.floats(rows, columns), self.floats(rows, columns)
        with self.over("1", rows) as i, self.over("1", columns) as j:
            above, left = table.at((i.position, -1), j.position), table.at(i.position, (j.position, -1))
            self.line(f"{table.at(i.position, j.position)} = {self.pick('MAX', 'MIN')}({above}, {left}) + "
                      f"{costs.at(i.position, j.position)};")
            self.oddity()

    def scratch(self):
        """A row that is computed in an array of the function's own, and then used."""
        rows, columns = self.size(), self.size()
        source, target = self.floats(rows, columns), self.floats(rows, columns)
        row, is_outside = self.new_name("row"), self.chance(0.5)
        declaration = f"{self.element.name} {row}[{self.capacity + 4}];"
        if is_outside:
            self.line(declaration)
        with self.over("0", rows) as i:
            if not is_outside:
                self.line(declaration)
            with self.over("0", columns) as j:
                self.line(f"{row}[{j.position}] = {self.combined(source.at(i.position, j.position))};")
            with self.over("1", f"{columns} - 1") as j:
                terms = [f"{row}[{j.position} {sign} 1]" for sign in "+-"]
                self.line(f"{target.at(i.position, j.position)} {self.pick('=', '+=')} {self.combined(*terms)};")

    def carried(self):
        """A scalar, or two, that keep what the iterations before have found."""
        size = self.size()
        self.enlarge()
        array, other = self.floats(size), self.floats(size)
        before, here, oldest = (self.new_name("t") for _ in range(3))
        self.line(f"{self.element.name} {before} = {self.number_text()}, {oldest} = {self.number_text()};")
        with self.over("0", size) as i:
            self.line(f"{self.element.name} {here} = {array.at(i.position)};")
            self.line(f"{other.at(i.position)} = {self.combined(before, here, oldest)};")
            self.line(f"{oldest} = {before};")
            self.line(f"{before} = {here};")
        if self.chance(0.5):
            name, _ = self.any_scalar()
            self.line(f"{name} {self.pick('=', '+=')} {before};")

    def hidden_writes(self):
        """A loop that writes through a pointer, which may point to its bound or to a scalar that it reads."""
        bounds = [each for each in self.parameters() if each.is_global and each.type.name in ELEMENT_NAMES]
        scalar = self.maker.scalar(self.element)
        self.scalars.append(scalar)
        element, name = self.element, scalar.prefix
        if bounds and self.chance(0.7):
            element, name = ELEMENT_NAMES[bounds[0].type.name], bounds[0].name
        cell = self.maker.cell(element, f"&{name}")
        size = name if element is not self.element else self.size()
        one, other = self.floats(size), self.floats(size)
        with self.over("0", f"MIN({size}, {self.capacity})") as i:
            lines = [f"{one.at(i.position)} = {name};", f"{cell.at('0')} = {other.at(i.position)};",
                     f"{other.at(i.position)} {self.pick('=', '+=')} {cell.at('0')};"]
            self.random.shuffle(lines)
            for line in lines:
                self.line(line)
        self.arrays.insert(0, cell)
