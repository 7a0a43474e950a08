#include "espalier/transform/extension.h"

#include <isl/aff.h>

#include <algorithm>
#include <iterator>

namespace espalier::transform {

namespace {

/// { S[i] -> [x] } with one more iterator before `position`.
isl::multi_pw_aff inserted(const isl::multi_pw_aff &iterators, std::size_t position,
                           const isl::pw_aff &value)
{
    isl::pw_aff_list list(iterators.ctx(), 0);
    for (unsigned k = 0; k <= iterators.size(); ++k) {
        if (k == position)
            list = list.add(value);
        if (k < iterators.size())
            list = list.add(iterators.at(static_cast<int>(k)));
    }
    isl::space space = iterators.space().domain().add_unnamed_tuple(iterators.size() + 1);
    return isl::multi_pw_aff(space, list);
}

} // namespace

void insert_loop(Statement &statement, std::size_t row, const isl::pw_aff &value,
                 const std::string &name)
{
    std::size_t position = std::min(row, statement.iterator_names.size());
    std::vector<std::string> taken = names_of(statement.rows);
    std::ranges::copy(statement.iterator_names, std::back_inserter(taken));
    std::string unused = unused_name(name, taken);
    statement.iterators = inserted(statement.iterators, position, value);
    statement.iterator_names.insert(statement.iterator_names.begin() + long(position), unused);
    for (Row &other : statement.rows)
        other.time = isl::manage(
            isl_aff_insert_dims(other.time.release(), isl_dim_in, unsigned(position), 1));
    statement.rows.insert(statement.rows.begin() + long(row),
                          Row{iterator(statement, position), unused});
    statement.beta.insert(statement.beta.begin() + long(row) + 1, 0);
}

} // namespace espalier::transform
