#include "espalier/strategies/stencils/row_operation.h"

#include "espalier/presburger/affine_piece.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/program/arithmetic.h"

#include <algorithm>

namespace espalier::strategies {

namespace {

using program::Access;
using program::AccessKind;

/// What an expression is in the loop, in the order in which one makes others such.
enum class Shape { integer, same, vector };

/// Whether vectors of any floating-point type can be multiplied by an integer constant, which is
/// converted without rounding.
bool is_small_integer(const program::Literal &literal)
{
    constexpr std::size_t digits = 6;
    return literal.spelling.size() <= digits &&
           std::ranges::all_of(literal.spelling, [](char c) { return c >= '0' && c <= '9'; }) &&
           (literal.spelling.front() != '0' || literal.spelling.size() == 1);
}

/// Tells what parts of a body are.
class ShapeFinder {
public:
    ShapeFinder(const std::string &element_type,
                const std::vector<std::optional<RowOperation::Element>> &elements)
        : element_type_(element_type), elements_(elements)
    {
    }

    /// \return nothing if vectors cannot compute it as the source does
    std::optional<Shape> shape(const program::Expression &expression) const
    {
        if (const auto *literal = std::get_if<program::Literal>(&expression.node)) {
            if (program::is_of_type(*literal, element_type_))
                return Shape::same;
            return is_small_integer(*literal) ? std::optional(Shape::integer) : std::nullopt;
        }
        if (const auto *value = std::get_if<program::AccessValue>(&expression.node))
            return elements_[value->access] ? Shape::vector : Shape::same;
        if (const auto *unary = std::get_if<program::UnaryOperation>(&expression.node))
            return negated(*unary);
        if (const auto *binary = std::get_if<program::BinaryOperation>(&expression.node))
            return combined(*binary);
        return std::nullopt;
    }

private:
    std::optional<Shape> negated(const program::UnaryOperation &unary) const
    {
        std::optional<Shape> operand = shape(*unary.operand);
        return unary.op == "-" && operand != Shape::integer ? operand : std::nullopt;
    }

    std::optional<Shape> combined(const program::BinaryOperation &binary) const
    {
        std::optional<Shape> left = shape(*binary.left), right = shape(*binary.right);
        if (!left || !right || !program::is_arithmetic(binary))
            return std::nullopt;
        Shape result = std::max(*left, *right);
        return result == Shape::integer ? std::nullopt : std::optional(result);
    }

    const std::string &element_type_;
    const std::vector<std::optional<RowOperation::Element>> &elements_;
};

class Finder {
public:
    Finder(const transform::MatrixView &view, const transform::Statement &statement)
        : scop_(view), statement_(statement),
          source_(transform::source_of(view.program, statement.instances)),
          times_(presburger::coalesced(outer_time(statement, statement.depth()).range()))
    {
    }

    std::optional<RowOperation> find()
    {
        if (!has_loop_of_its_own() || !find_written() || !find_instances() || !find_places() ||
            !has_whole_rows() || !has_vector_body())
            return std::nullopt;
        return RowOperation{type(),  elements_,   written_, rows_, values_,
                            *outer_, *instances_, *first_,  *end_, subscripts_};
    }

private:
    bool has_loop_of_its_own() const
    {
        if (statement_.depth() == 0)
            return false;
        transform::Beta loop(statement_.beta.begin(), statement_.beta.end() - 1);
        return statements_in(scop_, loop).size() == 1;
    }

    const std::string &type() const
    {
        return scop_.program.arrays[source_.accesses[written_].array].element_type;
    }

    bool find_written()
    {
        std::size_t count = 0;
        for (std::size_t k = 0; k < source_.accesses.size(); ++k)
            if (source_.accesses[k].kind != AccessKind::read) {
                written_ = k;
                ++count;
            }
        return count == 1 && source_.accesses[written_].kind == AccessKind::write &&
               program::size_of_floating(type()).has_value();
    }

    /// { [b, j] -> S[i] }
    bool find_instances()
    {
        isl::map order = outer_time(statement_, statement_.depth());
        if (!order.is_injective())
            return false;
        instance_ = order.reverse().as_pw_multi_aff();
        auto outer = unsigned(statement_.depth()) - 1;
        outer_ = presburger::coalesced(presburger::first_dimensions(times_, outer));
        isl_map *instances = isl_map_project_out(order.reverse().release(), isl_dim_in, outer, 1);
        instances_ = presburger::coalesced(isl::manage(instances));
        return true;
    }

    /// { [b, j] -> [a] }; nothing if it is not affine.
    std::optional<isl::aff> at_time(const isl::pw_aff &subscript) const
    {
        return presburger::affine_on(subscript.pullback(*instance_).gist(times_), times_);
    }

    long innermost_coefficient(const isl::aff &function) const
    {
        auto last = int(statement_.depth()) - 1;
        return isl::manage(isl_aff_get_coefficient_val(function.get(), isl_dim_in, last)).num_si();
    }

    /// { [b] -> [a] }: the function for j = 0.
    isl::pw_aff at_zero(const isl::aff &function) const
    {
        isl::space space = outer_->space();
        isl::multi_aff identity = space.identity_multi_aff_on_domain();
        isl::aff_list values(space.ctx(), 0);
        for (unsigned k = 0; k < presburger::dimensions(*outer_); ++k)
            values = values.add(identity.at(int(k)));
        values = values.add(space.zero_aff_on_domain());
        isl::multi_aff start(space.add_unnamed_tuple(unsigned(statement_.depth())), values);
        return isl::pw_aff(function).pullback(start);
    }

    bool find_places()
    {
        elements_.resize(source_.accesses.size());
        subscripts_.resize(source_.accesses.size());
        if (!find_place(written_) || !elements_[written_])
            return false;
        for (std::size_t k = 0; k < source_.accesses.size(); ++k)
            if (k != written_ && !find_place(k))
                return false;
        return true;
    }

    /// Finds out where an access goes.
    bool find_place(std::size_t number)
    {
        const Access &access = source_.accesses[number];
        const program::Array &array = scop_.program.arrays[access.array];
        if (array.element_type != type() || access.subscripts.size() != array.extents.size())
            return false;
        long step = 0; // of the subscript before
        for (const isl::pw_aff &subscript : access.subscripts) {
            std::optional<isl::aff> found = at_time(subscript);
            if (!found || step != 0)
                return false;
            step = innermost_coefficient(*found);
            subscripts_[number].push_back(at_zero(*found));
        }
        if (step == 0) {
            values_.push_back(number);
            return true;
        }
        return step == 1 && array.spelling.back().empty() && set_element(number);
    }

    /// \param number  of an access whose last subscript is j and more
    bool set_element(std::size_t number)
    {
        isl::pw_aff &last = subscripts_[number].back();
        if (number == written_)
            shift_ = last;
        std::optional<isl::aff> distance =
            presburger::affine_on(last.sub(*shift_), isl::set::universe(outer_->space()));
        if (!distance || isl_aff_is_cst(distance->get()) != isl_bool_true)
            return false;
        last = isl::pw_aff(outer_->space().zero_aff_on_domain());
        auto same = std::ranges::find_if(rows_, [&](std::size_t row) {
            return source_.accesses[row].array == source_.accesses[number].array &&
                   std::ranges::equal(subscripts_[row], subscripts_[number],
                                      [](const isl::pw_aff &one, const isl::pw_aff &other) {
                                          return one.plain_is_equal(other);
                                      });
        });
        elements_[number] = {std::size_t(same - rows_.begin()), distance->constant_val().num_si()};
        if (same == rows_.end())
            rows_.push_back(number);
        return true;
    }

    /// Finds the ends of the loop; all times between them have to be there.
    bool has_whole_rows()
    {
        isl::map times = presburger::last_by_others(times_);
        isl::pw_aff least = presburger::coalesced(times.lexmin().as_pw_multi_aff().at(0));
        isl::pw_aff greatest = presburger::coalesced(times.lexmax().as_pw_multi_aff().at(0));
        first_ = presburger::coalesced(least.add(*shift_).gist(*outer_));
        end_ = presburger::coalesced(greatest.add(*shift_).add_constant(1).gist(*outer_));
        isl::map from_least =
            least.as_map().apply_range(isl::map(times.ctx(), "{ [j] -> [k] : k >= j }"));
        isl::map to_greatest =
            greatest.as_map().apply_range(isl::map(times.ctx(), "{ [j] -> [k] : k <= j }"));
        return from_least.intersect(to_greatest).is_subset(times);
    }

    bool has_vector_body() const
    {
        const auto *assignment = std::get_if<program::Assignment>(&source_.body->node);
        if (!assignment || assignment->op.find_first_not_of("+-*/=") != std::string::npos)
            return false;
        const auto *target = std::get_if<program::AccessValue>(&assignment->target->node);
        std::optional<Shape> value = ShapeFinder(type(), elements_).shape(*assignment->value);
        return target && value && (assignment->op != "=" || *value == Shape::vector);
    }

    const transform::MatrixView &scop_;
    const transform::Statement &statement_;
    const program::Statement &source_;
    isl::set times_; ///< { [b, j] }, j: of the innermost loop
    std::optional<isl::pw_multi_aff> instance_;
    std::optional<isl::set> outer_;
    std::optional<isl::map> instances_;
    std::size_t written_ = 0;
    std::vector<std::optional<RowOperation::Element>> elements_;
    std::vector<std::size_t> rows_, values_;
    std::vector<std::vector<isl::pw_aff>> subscripts_;
    std::optional<isl::pw_aff> shift_; ///< { [b] -> [k - j] }
    std::optional<isl::pw_aff> first_, end_;
};

} // namespace

std::optional<RowOperation> find_row_operation(const transform::MatrixView &view,
                                               const transform::Statement &statement)
{
    return Finder(view, statement).find();
}

std::optional<transform::MatrixView> with_row_functions(transform::MatrixView view)
{
    bool is_any = false;
    for (transform::Statement &statement : view.statements) {
        if (statement.depth() == 0 || statement.rows.back().kind() != schedule::LoopKind::vector ||
            !find_row_operation(view, statement))
            continue;
        schedule::LoopRole role = *statement.rows.back().role;
        role.has_row_function = true;
        statement.rows.back().role = schedule::loop_role(std::move(role));
        is_any = true;
    }
    return is_any ? std::optional(std::move(view)) : std::nullopt;
}

} // namespace espalier::strategies
