"""Nests with the idioms of programs that nobody wrote for a polyhedral compiler."""

from hostile.shapes import Shapes


class Idioms(Shapes):
    """Makes sums and extrema behind other work, histograms, clusters, periodic and alternating stencils, sweeps, all pairs,
    packed triangles, windows with strides, scratch memory for lines, weights outside of loops over elements, sums in front of
    what stays in order, masks, quotients of sizes, loops over all elements of rows and columns, copies and zeros by calls, sparse
    rows and other elements that lists choose."""

    def idiom(self):
        self.weighted((3, self.sum_behind), (2, self.best_with_place), (2, self.histogram), (3, self.periodic),
                      (2, self.alternating), (2, self.swapped), (2, self.packed_triangle), (2, self.walking),
                      (2, self.padded_copy), (3, self.sparse_rows), (3, self.chosen_by_list), (3, self.clusters),
                      (3, self.sweep), (2, self.all_pairs), (2, self.by_fixed_conditions), (2, self.windows),
                      (3, self.scratch_lines), (2, self.weights_outside), (2, self.walking_back),
                      (3, self.sums_before_order), (2, self.masked), (2, self.by_quotient),
                      (3, self.all_elements))()

    def sum_behind(self):
        """What each iteration has worked out goes into a sum or an extremum in the order of iterations."""
        rows, columns = self.size(), self.size()
        matrix, factors, results = self.floats(rows, columns), self.floats(columns), self.floats(rows)
        name, _ = self.any_scalar()
        local = self.new_name("x")
        with self.over("0", rows) as i:
            self.line(f"{self.element.name} {local} = {self.pick('0', self.number_text())};")
            with self.over("0", columns) as j:
                self.update(local, matrix.at(i.position, j.position), factors.at(j.position))
            if self.chance(0.6):
                self.line(f"{results.at(i.position)} {self.pick('=', '+=')} {local};")
            self.oddity()
            self.line(self.pick(f"{name} += {local};", f"{name} -= {local} * {local};",
                                f"{name} = {local} > {name} ? {local} : {name};", f"{name} = MIN({local}, {name});",
                                f"if ({local} < {name}) {name} = {local};", f"if ({name} <= {local}) {name} = {local};"))

    def best_with_place(self):
        """The place of the least or greatest distance, for each row."""
        rows, columns = self.size(), self.size()
        matrix, results = self.floats(rows, columns), self.array(rows)
        best, place, local = (self.new_name(stem) for stem in ("best", "place", "x"))
        compare = self.pick("<", ">", "<=", ">=")
        is_inside = self.chance(0.7)
        declarations = [f"{self.element.name} {best} = {self.number_text()};",
                        f"{self.pick('int', 'long')} {place} = {self.pick('0', '-1')};"]
        if not is_inside:
            self.lines += [self.indentation + line for line in declarations]
        with self.over("0", rows) as i:
            if is_inside:
                self.lines += [self.indentation + line for line in declarations]
            with self.over("0", columns) as j:
                element = matrix.at(i.position, j.position)
                self.line(f"{self.element.name} {local} = {self.combined(element)};")
                with self.block(f"if ({local} {compare} {best})"):
                    self.line(f"{best} = {local};")
                    self.line(f"{place} = (int)({j.position});")
            self.line(f"{results.at(i.position)} = ({results.element.name}){place};")
            if self.chance(0.4):
                self.line(f"{matrix.at(i.position, '0')} = {best};")
            self.oddity()

    def histogram(self):
        """Counts, or sums, of what data choose."""
        size = self.size()
        data, counts, weights = self.array(size), self.array("8"), self.array(size)
        chosen = f"(int){{}} & {self.pick(7, 7, 3, 1)}" if not data.element.is_floating else "{} > 0"
        with self.over("0", size) as i:
            place = f"({chosen.format(data.at(i.position))})"
            self.line(f"{counts.at(place)} {self.operator(counts.element)} {self.literal(counts.element)};")
            if weights.element.is_floating == counts.element.is_floating and self.chance(0.4):
                self.line(f"{counts.at(place)} += {weights.at(i.position)};")
            self.oddity()

    def periodic(self):
        """A stencil whose ends meet."""
        size, steps = self.size(), self.parameter("steps").text
        is_plane = self.chance(0.5)
        sizes = [size, self.size()] if is_plane else [size]
        old, new = self.floats(*sizes), self.floats(*sizes)
        with self.over("0", steps):
            for source, target in ((old, new), (new, old)):
                if is_plane:
                    with self.over("0", sizes[0]) as i, self.over("0", sizes[1]) as j:
                        above, left = self.before(i, sizes[0]), self.before(j, sizes[1])
                        below, right = self.behind(i, sizes[0]), self.behind(j, sizes[1])
                        terms = [source.at(i.position, j.position), source.at(above, j.position),
                                 source.at(i.position, right), source.at(below, left)]
                        self.line(f"{target.at(i.position, j.position)} = {self.combined(*terms)};")
                else:
                    with self.over("0", size) as i:
                        terms = [source.at(self.before(i, size)), source.at(i.position), source.at(self.behind(i, size))]
                        self.line(f"{target.at(i.position)} = {self.combined(*terms)};")
                self.oddity()

    def before(self, loop, size):
        here = loop.position
        return self.pick(f"({here} + {size} - 1) % {size}", f"({here} == 0 ? {size} - 1 : {here} - 1)")

    def behind(self, loop, size):
        here = loop.position
        return self.pick(f"({here} + 1) % {size}", f"({here} + 1 == {size} ? 0 : {here} + 1)")

    def alternating(self):
        """Two lines in one array, which change their parts with time."""
        size, steps = self.size(), self.parameter("steps").text
        lines = self.floats("2", size)
        with self.over("0", steps) as t:
            now = self.pick(f"({t.position}) % 2", f"({t.position} & 1)")
            then = self.pick(f"({t.position} + 1) % 2", f"(1 - ({t.position}) % 2)")
            with self.over("1", f"{size} - 1") as i:
                self.line(f"{lines.at(then, i.position)} = {self.combined(*self.around_line(lines, i, now))};")
            self.oddity()

    def swapped(self):
        """Two pointers that change their parts with time."""
        size, steps = self.size(), self.parameter("steps").text
        one, other = self.floats(size), self.floats(size)
        now, then, kept = (self.new_name("p") for _ in range(3))
        kind = self.element.name
        self.line(f"{kind} *{now} = &{one.at('0')}, *{then} = &{other.at('0')};")
        with self.over("0", steps):
            with self.over("1", f"{size} - 1") as i:
                terms = [f"{now}[{i.position} {offset}]" for offset in ("- 1", "+ 0", "+ 1")]
                self.line(f"{then}[{i.position}] = {self.combined(*terms)};")
            self.oddity()
            self.line(f"{kind} *{kept} = {now};")
            self.line(f"{now} = {then};")
            self.line(f"{then} = {kept};")
        if self.chance(0.5):
            with self.over("0", size) as i:
                self.line(f"{one.at(i.position)} += {now}[{i.position}];")

    def packed_triangle(self):
        """A solve or an update with a triangle whose rows follow each other."""
        size = self.size()
        triangle, vector = self.floats(f"({size} * (({size}) + 1) / 2)"), self.floats(size)
        start = self.pick("{0} * ({0} + 1) / 2", "({0} + 1) * {0} / 2")
        with self.over("0", size) as i:
            row = start.format(f"({i.position})")
            with self.over("0", i.position) as j:
                element = triangle.at(f"{row} + {j.position}")
                if self.chance(0.5):
                    self.update(vector.at(i.position), element, vector.at(j.position))
                else:
                    self.update(element, vector.at(i.position), vector.at(j.position))
            self.line(f"{vector.at(i.position)} *= {triangle.at(f'{row} + {i.position}')};")
            self.oddity()

    def walking(self):
        """A product of a matrix with a vector by pointers that walk."""
        rows, columns = self.size(), self.size()
        matrix, vector, results = self.floats(rows, columns), self.floats(columns), self.floats(rows)
        with self.over("0", rows) as i:
            row, factor, local = (self.new_name(stem) for stem in "pqx")
            kind = self.element.name
            self.line(f"const {kind} *{row} = &{matrix.at(i.position, '0')}, *{factor} = &{vector.at('0')};")
            self.line(f"{kind} {local} = 0;")
            with self.over("0", columns):
                self.line(f"{local} += *{row}++ * *{factor}++;")
            self.line(f"{results.at(i.position)} {self.pick('=', '+=')} {local};")
            self.oddity()

    def padded_copy(self):
        """A plane with clamped borders."""
        rows, columns = self.size(), self.size()
        source, target = self.floats(rows, columns), self.floats(rows, columns)
        with self.over("0", rows) as i, self.over("0", columns) as j:
            above = f"MAX({i.position} - 1, 0)"
            right = f"MIN({j.position} + 1, {columns} - 1)"
            if self.chance(0.5):
                right = f"({j.position} + 1 < {columns} ? {j.position} + 1 : {columns} - 1)"
            terms = [source.at(above, j.position), source.at(i.position, right)]
            self.line(f"{target.at(i.position, j.position)} = {self.combined(*terms)};")

    def sparse_rows(self):
        """A sum over the elements of each row, of which a list says where it starts and another in what columns they are."""
        rows, columns = self.size(), self.size()
        room = f"(3 * ({rows}) + 4)"
        starts = self.pick("2 * k", "3 * k + 1", "2 * k - k % 2", "k / 2 * 3", "4", "k % 3 * 2", "k == 3 ? 0 : k")
        start, column = self.index_list(f"({rows} + 1)", starts), self.index_list(room, self.places(columns))
        values, vector, results = self.floats(room), self.floats(f"({columns} + 1)"), self.floats(rows)
        with self.over("0", rows) as i:
            local, k = self.new_name("x"), self.new_name("k")
            self.line(f"{self.element.name} {local} = {self.number_text()};")
            kind = self.pick("int", "int", "long", "unsigned", start.element.name)
            end = start.at((i.position, 1))
            with self.block(f"for ({kind} {k} = {start.at(i.position)}; {k} < {end}; {k}++)"):
                self.update(local, values.at(k), vector.at(column.at(k)))
                if self.chance(0.1):
                    self.line(f"if ({values.at(k)} > 3) break;")
            self.line(f"{results.at(i.position)} {self.pick('=', '+=')} {local};")
            self.oddity()

    def chosen_by_list(self):
        """Elements that a list chooses, one for each iteration."""
        size, most = self.size(), self.size()
        shift = self.pick(0, 0, 1)
        chosen = self.index_list(size, f"{shift} + {self.places(most)}")
        values, line = self.floats(f"({most} + 1)"), self.floats(size)
        with self.over("0", size) as i:
            place = chosen.at(self.pick(i.position, i.position, f"{size} - 1 - ({i.position})"))
            element = values.at(f"{place} - 1" if shift else place)
            if self.chance(0.5):
                self.update(element, line.at(i.position), self.number_text())
            else:
                self.line(f"{line.at(i.position)} {self.pick('=', '+=')} {self.combined(element)};")
            self.oddity()

    def places(self, most):
        """Numbers from 0 to `most`, for places `k`."""
        count = f"(({most}) + 1 > 0 ? ({most}) + 1 : 1)"
        return self.pick(f"(k * 7 + 3) % {count}", f"k % {count}", f"{count} / 2 + k % (({count} + 1) / 2)",
                         f"{count} - 1 - k % {count}", f"{count} - 1")

    def clusters(self):
        """The nearest of some rows, and sums of those that are nearest to each."""
        rows, columns, groups = self.size(), self.size(), self.size()
        points, centres = self.floats(rows, columns), self.floats(f"({groups} + 1)", columns)
        sums, counts = self.floats(f"({groups} + 1)", columns), self.array(f"({groups} + 1)")
        place, best, local = (self.new_name(stem) for stem in ("place", "best", "x"))
        with self.over("0", rows) as i:
            self.line(f"int {place} = 0;")
            self.line(f"{self.element.name} {best} = {self.number_text()};")
            with self.over("0", groups) as k:
                self.line(f"{self.element.name} {local} = 0;")
                with self.over("0", columns) as j:
                    self.update(local, points.at(i.position, j.position), centres.at(k.position, j.position))
                with self.block(f"if ({local} {self.pick('<', '>=')} {best})"):
                    self.line(f"{best} = {local};")
                    self.line(f"{place} = (int)({k.position});")
            self.line(f"{counts.at(place)} += 1;")
            with self.over("0", columns) as j:
                self.line(f"{sums.at(place, j.position)} += {points.at(i.position, j.position)};")
            self.oddity()

    def sweep(self):
        """Elements that wait for those before them in rows and columns."""
        rows, columns = self.size(), self.size()
        table, weights = self.floats(rows, columns), self.floats(rows, columns)
        best = self.new_name("best")
        with self.over("1", rows) as i, self.over("1", columns) as j:
            here, above, left = (table.at(i.position, j.position), table.at((i.position, -1), j.position),
                                 table.at(i.position, (j.position, -1)))
            self.line(f"{self.element.name} {best} = {self.combined(above, weights.at(i.position, j.position))};")
            self.line(self.pick(f"if ({left} > {best}) {best} = {left};", f"{best} = 0.5 * {best} + {left};"))
            if self.chance(0.4):
                self.line(f"if ({table.at((i.position, -1), (j.position, -1))} < {best}) {best} = {above};")
            self.line(f"{here} = {best};")
            self.oddity()

    def all_pairs(self):
        """What is better by way of each."""
        size = self.size()
        length, last = self.floats(size, size), self.array(size, size)
        with self.over("0", size) as k, self.over("0", size) as i, self.over("0", size) as j:
            if self.chance(0.3):
                self.line(f"if ({self.pick(i, j).position} == {k.position}) continue;")
            through = f"{length.at(i.position, k.position)} + {length.at(k.position, j.position)}"
            with self.block(f"if ({through} < {length.at(i.position, j.position)})"):
                self.line(f"{length.at(i.position, j.position)} = {through};")
                if self.chance(0.6):
                    self.line(f"{last.at(i.position, j.position)} = {last.at(i.position, k.position)};")
                self.oddity()

    def scratch_lines(self):
        """A recurrence along each line, in memory that all lines share."""
        rows, columns = self.size(), self.size()
        matrix, result, line = self.floats(rows, columns), self.floats(rows, columns), self.floats(columns)
        turned = self.chance(0.3)
        with self.over("0", rows) as i:
            with self.over("0", columns) as j:
                if self.chance(0.2):
                    self.line(f"if ({matrix.at(i.position, j.position)} < 0) continue;")
                self.line(f"{line.at(j.position)} = {matrix.at(i.position, j.position)};")
            with self.over("1", columns) as j:
                self.line(f"{line.at(j.position)} {self.pick('+=', '-=')} 0.5 * {line.at((j.position, -1))};")
            self.oddity()
            with self.over("0", columns) as j:
                target = matrix if turned else result
                self.line(f"{target.at(i.position, j.position)} {self.pick('=', '+=')} {line.at(j.position)};")

    def weights_outside(self):
        """A sum for each element, one weight after the other."""
        rows, columns = self.size(), self.size()
        source, target = self.floats(rows, columns), self.floats(rows, columns)
        weight = self.new_name("w")
        if self.chance(0.6):
            with self.over("1", rows) as i, self.over("0", columns) as j:
                self.line(f"{target.at(i.position, j.position)} = {self.number_text()};")
        with self.block(f"for (int {weight} = 0; {weight} < 2; {weight}++)"):
            with self.over("1", rows) as i, self.over("0", columns) as j:
                above = source.at(f"{i.position} - {weight}", j.position)
                self.line(f"{target.at(i.position, j.position)} += 0.25 * ({weight} + 1) * {above};")
                self.oddity()

    def walking_back(self):
        """A pointer that goes along a row and back."""
        rows, columns = self.size(), self.size()
        matrix, sums = self.floats(rows, columns), self.floats(rows)
        with self.over("0", rows) as i:
            place = self.new_name("p")
            self.line(f"{self.element.name} *{place} = &{matrix.at(i.position, '0')};")
            with self.over("0", columns):
                self.line(f"{sums.at(i.position)} += *{place}++;")
            with self.over("0", columns):
                self.line(self.pick(f"*--{place} *= 0.5;", f"{place}--; *{place} = {sums.at(i.position)};"))
            self.oddity()

    def sums_before_order(self):
        """Sums along columns, of which something is kept in order."""
        rows, columns, terms = self.size(), self.size(), self.size()
        factors, matrix = self.floats(rows, terms), self.floats(terms, columns)
        name, _ = self.any_scalar()
        local = self.new_name("x")
        with self.over("0", rows) as i, self.over("0", columns) as j:
            self.line(f"{self.element.name} {local} = {self.number_text()};")
            with self.over("0", terms) as k:
                self.update(local, factors.at(i.position, k.position), matrix.at(k.position, j.position))
            self.oddity()
            self.line(self.pick(f"if ({local} > {name}) {name} = {local};", f"{name} = 0.5 * {name} + {local};",
                                f"{name} = {local} < {name} ? {local} : {name};", f"if ({local} > 0) {name} += 1;"))
            if self.chance(0.3):
                self.line(f"{matrix.at('0', j.position)} = {local};")

    def masked(self):
        """Something is done where data say so, with what is the same for all of a row."""
        rows, columns = self.size(), self.size()
        data, target = self.array(rows, columns), self.floats(rows, columns)
        scale, other = self.floats(rows), self.floats(rows)
        with self.over("0", rows) as i, self.over("0", columns) as j:
            here = target.at(i.position, j.position)
            limit = self.pick("0", scale.at(i.position) if not data.element.is_floating else "0.5", "1")
            with self.block(f"if ({data.at(i.position, j.position)} {self.pick('>', '<', '!=')} {limit})"):
                self.line(f"{here} {self.pick('=', '+=', '*=')} {scale.at(i.position)};")
                if self.chance(0.5):
                    self.line(f"{data.at(i.position, j.position)} = ({data.element.name}){other.at(i.position)};")
                self.oddity()

    def by_quotient(self):
        """Steps of as many elements as there are for each part, and what is left."""
        size, parts = self.size(), self.size()
        line, sums = self.floats(size), self.floats(parts)
        with self.block(f"if ({size} >= {parts} && {parts} > 0)"):
            step = f"(({size}) / ({parts}))"
            with self.over("0", parts) as i:
                self.line(f"{sums.at(i.position)} {self.pick('=', '+=')} {line.at(f'({i.position}) * {step}')};")
                if self.chance(0.4):
                    self.line(f"{line.at(f'({i.position}) * {step}')} = {self.number_text()};")
                self.oddity()
            if self.chance(0.4):
                with self.over("0", f"({size}) % ({parts})") as i:
                    self.line(f"{line.at(i.position)} += 1;")

    def all_elements(self):
        """All elements at once, by loops and calls, beside loops over rows and columns of them, or planes of both."""
        rows, columns = self.size(), self.size()
        count = self.pick(f"({rows}) * ({columns})", f"({columns}) * ({rows})", f"(long)({rows}) * ({columns})",
                          f"(({rows}) + 1) * ({columns})")
        planes = self.pick("1", "1", "2", "3")
        one, other = self.floats(f"{planes} * {count}"), self.floats(f"{planes} * {count}")
        size = f"{count} * sizeof({one.element.name})"
        parts = [lambda at: self.all_elements_by_loop(one, other, count, at),
                 lambda at: self.line(f"memcpy(&{one.at(at)}, &{other.at(at)}, {size});"),
                 lambda at: self.line(f"memset(&{one.at(at)}, 0, {size});"),
                 lambda at: self.all_elements_by_rows(one, other, rows, columns, at)]
        with self.over("0", planes) as k:
            start = f"({k.position}) * {count}"
            for _ in range(self.pick(1, 2, 2, 3)):
                self.pick(*parts)(start)
                self.oddity()

    def all_elements_by_loop(self, one, other, count, start):
        with self.over("0", count) as i:
            at = f"{start} + {i.position}"
            self.line(f"{one.at(at)} {self.operator(one.element)} {other.at(at)};")

    def all_elements_by_rows(self, one, other, rows, columns, start):
        with self.over("0", rows) as i, self.over("0", columns) as j:
            at = f"{start} + ({i.position}) * ({columns}) + {j.position}"
            self.line(f"{other.at(at)} {self.operator(one.element)} {one.at(at)};")

    def by_fixed_conditions(self):
        """Factors of zero and one, and rows that need not be there."""
        rows, columns = self.size(), self.size()
        matrix, line = self.floats(rows, columns), self.floats(columns)
        factor, added = self.new_name("factor"), self.new_name("added")
        kind = self.element.name
        self.line(f"const {kind} {factor} = {self.pick('0', '1', '0.5', line.at('0'))};")
        self.line(f"const {kind} *{added} = {self.pick('0', f'&{line.at(chr(48))}')};")
        with self.over("0", rows) as i, self.over("0", columns) as j:
            element = matrix.at(i.position, j.position)
            self.line(f"if ({factor} == 0) {element} = {self.number_text()};")
            self.line(f"else if ({factor} != 1) {element} *= {factor};")
            self.line(self.pick(f"if ({added}) {element} += {added}[0];", f"{element} += {added} ? *{added} : 1;",
                                f"if (!{added}) {element} -= 1;"))
            self.oddity()

    def windows(self):
        """Elements of a plane in steps of any size, as far as they are inside."""
        rows, columns = self.size(), self.size()
        source, target = self.floats(rows, columns), self.floats(rows, columns)
        step, y, x = self.parameter("steps").text, self.new_name("y"), self.new_name("x")
        with self.over("0", rows) as i, self.over("0", columns) as j:
            self.line(f"const int {y} = (int)({i.position}) * (int)({step}) - {self.pick(0, 1)};")
            self.line(f"const int {x} = (int)({j.position}) + {self.pick(0, 1)};")
            with self.block(f"if ({y} >= 0 && {y} < {rows} && {x} < {columns})"):
                self.line(f"{target.at(i.position, j.position)} += {source.at(y, x)};")
            self.oddity()
