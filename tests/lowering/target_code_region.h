#pragma once

#include "espalier/lowering/code_check.h"
#include "espalier/lowering/loops.h"
#include "espalier/lowering/target_code.h"
#include "espalier/schedule/yaml.h"
#include "tests/support/transformed_region.h"

#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <string>

namespace espalier::lowering {

/// Tests of the code of a region, which may be broken by hand for the check to find.
class TargetCode : public test::TransformedRegion {
protected:
    /// The region in an order, as loops and as code.
    void make(const std::string &body, const std::string &tree)
    {
        region_is("\n#pragma scop\n" + body + "\n#pragma endscop\n");
        program = view().program;
        const schedule::Tree order = schedule::read_yaml(program->context.ctx(), tree, "test");
        ast = loops({*program, order}, "c");
        expected = ast::expectation(order, program->context);
        code = target_code(*program, ast, Names());
    }

    /// What the check says of the code.
    std::string difference() const
    {
        const ast::Verdict verdict = check_code(*program, ast, code, *expected);
        EXPECT_FALSE(verdict.is_undecided());
        return verdict.reason;
    }

    /// The code itself, or what is in its loops, as code of a kind.
    template <class Kind>
    const Kind &part() const
    {
        const Code *here = code.get();
        while (!std::holds_alternative<Kind>(here->kind)) {
            const auto *loop = std::get_if<Loop>(&here->kind);
            const auto *team = std::get_if<Team>(&here->kind);
            if (!loop && !team)
                throw std::runtime_error("no such code");
            here = loop ? loop->body.get() : team->body.get();
        }
        return std::get<Kind>(here->kind);
    }

    std::optional<program::Program> program;
    ast::NodePtr ast;
    std::optional<ast::Expectation> expected;
    CodePtr code;
};

} // namespace espalier::lowering
