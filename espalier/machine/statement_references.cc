#include "espalier/machine/statement_references.h"

namespace espalier::machine {

namespace {

/// The stride in the innermost loop around the present place that is not degenerate.
double innermost_of(const std::vector<double> &strides, const LoopPosition &position)
{
    for (std::size_t depth = strides.size(); depth-- > 0;)
        if (position.is_loop(depth))
            return strides[depth];
    return 0;
}

} // namespace

StatementReferences::StatementReferences(const program::Program &program, const Machine &machine,
                                         const ast::Values &sizes)
    : machine_(machine), shapes_(array_shapes(program, sizes))
{
    for (const program::Statement &statement : program.statements)
        if (!statement.is_kill())
            statements_[statement.name()] = {&statement, body_cost(program, statement)};
}

std::size_t StatementReferences::count(const std::string &statement) const
{
    auto known = statements_.find(statement);
    return known == statements_.end() ? 0 : known->second.cost.latencies.size();
}

/// Bytes from the beginning of the array, for each access of a statement.
std::vector<double> StatementReferences::addresses(const ast::User &user,
                                                   const program::Statement &statement,
                                                   const LoopPosition &position) const
{
    std::vector<double> result;
    std::size_t value = 0;
    for (const program::Access &access : statement.accesses) {
        double address = 0;
        for (std::size_t k = 0; k < access.subscripts.size(); ++k, ++value)
            address +=
                shapes_[access.array].strides[k] * double(position.value(*user.values[value]));
        result.push_back(address);
    }
    return result;
}

CodePart StatementReferences::touch(const ast::User &user, LoopPosition &position,
                                    std::size_t place,
                                    std::vector<MovingStatement> &statements) const
{
    auto found = statements_.find(user.statement);
    if (found == statements_.end())
        return {1};
    const program::Statement &statement = *found->second.statement;
    CodePart result;
    MovingStatement moving{&found->second.cost, {}};
    std::vector<double> here = addresses(user, statement, position);
    std::vector<std::vector<double>> strides = all_strides(user, statement, position, here);
    for (std::size_t k = 0; k < here.size(); ++k) {
        const program::Access &access = statement.accesses[k];
        const ArrayShape &shape = shapes_[access.array];
        bool is_write = access.kind != program::AccessKind::read;
        result.references.push_back(
            {access.array, shape.bytes, shape.element_bytes, here[k], is_write});
        moving.accesses.push_back({access.array, is_write, here[k],
                                   innermost_of(strides[k], position), shape.element_bytes});
        result.origins.push_back({place + k, std::move(strides[k])});
    }
    statements.push_back(std::move(moving));
    reuse_across(result.references, machine_);
    return result;
}

/// For each access of a statement, its strides in the loops around, outermost first, in bytes.
std::vector<std::vector<double>>
StatementReferences::all_strides(const ast::User &user, const program::Statement &statement,
                                 LoopPosition &position, const std::vector<double> &here) const
{
    std::vector<std::vector<double>> result(here.size());
    for (std::size_t depth = 0; depth < position.depth(); ++depth) {
        std::vector<double> next =
            position.at_next(depth, [&] { return addresses(user, statement, position); });
        for (std::size_t k = 0; k < here.size(); ++k)
            result[k].push_back(next[k] - here[k]);
    }
    return result;
}

} // namespace espalier::machine
