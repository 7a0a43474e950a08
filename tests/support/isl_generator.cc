#include "tests/support/isl_generator.h"

#include "espalier/base/error.h"
#include "espalier/presburger/id.h"
#include "tests/support/isl_tree.h"

#include <fmt/format.h>
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/options.h>
#include <isl/space.h>

#include <cstdlib>
#include <deque>

namespace espalier::test {

using namespace ast;

namespace {

ExpressionPtr leaf(Operator op, std::string text)
{
    return std::make_shared<const Expression>(Expression{op, std::move(text), {}});
}

Operator to_operator(isl_ast_expr_op_type type)
{
    switch (type) {
    case isl_ast_expr_op_minus:
        return Operator::negate;
    case isl_ast_expr_op_add:
        return Operator::add;
    case isl_ast_expr_op_sub:
        return Operator::subtract;
    case isl_ast_expr_op_mul:
        return Operator::multiply;
    case isl_ast_expr_op_min:
        return Operator::minimum;
    case isl_ast_expr_op_max:
        return Operator::maximum;
    case isl_ast_expr_op_div:
        return Operator::divide_exactly;
    case isl_ast_expr_op_fdiv_q:
        return Operator::divide_floor;
    case isl_ast_expr_op_pdiv_q:
        return Operator::divide_nonneg;
    case isl_ast_expr_op_pdiv_r:
        return Operator::remainder_nonneg;
    case isl_ast_expr_op_zdiv_r:
        return Operator::remainder_or_zero;
    case isl_ast_expr_op_cond:
        return Operator::conditional;
    case isl_ast_expr_op_select:
        return Operator::select;
    case isl_ast_expr_op_eq:
        return Operator::equal;
    case isl_ast_expr_op_lt:
        return Operator::less;
    case isl_ast_expr_op_le:
        return Operator::less_equal;
    case isl_ast_expr_op_gt:
        return Operator::greater;
    case isl_ast_expr_op_ge:
        return Operator::greater_equal;
    case isl_ast_expr_op_and:
        return Operator::logical_and;
    case isl_ast_expr_op_and_then:
        return Operator::and_then;
    case isl_ast_expr_op_or:
        return Operator::logical_or;
    case isl_ast_expr_op_or_else:
        return Operator::or_else;
    default:
        throw Error(Fault::espalier, DiagnosticKind::internal_error,
                    "the AST generator made an operator without a meaning");
    }
}

ExpressionPtr convert(const isl::ast_expr &expression)
{
    if (isl_ast_expr_get_type(expression.get()) == isl_ast_expr_int) {
        isl::val value = isl::manage(isl_ast_expr_int_get_val(expression.get()));
        char *digits = isl_val_to_str(value.get());
        std::string text = digits;
        std::free(digits);
        return leaf(Operator::integer, text);
    }
    if (isl_ast_expr_get_type(expression.get()) == isl_ast_expr_id)
        return leaf(Operator::name, isl::manage(isl_ast_expr_id_get_id(expression.get())).name());

    Operator op = to_operator(isl_ast_expr_op_get_type(expression.get()));
    std::vector<ExpressionPtr> operands;
    int count = isl_ast_expr_op_get_n_arg(expression.get());
    for (int k = 0; k < count; ++k)
        operands.push_back(convert(isl::manage(isl_ast_expr_op_get_arg(expression.get(), k))));
    // isl's minima and maxima take any number of operands, ours take two.
    while ((op == Operator::minimum || op == Operator::maximum) && operands.size() > 2) {
        auto pair =
            std::make_shared<const Expression>(Expression{op, "", {operands[0], operands[1]}});
        operands.erase(operands.begin());
        operands[0] = pair;
    }
    return std::make_shared<const Expression>(Expression{op, "", std::move(operands)});
}

/// What a callback learnt about an instance, kept until the tree is complete.
using Instances = std::deque<std::vector<ExpressionPtr>>;

NodePtr make(NodeKind node) { return std::make_shared<const Node>(Node{std::move(node)}); }

class Converter {
public:
    Converter(const Request &request, const Instances &instances)
        : request_(request), instances_(instances)
    {
    }

    NodePtr convert_node(const isl::ast_node &node) const
    {
        switch (isl_ast_node_get_type(node.get())) {
        case isl_ast_node_for:
            return convert_for(node);
        case isl_ast_node_if:
            return convert_if(node);
        case isl_ast_node_block:
            return convert_block(node);
        case isl_ast_node_mark: {
            std::string name = isl::manage(isl_ast_node_mark_get_id(node.get())).name();
            NodePtr body = convert_node(isl::manage(isl_ast_node_mark_get_node(node.get())));
            return make(Mark{name, body});
        }
        default:
            return convert_user(node);
        }
    }

private:
    NodePtr convert_for(const isl::ast_node &node) const
    {
        auto loop = node.as<isl::ast_node_for>();
        std::string iterator = convert(loop.iterator())->text;
        std::size_t depth = std::stoul(iterator.substr(request_.iterator_prefix.size()));
        ExpressionPtr init = convert(loop.init());
        if (loop.is_degenerate())
            return make(For{iterator, depth, init, nullptr, nullptr, convert_node(loop.body())});
        return make(For{iterator, depth, init, convert(loop.cond()), convert(loop.inc()),
                        convert_node(loop.body())});
    }

    NodePtr convert_if(const isl::ast_node &node) const
    {
        auto choice = node.as<isl::ast_node_if>();
        NodePtr no = choice.has_else_node() ? convert_node(choice.else_node()) : nullptr;
        return make(If{convert(choice.cond()), convert_node(choice.then_node()), no});
    }

    NodePtr convert_block(const isl::ast_node &node) const
    {
        Block block;
        node.as<isl::ast_node_block>().children().foreach (
            [&](const isl::ast_node &child) { block.children.push_back(convert_node(child)); });
        return make(std::move(block));
    }

    NodePtr convert_user(const isl::ast_node &node) const
    {
        isl::ast_expr call = isl::manage(isl_ast_node_user_get_expr(node.get()));
        User user;
        user.statement = convert(isl::manage(isl_ast_expr_op_get_arg(call.get(), 0)))->text;
        for (int k = 1; k < isl_ast_expr_op_get_n_arg(call.get()); ++k)
            user.iterators.push_back(convert(isl::manage(isl_ast_expr_op_get_arg(call.get(), k))));
        if (isl_id *note = isl_ast_node_get_annotation(node.get()))
            user.values = instances_.at(std::stoul(isl::manage(note).name()));
        return make(std::move(user));
    }

    const Request &request_;
    const Instances &instances_;
};

/// Computes the requested expressions at one instance.
isl::ast_node note_expressions(const isl::ast_node &node, const isl::ast_build &build,
                               const Request &request, Instances &instances)
{
    isl::map order = build.schedule().as_map();
    auto wanted = request.expressions.find(order.domain_tuple_id().name());
    if (wanted == request.expressions.end())
        return node;
    isl::pw_multi_aff instance = order.reverse().as_pw_multi_aff();
    std::vector<ExpressionPtr> values;
    for (const isl::pw_aff &expression : wanted->second) {
        isl::pw_aff here = expression.pullback(instance);
        // An expression in a branch that is not taken here may have no value.
        bool has_value = !here.domain().intersect(order.range()).is_empty();
        values.push_back(has_value ? convert(build.expr_from(here)) : leaf(Operator::integer, "0"));
    }
    instances.push_back(std::move(values));
    isl::id note = presburger::make_id(node.ctx(), std::to_string(instances.size() - 1));
    return isl::manage(isl_ast_node_set_annotation(node.copy(), note.release()));
}

/// More than any schedule space here has dimensions.
constexpr int iterator_names = 64;

/// A build with the options and the loop variables that Espalier's own generator stands for.
isl::ast_build prepare(const Request &request)
{
    isl_ctx *ctx = request.context.ctx().get();
    isl_options_set_ast_build_detect_min_max(ctx, 1);
    isl_options_set_ast_build_atomic_upper_bound(ctx, 1);
    isl::id_list names(request.context.ctx(), iterator_names);
    for (int k = 0; k < iterator_names; ++k)
        names = names.add(presburger::make_id(request.context.ctx(),
                                              fmt::format("{}{}", request.iterator_prefix, k)));
    isl::ast_build build = isl::ast_build::from_context(request.context);
    return isl::manage(isl_ast_build_set_iterators(build.release(), names.release()));
}

/// The same, noting the requested expressions of each instance.
/// \param instances  must live as long as the build is used
isl::ast_build prepare_noting(const Request &request, Instances &instances)
{
    return prepare(request).set_at_each_domain(
        [&](const isl::ast_node &node, const isl::ast_build &inner) {
            return note_expressions(node, inner, request, instances);
        });
}

} // namespace

NodePtr isl_generate(const schedule::Tree &tree, const Request &request)
{
    Instances instances;
    isl::ast_build build = prepare_noting(request, instances);
    return Converter(request, instances).convert_node(build.node_from(test::to_isl(tree)));
}

NodePtr isl_generate(const isl::union_map &order, const isl::union_map &options,
                     const Request &request)
{
    Instances instances;
    isl::ast_build build = prepare_noting(request, instances);
    build = isl::manage(isl_ast_build_set_options(build.release(), options.copy()));
    return Converter(request, instances).convert_node(build.node_from_schedule_map(order));
}

isl::ast_node isl_node(const isl::schedule &schedule, const Request &request)
{
    return prepare(request).node_from(schedule);
}

NodePtr from_isl(const isl::ast_node &node, const Request &request)
{
    return Converter(request, Instances()).convert_node(node);
}

} // namespace espalier::test
