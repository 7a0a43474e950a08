#include "espalier/transform/pack_operand.h"

#include "espalier/presburger/affine_piece.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/explicit_schedule.h"
#include "espalier/transform/impossible.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/strips.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <fmt/format.h>

#include <algorithm>

namespace espalier::transform {

namespace {

/// value mod size, not negative.
isl::pw_aff modulo(const isl::pw_aff &value, long size)
{
    return value.sub(start_of_strip(value, size));
}

/// floor(value / size)
isl::pw_aff quotient(const isl::pw_aff &value, long size)
{
    isl::val factor(value.ctx(), size);
    return isl::manage(
        isl_pw_aff_scale_down_val(start_of_strip(value, size).release(), factor.release()));
}

/// { X -> [x / strip, k, x % strip] } of the values { X -> [x] } and { X -> [k] } of loops.
std::vector<isl::pw_aff> place_in_buffer(const OperandLayout &layout, const isl::pw_aff &across,
                                         const isl::pw_aff &along)
{
    return {quotient(modulo(across, layout.across.tile), layout.strip),
            modulo(along, layout.along.tile), modulo(across, layout.strip)};
}

class OperandPacking {
public:
    OperandPacking(MatrixView view, const std::string &label, const std::string &reference,
                   std::size_t depth, const OperandLayout &layout)
        : scop_(std::move(view)), depth_(depth), layout_(layout),
          statement_(labelled(scop_, label)),
          source_(source_of(scop_.program, statement_.instances)),
          access_(*std::ranges::find_if(source_.accesses, [&](const program::Access &access) {
              return access.reference.name() == reference;
          }))
    {
    }

    MatrixView run() &&
    {
        require_declarable(array());
        find_elements();
        buffer_ = add_buffer();
        redirect();
        add_padding();
        add_copy();
        return normalized(std::move(scop_));
    }

private:
    const program::Array &array() const { return scop_.program.arrays[access_.array]; }

    /// What the reference reads in the iterations of the loops that it may depend on.
    void find_elements()
    {
        isl::map loops = outer_time(statement_, depth_);
        for (std::size_t row : {layout_.across.row, layout_.along.row})
            loops = presburger::flat_range_product(loops, statement_.time(row).as_map());
        std::string name = unused_name_in(scop_, "pack_" + array().name);
        loops = loops.set_range_tuple(presburger::make_id(loops.ctx(), name));
        instances_ = presburger::coalesced(loops.range());
        isl::map instance = loops.reverse(); // { pack[t, x, k] -> S[i] }
        for (const isl::pw_aff &subscript : access_.subscripts) {
            isl::map element = instance.apply_range(subscript.as_map());
            if (!element.is_single_valued())
                throw impossible(fmt::format("the element of `{}` that {} reads depends on loops "
                                             "other than those that are to index the buffer",
                                             array().name, place_of(source_)));
            isl::pw_aff value = element.as_pw_multi_aff().at(0);
            std::optional<isl::aff> affine = presburger::affine_on(value, *instances_);
            subscripts_.push_back(affine ? isl::pw_aff(*affine) : value);
        }
    }

    std::size_t add_buffer()
    {
        isl::ctx ctx = instances_->ctx();
        program::Array buffer;
        buffer.name = unused_name_in(scop_, array().name + "_packed");
        buffer.element_type = array().element_type;
        for (long extent : {layout_.across.tile / layout_.strip, layout_.along.tile, layout_.strip})
            buffer.extents.push_back(constant_extent(isl::val(ctx, extent)));
        return add_array(scop_.program, std::move(buffer));
    }

    void redirect()
    {
        packed_ = access_.array;
        for (program::Statement &statement : scop_.program.statements)
            for (program::Access &access : statement.accesses)
                if (access.reference.name() == access_.reference.name()) {
                    set_element(scop_.program, access, buffer_,
                                place_in_buffer(layout_, statement_.time(layout_.across.row),
                                                statement_.time(layout_.along.row)));
                    return;
                }
    }

    void add_copy()
    {
        program::Statement source = over(*instances_);
        isl::space space = instances_->space();
        isl::pw_aff across = coordinate(space, depth_), along = coordinate(space, depth_ + 1);
        source.accesses = {access(source, program::AccessKind::write, buffer_,
                                  place_in_buffer(layout_, across, along)),
                           access(source, program::AccessKind::read, packed_, subscripts_)};
        set_value(source, program::AccessValue{1});
        Statement copy = rows_of_copy(source, across, along);
        add_in_front(std::move(source), std::move(copy));
    }

    /// Fills strips that are not full: what is in the memory of a buffer may be a number that takes
    /// many times as long to multiply.
    void add_padding()
    {
        isl::set places = presburger::first_dimensions(*instances_, unsigned(depth_) + 1);
        isl::space space = instances_->space();
        isl::pw_aff_list strip(space.ctx(), 0);
        for (std::size_t k = 0; k < depth_; ++k)
            strip = strip.add(coordinate(space, k));
        strip = strip.add(start_of_strip(coordinate(space, depth_), layout_.strip));
        strip = strip.add(coordinate(space, depth_ + 1));
        isl::map strips =
            isl::multi_pw_aff(space.add_unnamed_tuple(unsigned(strip.size())), strip).as_map();
        isl::set full = instances_->apply(strips).apply(strips.reverse());
        isl::set missing = presburger::coalesced(isl::manage(isl_set_reset_tuple_id(full.release()))
                                                     .subtract(presburger::lifted(places)));
        if (missing.is_empty())
            return;
        std::string name = unused_name_in(scop_, "pad_" + array().name);
        program::Statement source = over(isl::manage(isl_set_set_tuple_id(
            missing.release(), presburger::make_id(space.ctx(), name).release())));
        isl::space own = source.domain.space();
        isl::pw_aff across = coordinate(own, depth_), along = coordinate(own, depth_ + 1);
        source.accesses = {access(source, program::AccessKind::write, buffer_,
                                  place_in_last_strip(source.domain, across, along))};
        set_value(source, program::Literal{"0"});
        std::vector<isl::pw_aff> times = outer_times(own);
        times.insert(times.end(), {start_of_strip(across, layout_.strip), along, across});
        Statement rows = with_rows(source, source.domain, times);
        add_in_front(std::move(source), std::move(rows));
    }

    /// As place_in_buffer(), by where the strip starts that is not full, if there is only one:
    /// nothing has to be divided for each element then.
    std::vector<isl::pw_aff> place_in_last_strip(const isl::set &missing, const isl::pw_aff &across,
                                                 const isl::pw_aff &along) const
    {
        const isl::space space = missing.space();
        const isl::multi_pw_aff nowhere(space.add_unnamed_tuple(0),
                                        isl::pw_aff_list(space.ctx(), 0));
        const isl::set start_values =
            missing.apply(start_of_strip(across, layout_.strip).as_map()).coalesce();
        const isl::map starts = isl::manage(isl_map_from_range(start_values.copy()));
        if (!starts.is_single_valued())
            return place_in_buffer(layout_, across, along);
        const isl::pw_aff start = starts.as_pw_multi_aff().at(0).pullback(nowhere);
        return {quotient(modulo(start, layout_.across.tile), layout_.strip),
                modulo(along, layout_.along.tile), across.sub(start)};
    }

    /// \name Parts of statements with instances { S[t, x, k] }.
    /// @{

    program::Statement over(const isl::set &instances) const
    {
        program::Statement result;
        result.domain = instances;
        result.place = source_.place;
        std::vector<std::string> names;
        for (std::size_t k = 0; k < depth_; ++k)
            names.push_back(statement_.rows[k].name);
        names.push_back(statement_.rows[layout_.across.row].name);
        names.push_back(statement_.rows[layout_.along.row].name);
        for (const std::string &name : names)
            result.iterators.push_back({name, scop_.program.wide_type});
        return result;
    }

    /// Has a statement assign to its first access.
    template <class Value>
    static void set_value(program::Statement &statement, Value value)
    {
        statement.body = program::make_expression(
            program::Assignment{"=", program::make_expression(program::AccessValue{0}),
                                program::make_expression(std::move(value))});
    }

    program::Access access(const program::Statement &statement, program::AccessKind kind,
                           std::size_t array, const std::vector<isl::pw_aff> &subscripts) const
    {
        isl::id reference = presburger::make_id(instances_->ctx(),
                                                fmt::format("{}_{}", statement.name(), verb(kind)));
        program::Access result{
            kind, array, reference, presburger::from_domain(statement.domain), {}};
        set_element(scop_.program, result, array, subscripts);
        return result;
    }

    std::vector<isl::pw_aff> outer_times(const isl::space &space) const
    {
        std::vector<isl::pw_aff> result;
        for (std::size_t k = 0; k < depth_; ++k)
            result.push_back(coordinate(space, k));
        return result;
    }

    /// Along the elements that lie next to each other in the array, and inside, along those that do
    /// in the buffer: strip by strip if these are not the same. Full strips, which have a constant
    /// length, get code of their own.
    Statement rows_of_copy(const program::Statement &source, const isl::pw_aff &across,
                           const isl::pw_aff &along) const
    {
        bool is_transposed = isl_pw_aff_involves_dims(subscripts_.back().get(), isl_dim_in,
                                                      unsigned(depth_ + 1), 1) == isl_bool_true;
        const long width = is_transposed ? layout_.transposed : layout_.strip;
        const isl::pw_aff strip = start_of_strip(across, width);
        std::vector<isl::pw_aff> times = outer_times(instances_->space());
        times.push_back(is_transposed ? strip : along);
        times.push_back(is_transposed ? along : strip);
        times.push_back(across);
        Statement result = with_rows(source, *instances_, times);
        Row &strips = result.rows[is_transposed ? depth_ : depth_ + 1];
        strips.name = unused_name("strip", names_of(result.rows));
        result.rows[depth_ + 1].separated = Strip{result.rows.back().name, width, strips.name};
        return result;
    }

    /// Adds a statement in front of all others in the outermost loops.
    void add_in_front(program::Statement source, Statement statement)
    {
        statement.label = source.name();
        for (std::size_t k = 0; k < depth_; ++k) {
            statement.rows[k].name = statement_.rows[k].name;
            statement.rows[k].role = statement_.rows[k].role;
        }
        Beta loop = first(statement_.beta, depth_);
        Beta place = append(loop, 0);
        std::copy_n(place.begin(), place.size(), statement.beta.begin());
        scop_.program.statements.push_back(std::move(source));
        scop_ = move(std::move(scop_), loop, place, 1);
        scop_.statements.push_back(std::move(statement));
    }
    /// @}

    MatrixView scop_;
    std::size_t depth_;
    OperandLayout layout_;
    Statement statement_;       ///< as it was
    program::Statement source_; ///< as it was
    program::Access access_;    ///< as it was
    std::size_t packed_ = 0, buffer_ = 0;
    std::optional<isl::set> instances_;   ///< { pack[t, x, k] }: of the copies
    std::vector<isl::pw_aff> subscripts_; ///< { pack[t, x, k] -> [a] }: of the element
};

} // namespace

bool can_pack(const MatrixView &view, const std::string &label, const std::string &reference,
              std::size_t depth)
{
    const Statement &reader = labelled(view, label);
    const program::Statement &source = source_of(view.program, reader.instances);
    const program::Access &read = *std::ranges::find_if(
        source.accesses, [&](const auto &access) { return access.reference.name() == reference; });
    isl::map times = outer_time(reader, reader.depth());
    isl::map earlier =
        times.apply_range(presburger::lexicographically_smaller(times.space().range()))
            .apply_range(times.reverse());
    isl::map iterations = outer_time(reader, depth).reverse();
    for (const Statement *writer : statements_in(view, first(reader.beta, depth)))
        for (const program::Access &write : source_of(view.program, writer->instances).accesses) {
            if (write.array != read.array || write.kind == program::AccessKind::read)
                continue;
            isl::map pairs = write.relation.apply_range(read.relation.reverse())
                                 .intersect(outer_time(*writer, depth).apply_range(iterations));
            if (!(writer->label == label ? pairs.intersect(earlier) : pairs).is_empty())
                return false;
        }
    return true;
}

MatrixView pack_operand(MatrixView view, const std::string &statement, const std::string &reference,
                        std::size_t depth, const OperandLayout &layout)
{
    return OperandPacking(std::move(view), statement, reference, depth, layout).run();
}

} // namespace espalier::transform
