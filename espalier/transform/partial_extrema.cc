#include "espalier/transform/partial_extrema.h"

#include "espalier/transform/extremum_form.h"
#include "espalier/transform/extremum_statements.h"

#include <isl/map.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace espalier::transform {

namespace {

using program::AccessKind;
using program::BinaryOperation;
using program::ConditionalOperation;
using program::ExpressionPtr;
using program::make_expression;
using program::Nest;
using program::Statement;
using Part = ExtremumStatements::Part;

class PartialSearch {
public:
    PartialSearch(program::Program program, std::size_t statement, std::size_t loop)
        : program_(std::move(program)), position_(statement), loop_(loop),
          make_(program_, program_.statements[statement], loop + 1), extremes_(make_.type())
    {
    }

    PartialExtremum run() &&
    {
        const bool is_called = make_.form().kind == ExtremumForm::Kind::called;
        const Part part{
            start("part", is_called ? extremes_.nan() : infinity(make_.form().is_maximum))};
        std::optional<Part> number, limit;
        if (!is_called && is_computed(*make_.form().number)) {
            number = {make_.add_array("number")};
            inside_.push_back(make_.computation(number->array));
        }
        inside_.push_back(search("find_part", part, number));
        const std::string finding = inside_.back().name();
        if (make_.form().kind == ExtremumForm::Kind::keeps)
            limit = limited(part, number);
        behind_.push_back(make_.once("collect_part"));
        make_.take(behind_.back(), make_.whole(behind_.back()), make_.target().kind, part, limit);
        const std::string collecting = behind_.back().name();
        for (std::size_t scalar = part.array; scalar < program_.arrays.size(); ++scalar) {
            before_.insert(before_.begin(), make_.kill("begin", scalar));
            behind_.push_back(make_.kill("end", scalar));
        }
        place_statements();
        return {std::move(program_), finding, collecting};
    }

private:
    ExpressionPtr infinity(bool is_negative) const { return extremes_.infinity(is_negative); }

    /// `part = -inf;`
    /// \return the scalar
    std::size_t start(const std::string &name, const ExpressionPtr &value)
    {
        const std::size_t result = make_.add_array(name);
        before_.push_back(make_.once("start_" + program_.arrays[result].name));
        make_.assign(before_.back(), {result}, value);
        return result;
    }

    /// What the source does, to a scalar.
    /// \param number  of x, if that has been computed
    Statement search(const std::string &wish, const Part &scalar,
                     const std::optional<Part> &number) const
    {
        return number ? make_.search_of(wish, scalar, *number) : make_.search(wish, scalar);
    }

    /// `limit = seen == inf ? part : nan;`
    Part limited(const Part &part, const std::optional<Part> &number)
    {
        const ExpressionPtr whole = infinity(!make_.form().is_maximum);
        const Part seen{start("seen", whole)}, limit{make_.add_array("limit")};
        inside_.push_back(search("find_seen", seen, number));
        Statement result = make_.once("find_limit");
        const ExpressionPtr is_whole = make_expression(
            BinaryOperation{"==", make_.access(result, AccessKind::read, seen), whole});
        make_.assign(result, limit,
                     make_expression(ConditionalOperation{
                         is_whole, make_.access(result, AccessKind::read, part), extremes_.nan()}));
        behind_.push_back(std::move(result));
        return limit;
    }

    /// Puts the new statements where they belong: some in place of the source's, others at the
    /// beginning and the end of an iteration.
    void place_statements()
    {
        make_.put_in_place(position_, std::move(inside_));
        Nest &loop = loop_around(program_, position_, loop_);
        Nest body;
        for (Statement &statement : before_)
            body.children.push_back(make_.added(std::move(statement)));
        std::ranges::move(loop.children, std::back_inserter(body.children));
        for (Statement &statement : behind_)
            body.children.push_back(make_.added(std::move(statement)));
        loop.children = {std::move(body)};
    }

    program::Program program_;
    const std::size_t position_, loop_;
    const ExtremumStatements make_;
    const Extremes extremes_;
    std::vector<Statement> before_, inside_, behind_; ///< the new ones
};

} // namespace

bool keeps_extremum(const program::Program &program, const Statement &statement, std::size_t loop)
{
    return extremum_form(program, statement) && extrema_in(statement, loop + 1).is_single_valued();
}

PartialExtremum with_partial_extremum(program::Program program, const std::string &statement,
                                      std::size_t loop)
{
    const auto found = std::ranges::find_if(
        program.statements, [&](const Statement &one) { return one.name() == statement; });
    const auto position = std::size_t(found - program.statements.begin());
    return PartialSearch(std::move(program), position, loop).run();
}

} // namespace espalier::transform
