#include "espalier/frontend/statement_list.h"

#include "espalier/presburger/id.h"
#include "espalier/program/assignments.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/id.h>
#include <isl/set.h>

#include <algorithm>
#include <utility>

namespace espalier::frontend {

using program::Nest;

namespace {

/// A name for the next statement: its label, or its number.
std::string statement_name(const std::vector<program::Statement> &statements,
                           const std::string &label)
{
    auto is_taken = [&](const std::string &name) {
        return std::any_of(statements.begin(), statements.end(),
                           [&](const program::Statement &other) { return other.name() == name; });
    };
    if (!label.empty() && !is_taken(label))
        return label;
    std::size_t number = statements.size();
    while (is_taken(fmt::format("S{}", number)))
        ++number;
    return fmt::format("S{}", number);
}

/// Pointers count elements.
program::Iterator iterator_of(const clang::VarDecl *counter, const Model &model)
{
    const clang::QualType type = counter->getType();
    return {counter->getNameAsString(), type->isPointerType() ? "long" : model.spell(type)};
}

} // namespace

void no_statement(const clang::Stmt *statement, const std::string &why, const std::string &help)
{
    throw Unmodelled{DiagnosticKind::unmodelled_statement, statement->getBeginLoc(), why, help};
}

void StatementList::add(program::ExpressionPtr body, clang::SourceLocation where,
                        const Scope &scope, Nest &nest)
{
    program::Statement statement;
    isl::id name =
        presburger::make_id(model_.ctx(), statement_name(model_.program().statements, label));
    statement.domain = isl::manage(isl_set_set_tuple_id(scope.domain.copy(), name.copy()));
    for (std::size_t k = 0; k < scope.depth(); ++k) {
        const clang::VarDecl *variable = scope.loops[k];
        isl_set *named =
            isl_set_set_dim_name(statement.domain.release(), isl_dim_set, static_cast<unsigned>(k),
                                 variable->getNameAsString().c_str());
        statement.domain = isl::manage(named);
        statement.iterators.push_back(iterator_of(variable, model_));
    }
    statement.body = std::move(body);
    if (where.isValid())
        statement.place = model_.place(where);
    statement.accesses = bodies_.take_accesses();
    for (program::Access &access : statement.accesses) {
        access.relation = access.relation.set_domain_tuple(name);
        for (isl::pw_aff &subscript : access.subscripts)
            subscript =
                isl::manage(isl_pw_aff_set_tuple_id(subscript.release(), isl_dim_in, name.copy()));
    }
    if (bodies_.take_reads_memory())
        memory_readers_.push_back(model_.program().statements.size());
    model_.program().statements.push_back(std::move(statement));

    Nest leaf;
    leaf.kind = Nest::Kind::statement;
    leaf.statement = model_.program().statements.size() - 1;
    nest.children.push_back(std::move(leaf));
}

void StatementList::add_reads_of_memory()
{
    program::Program &program = model_.program();
    for (std::size_t index : memory_readers_) {
        program::Statement &statement = program.statements[index];
        for (std::size_t array = 0; array < program.arrays.size(); ++array) {
            if (program.arrays[array].is_local)
                continue;
            isl::set domain = program::iterations_of(statement);
            program::Access access = accesses_.whole(array, program::AccessKind::read, domain);
            access.relation = access.relation.set_domain_tuple(statement.id());
            statement.accesses.push_back(access);
        }
    }
}

} // namespace espalier::frontend
