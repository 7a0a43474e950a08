#include "espalier/ast/generator.h"

#include "espalier/ast/band_generator.h"
#include "espalier/ast/code_size.h"
#include "espalier/ast/executed.h"
#include "espalier/ast/graft.h"
#include "espalier/ast/iterator_prefix.h"
#include "espalier/ast/leaf.h"
#include "espalier/ast/relation_options.h"
#include "espalier/ast/symbolic_constants.h"
#include "espalier/base/error.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/isl_additions.h"

#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>

#include <algorithm>

namespace espalier::ast {

namespace {

using schedule::Cursor;

/// Walks a schedule tree depth first (section 6.3).
class TreeGenerator {
public:
    /// \param atomic_dimensions  how many of the outermost schedule dimensions are to be atomic,
    ///                           whatever their options say
    TreeGenerator(const Request &request, std::size_t atomic_dimensions)
        : request_(request), atomic_dimensions_(atomic_dimensions)
    {
    }

    NodePtr generate(const schedule::Tree &tree)
    {
        isl::set context = with_constants(request_.context, tree.node());
        Stock stock(context, free_iterator_prefix(request_.iterator_prefix, context));
        Executed executed = executed_at_once(tree.domain(), stock);
        return finish(visit(tree.root().child(0), stock, executed), stock);
    }

    NodePtr generate(const isl::union_map &order, const std::vector<Level> &levels)
    {
        isl::set context = isl::manage(
            isl_set_align_params(request_.context.copy(), order.space().params().release()));
        Stock stock(context, free_iterator_prefix(request_.iterator_prefix, context));
        BandTask task = new_task(stock, {}, 0, "the schedule");
        for (Level level : levels)
            task.levels.push_back(limited(level, stock));
        task.is_anchored = std::ranges::any_of(
            task.levels, [](const Level &level) { return !level.local_options.empty(); });
        task.finish = [this](const Stock &inner, const Executed &rest) {
            return terminate(request_, inner, rest);
        };
        return finish(generate_band(task, stock, executed_in_order(order.reverse(), stock)), stock);
    }

private:
    NodePtr finish(const Grafts &grafts, const Stock &stock) const
    {
        return with_guards(grafts, stock, stock.generated());
    }

    Grafts visit(const Cursor &node, const Stock &stock, const Executed &executed)
    {
        if (executed.empty())
            return {};
        switch (node.type()) {
        case schedule::NodeType::leaf:
            return terminate(request_, stock, executed);
        case schedule::NodeType::band:
            return visit_band(node, stock, executed);
        case schedule::NodeType::sequence:
        case schedule::NodeType::set:
            return visit_children(node, stock, executed);
        case schedule::NodeType::filter:
            return visit_filter(node, stock, FilteredParts(executed));
        case schedule::NodeType::expansion:
            return visit(node.child(0), stock,
                         expanded(executed, node.as<schedule::Expansion>().expansion, stock));
        case schedule::NodeType::extension:
            return visit(node.child(0), stock,
                         extended(executed, node.as<schedule::Extension>().relation, stock));
        case schedule::NodeType::context:
            return visit_context(node, stock, executed);
        case schedule::NodeType::guard:
            return visit_guard(node, stock, executed);
        case schedule::NodeType::mark:
            return visit_mark(node, stock, executed);
        case schedule::NodeType::domain:
            break;
        }
        return {};
    }

    Grafts visit_children(const Cursor &node, const Stock &stock, const Executed &executed)
    {
        Grafts result;
        FilteredParts parts(executed);
        for (std::size_t k = 0; k < node.child_count(); ++k) {
            Grafts grafts = visit_filter(node.child(k), stock, parts);
            result.insert(result.end(), grafts.begin(), grafts.end());
        }
        return result;
    }

    Grafts visit_filter(const Cursor &node, const Stock &stock, const FilteredParts &parts)
    {
        const isl::union_set &filter = node.as<schedule::Filter>().instances;
        return visit(node.child(0), stock, parts.within(filter, stock));
    }

    /// { [t] }: constraints of the tree in terms of the stock.
    static isl::set in_stock(const isl::set &constraints, const Stock &stock)
    {
        isl::set result = presburger::aligned(schedule::with_dimensions(constraints, stock.depth()),
                                              stock.known());
        std::optional<isl::multi_aff> values = stock.values();
        return values ? result.preimage(*values) : result;
    }

    /// Guards do not leave the scope of the symbolic constants that the context introduces, and
    /// nothing leaves it where there is no loop around.
    Grafts visit_context(const Cursor &node, const Stock &stock, const Executed &executed)
    {
        const isl::set &constraints = node.as<schedule::Context>().constraints;
        Stock inner = stock.with_generated(in_stock(constraints, stock));
        Grafts grafts = visit(node.child(0), inner, in_context(executed, inner));
        if (grafts.empty())
            return grafts;
        isl::set guard = isl::set::universe(stock.known().space());
        isl::set all_enforced = guard;
        if (stock.depth() > 0) {
            std::vector<std::string> introduced = introduced_constants(node);
            guard = without_constants(shared_guard(grafts, inner.known()), introduced);
            all_enforced = without_constants(enforced(grafts, inner.generated()), introduced);
        }
        grafts = simplified(std::move(grafts), guard.intersect(inner.known()));
        return {
            {with_guards(grafts, inner, inner.generated().intersect(guard)), guard, all_enforced}};
    }

    Grafts visit_guard(const Cursor &node, const Stock &stock, const Executed &executed)
    {
        isl::set constraints = in_stock(node.as<schedule::Guard>().constraints, stock);
        Grafts grafts = visit(node.child(0), stock.with_pending(constraints), executed);
        for (Graft &graft : grafts)
            graft.guard = graft.guard.intersect(constraints.gist(stock.generated()));
        return grafts;
    }

    Grafts visit_mark(const Cursor &node, const Stock &stock, const Executed &executed)
    {
        Grafts grafts = visit(node.child(0), stock, executed);
        if (grafts.empty())
            return grafts;
        Graft all = combined(grafts, stock);
        all.node = make_node(Mark{node.as<schedule::Mark>().name, all.node});
        return {all};
    }

    Grafts visit_band(const Cursor &node, const Stock &stock, const Executed &executed)
    {
        const schedule::Band &band = node.as<schedule::Band>();
        BandTask task =
            new_task(stock, band.members, node.schedule_depth(), schedule::describe(node));
        task.is_anchored = schedule::is_anchored(node.node());
        task.below = node.child(0);
        task.finish = [&](const Stock &inner, const Executed &rest) {
            return visit(node.child(0), inner, rest);
        };
        if (band.isolation && node.schedule_depth() >= atomic_dimensions_)
            task.isolation = isolation(*band.isolation, stock);
        return generate_band(task, stock, scheduled(executed, band, stock));
    }

    /// \param first  the number of the first schedule dimension
    BandTask new_task(const Stock &stock, const std::vector<schedule::Member> &members,
                      std::size_t first, const std::string &name) const
    {
        BandTask result{.first = stock.depth(),
                        .upper_bound = request_.upper_bound,
                        .whole = request_.whole,
                        .name = name};
        for (const schedule::Member &member : members)
            result.levels.push_back(
                limited({first++, member.option, member.isolated_option, {}, member.role}, stock));
        return result;
    }

    /// The level as the limits of the code's size leave it, with the symbolic constants of `stock`.
    Level limited(Level level, const Stock &stock) const
    {
        if (level.number < atomic_dimensions_)
            return {level.number,
                    schedule::LoopOption::atomic,
                    schedule::LoopOption::atomic,
                    {},
                    level.role};
        for (LocalOption &local : level.local_options)
            local.times = presburger::aligned(local.times, stock.known());
        return level;
    }

    /// { [t, b] } of a band's isolation { [t] -> [b] }.
    static isl::set isolation(const isl::map &relation, const Stock &stock)
    {
        isl::set result = presburger::aligned(relation.wrap().flatten(), stock.known());
        std::optional<isl::multi_aff> values = stock.values(presburger::dimensions(result));
        return values ? result.preimage(*values) : result;
    }

    const Request &request_;
    std::size_t atomic_dimensions_;
};

/// Whether code is as small as requested.
bool fits(const NodePtr &code, const Request &request)
{
    if (!request.max_copies && !request.max_nests)
        return true;
    CodeSize size = code_size(code);
    bool has_too_many_nests = request.max_nests && size.nests > *request.max_nests;
    return !has_too_many_nests &&
           std::none_of(size.copies.begin(), size.copies.end(), [&](const auto &entry) {
               return request.max_copies && entry.second > *request.max_copies;
           });
}

/// The first code that is small enough, with as few dimensions made atomic as possible.
/// \param make  makes code with so many atomic dimensions
NodePtr generate_within_limits(const Request &request, std::size_t dimensions,
                               const std::function<NodePtr(std::size_t)> &make)
{
    for (std::size_t atomic = 0; atomic <= dimensions; ++atomic) {
        NodePtr code = make(atomic);
        if (fits(code, request))
            return code;
    }
    throw Error(Fault::input, DiagnosticKind::impossible_code,
                "the code cannot have as few copies of statements and loop nests as requested, "
                "even with all dimensions atomic: the schedule itself keeps them apart");
}

/// The number of schedule dimensions on the longest way to a leaf.
std::size_t schedule_dimensions(const schedule::Node &subtree)
{
    std::size_t result = 0;
    for (std::size_t k = 0; k < subtree.child_count(); ++k)
        result = std::max(result, schedule_dimensions(*subtree.child(k)));
    return result + (subtree.is<schedule::Band>() ? subtree.as<schedule::Band>().size() : 0);
}

} // namespace

NodePtr generate(const schedule::Tree &tree, const Request &request)
{
    return generate_within_limits(
        request, schedule_dimensions(tree.node()),
        [&](std::size_t atomic) { return TreeGenerator(request, atomic).generate(tree); });
}

NodePtr generate(const isl::union_map &order, const isl::union_map &options, const Request &request)
{
    std::size_t dimensions = 0;
    order.foreach_map([&](const isl::map &map) {
        dimensions = static_cast<std::size_t>(isl_map_dim(map.get(), isl_dim_out));
    });
    const std::vector<Level> levels = levels_with(options, order.range(), dimensions);
    return generate_within_limits(request, dimensions, [&](std::size_t atomic) {
        return TreeGenerator(request, atomic).generate(order, levels);
    });
}

ExpressionPtr condition(const isl::set &parameters, const isl::set &context)
{
    isl::set known = isl::manage(isl_set_from_params(context.params().release()));
    return to_condition(isl::manage(isl_set_from_params(parameters.params().release())),
                        {known, {}});
}

ExpressionPtr value(const isl::pw_aff &expression, const isl::set &context)
{
    isl::set known = isl::manage(isl_set_from_params(context.params().release()));
    return to_expression(expression, {known, {}});
}

} // namespace espalier::ast
