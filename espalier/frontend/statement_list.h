#pragma once

#include "espalier/frontend/bodies.h"

#include <string>
#include <vector>

namespace espalier::frontend {

/// \throws Unmodelled: a statement that is not modelled, and why
[[noreturn]] void no_statement(const clang::Stmt *statement, const std::string &why,
                               const std::string &help = "");

/// The statements of a Program under construction.
class StatementList {
public:
    using Nest = program::Nest;

    StatementList(Model &model, AccessExtractor &accesses, BodyExtractor &bodies)
        : model_(model), accesses_(accesses), bodies_(bodies)
    {
    }

    /// Adds a statement with the accesses that its body has left in the BodyExtractor.
    /// \param body  null for a kill
    void add(program::ExpressionPtr body, clang::SourceLocation where, const Scope &scope,
             Nest &nest);

    /// Has statements that call functions which read memory read all of it that others see.
    void add_reads_of_memory();

    std::string label; ///< of the statement to come; empty if it has none

private:
    Model &model_;
    AccessExtractor &accesses_;
    BodyExtractor &bodies_;
    std::vector<std::size_t> memory_readers_; ///< statements that call a `pure` function
};

} // namespace espalier::frontend
