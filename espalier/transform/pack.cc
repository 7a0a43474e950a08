#include "espalier/transform/pack.h"

#include "espalier/presburger/affine_piece.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/program/declared_memory.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/element_copies.h"
#include "espalier/transform/impossible.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/statement_order.h"

#include <isl/aff.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace espalier::transform {

namespace {

/// More of a dimension than any memory holds is no bound.
constexpr long max_elements = 1L << 32;

/// { [t] -> [v] }: the simplest form of a function on a set.
isl::pw_aff simplified(const isl::pw_aff &function, const isl::set &domain)
{
    if (std::optional<isl::aff> affine = presburger::affine_on(function, domain))
        return isl::pw_aff(*affine);
    return presburger::coalesced(function.gist(domain));
}

/// The subscripts that a relation { [t] -> [a] } has in one dimension of a.
struct Range {
    isl::pw_aff first; ///< { [t] -> [a_k] }
    isl::val size;     ///< the largest number of them, for any t
};

/// The largest value of a function { [t] -> [v] } for any values of the symbolic constants; nothing
/// if there is none, or it is more than any memory holds.
std::optional<isl::val> largest(const isl::pw_aff &function)
{
    isl::set values = function.as_map().range();
    auto constants = unsigned(isl_set_dim(values.get(), isl_dim_param));
    values = isl::manage(isl_set_project_out(values.release(), isl_dim_param, 0, constants));
    values = presburger::without_empty_disjuncts(values);
    isl::val result = isl::manage(isl_set_dim_max_val(values.release(), 0));
    return result.is_int() && result.le(max_elements) ? std::optional(result) : std::nullopt;
}

/// \param elements  { [t] -> [a] }
/// \return nothing if there is no constant bound
std::optional<Range> range_of(const isl::map &elements, unsigned dimension)
{
    const auto count = unsigned(isl_map_dim(elements.get(), isl_dim_out));
    isl_map *one =
        isl_map_project_out(elements.copy(), isl_dim_out, dimension + 1, count - dimension - 1);
    const isl::map range = isl::manage(isl_map_project_out(one, isl_dim_out, 0, dimension));
    const isl::set all = isl::manage(isl_set_flatten(range.wrap().release()));
    if (isl_set_dim_is_bounded(all.get(), isl_dim_set, presburger::dimensions(all) - 1) !=
        isl_bool_true)
        return std::nullopt;
    const isl::pw_aff first = range.lexmin().as_pw_multi_aff().at(0),
                      last = range.lexmax().as_pw_multi_aff().at(0);
    std::optional<isl::val> size = largest(last.sub(first).add_constant(1));
    if (!size)
        return std::nullopt;
    return Range{simplified(first, range.domain()), std::move(*size)};
}

/// Whether a statement reads an array.
/// Precondition: it does not write it
bool reads(const program::Statement &statement, std::size_t array)
{
    return std::ranges::any_of(statement.accesses,
                               [&](const program::Access &access) { return uses(access, array); });
}

/// \throws Error{impossible_transformation} if a statement in the loop writes the array
void refuse_writes(const MatrixView &view, const Beta &loop, std::size_t array)
{
    for (const Statement *statement : statements_in(view, loop))
        for (const program::Access &access : program_statement(view.program, *statement).accesses)
            if (uses(access, array) && access.kind != program::AccessKind::read)
                throw impossible(fmt::format(
                    "{} {} `{}` in the loop {}, so that a copy of it would not have the values "
                    "that are read there",
                    place_of(program_statement(view.program, *statement)), verb(access.kind),
                    view.program.arrays[array].name, to_string(loop)));
}

/// The parts of a split statement share their references.
/// \throws Error{impossible_transformation} if one that reads the array in the loop has parts
///         outside
void refuse_parts_elsewhere(const MatrixView &view, const Beta &loop, std::size_t array)
{
    std::set<std::string> readers;
    for (const Statement *statement : statements_in(view, loop))
        if (reads(program_statement(view.program, *statement), array))
            readers.insert(program_statement(view.program, *statement).name());
    for (const Statement &statement : view.statements)
        if (!is_prefix(loop, statement.beta) && !statement.instances.is_empty() &&
            readers.contains(program_statement(view.program, statement).name()))
            throw impossible(fmt::format("`{}` is outside of the loop {}, and shares its "
                                         "references to `{}` with another "
                                         "part of {} inside",
                                         statement.label, to_string(loop),
                                         view.program.arrays[array].name,
                                         place_of(program_statement(view.program, statement))));
}

class Packing {
public:
    Packing(MatrixView view, const std::string &array, const Beta &loop,
            const std::vector<std::size_t> &order)
        : scop_(std::move(view)), loop_(loop), array_(find_array(scop_.program, array)),
          order_(order)
    {
        if (order_.empty()) {
            order_.resize(packed().extents.size());
            std::iota(order_.begin(), order_.end(), std::size_t(0));
        }
    }

    MatrixView run() &&
    {
        require_order(packed(), order_);
        require_declarable(packed());
        statements_in_loop(scop_, loop_);
        refuse_writes(scop_, loop_, array_);
        refuse_parts_elsewhere(scop_, loop_, array_);
        find_elements();
        find_box();
        add_buffer();
        redirect_reads();
        add_copy();
        return normalized(std::move(scop_));
    }

private:
    const program::Array &packed() const { return scop_.program.arrays[array_]; }

    /// Finds what is read in each iteration, and who reads it.
    void find_elements()
    {
        isl::set possible = program::possible_constants(scop_.program);
        for (const Statement *statement : statements_in(scop_, loop_))
            for (const program::Access &access : source_of(*statement).accesses) {
                if (!uses(access, array_))
                    continue;
                refuse_slice(*statement, access);
                if (!elements_)
                    place_ = source_of(*statement).place;
                isl::map here = access.relation.intersect_domain(statement->instances);
                isl::map read = outer_time(*statement, loop_.size()).reverse().apply_range(here);
                read = isl::manage(isl_map_reset_tuple_id(read.release(), isl_dim_out));
                elements_ = elements_ ? elements_->unite(read) : read;
            }
        if (elements_)
            elements_ = presburger::coalesced(elements_->intersect_params(possible));
        if (!elements_ || elements_->is_empty())
            throw impossible(
                fmt::format("nothing in the loop {} reads `{}`", to_string(loop_), packed().name));
    }

    void refuse_slice(const Statement &statement, const program::Access &access) const
    {
        if (access.subscripts.size() != packed().extents.size())
            throw impossible(fmt::format("{} passes more than one element of `{}` to a function, "
                                         "which relies on the layout that it has",
                                         place_of(source_of(statement)), packed().name));
    }

    /// Finds, for each dimension of the array, the first element and the largest number of them.
    void find_box()
    {
        for (unsigned k = 0; k < packed().extents.size(); ++k) {
            std::optional<Range> range = range_of(*elements_, k);
            if (!range)
                throw no_constant(k);
            first_.push_back(std::move(range->first));
            sizes_.push_back(std::move(range->size));
        }
    }

    Error no_constant(std::size_t dimension) const
    {
        return impossible(fmt::format(
            "an iteration of the loop {} reads `{}` over a range of dimension {}, counted from 0, "
            "that has no constant bound; tile or strip-mine the loops inside first, and pack in "
            "the "
            "loop over tiles",
            to_string(loop_), packed().name, dimension));
    }

    Error too_large() const
    {
        std::vector<std::string> sizes;
        for (const isl::val &size : sizes_)
            sizes.push_back(std::to_string(size.num_si()));
        return impossible(fmt::format(
            "an iteration of the loop {} may read {} elements of `{}`, for all that is known, and "
            "no stack holds a copy of as many; tile or strip-mine the loops inside first, and pack "
            "in the loop over tiles",
            to_string(loop_), fmt::join(sizes, " x "), packed().name));
    }

    void add_buffer()
    {
        program::Array buffer;
        buffer.name = unused_name_in(scop_, packed().name + "_packed");
        buffer.element_type = packed().element_type;
        for (std::size_t dimension : order_)
            buffer.extents.push_back(constant_extent(sizes_[dimension]));
        if (!program::elements_on_stack(buffer))
            throw too_large();
        buffer_ = add_array(scop_.program, std::move(buffer));
    }

    /// { X[x] -> [b] }: the place of an element in the buffer.
    /// \param element  { X[x] -> [a_k] }
    /// \param time     { X[x] -> [t] }
    std::vector<isl::pw_aff> place_in_buffer(const std::vector<isl::pw_aff> &element,
                                             const isl::multi_pw_aff &time,
                                             const isl::set &domain) const
    {
        std::vector<isl::pw_aff> result;
        for (std::size_t dimension : order_) {
            isl::pw_aff first = first_[dimension].pullback(time);
            result.push_back(simplified(element[dimension].sub(first), domain));
        }
        return result;
    }

    void redirect_reads()
    {
        std::set<std::string> readers;
        for (const Statement *statement : statements_in(scop_, loop_))
            readers.insert(source_of(*statement).name());
        for (program::Statement &statement : scop_.program.statements) {
            if (!readers.contains(statement.name()) || !reads(statement, array_))
                continue;
            isl::pw_aff_list times(statement.domain.ctx(), 0);
            for (std::size_t row = 0; row < loop_.size(); ++row)
                times = times.add(time_of(scop_, statement, row));
            isl::space space = statement.domain.space().add_unnamed_tuple(unsigned(loop_.size()));
            isl::multi_pw_aff time(space, times);
            for (program::Access &access : statement.accesses)
                if (uses(access, array_))
                    set_element(scop_.program, access, buffer_,
                                place_in_buffer(access.subscripts, time, access.relation.domain()));
        }
    }

    void add_copy()
    {
        Statement copy =
            statement_on_elements(scop_, "copy_" + packed().name, loop_, 0, *elements_);
        std::vector<isl::pw_aff> element;
        isl::pw_aff_list times(copy.instances.ctx(), 0);
        isl::space space = copy.instances.space();
        for (std::size_t k = 0; k < copy.depth(); ++k)
            if (k < loop_.size())
                times = times.add(coordinate(space, k));
            else
                element.push_back(coordinate(space, k));
        isl::multi_pw_aff time(space.add_unnamed_tuple(unsigned(loop_.size())), times);
        scop_.program.statements.push_back(copy_of_element(
            scop_.program, copy, place_, {buffer_, place_in_buffer(element, time, copy.instances)},
            {array_, element}));
        scop_ = move(std::move(scop_), loop_, append(loop_, 0), 1);
        scop_.statements.push_back(std::move(copy));
    }

    const program::Statement &source_of(const Statement &statement) const
    {
        return program_statement(scop_.program, statement);
    }

    MatrixView scop_;
    Beta loop_;
    std::size_t array_, buffer_ = 0;
    std::vector<std::size_t> order_;
    std::optional<isl::map> elements_; ///< { [t] -> [a] }: what is read in each iteration
    SourcePlace place_;                ///< of the first statement that reads
    std::vector<isl::pw_aff> first_;   ///< { [t] -> [a_k] }: the least subscript of an iteration
    std::vector<isl::val> sizes_;      ///< of the buffer, by the array's dimensions
};

} // namespace

MatrixView pack(MatrixView view, const std::string &array, const Beta &loop,
                const std::vector<std::size_t> &order)
{
    return Packing(std::move(view), array, loop, order).run();
}

} // namespace espalier::transform
