#include "tests/support/memory_extraction.h"

#include "espalier/presburger/print.h"
#include "tests/support/programs.h"

#include <algorithm>

namespace espalier::test {

using program::AccessKind;

program::Program MemoryExtraction::extract(const std::string &text)
{
    return extract_program(text, context);
}

void MemoryExtraction::expect_written(const program::Program &program, std::size_t statement,
                                      const std::string &expected)
{
    const std::vector<program::Access> &accesses = program.statements.at(statement).accesses;
    auto write = std::ranges::find(accesses, AccessKind::write, &program::Access::kind);
    ASSERT_NE(write, accesses.end());
    isl::map wanted =
        isl::map(context.get(), expected).intersect_domain(program.statements.at(statement).domain);
    EXPECT_TRUE(write->relation.is_equal(wanted))
        << "found " << presburger::to_string(write->relation) << "\nexpected "
        << presburger::to_string(wanted);
}

void MemoryExtraction::expect_chosen(const program::Program &program, const std::string &array,
                                     const std::string &elements)
{
    const std::vector<program::Access> &accesses = program.statements.at(0).accesses;
    auto write = std::ranges::find(accesses, AccessKind::may_write, &program::Access::kind);
    ASSERT_NE(write, accesses.end());
    EXPECT_EQ(program.arrays[write->array].name, array);
    EXPECT_TRUE(write->subscripts.empty());
    EXPECT_TRUE(write->relation.is_equal(isl::map::universe(write->relation.space())
                                             .intersect_domain(write->relation.domain())
                                             .intersect_range(isl::set(context.get(), elements))));
}

void MemoryExtraction::expect_read_when(const program::Program &program, const std::string &lvalue,
                                        const std::string &condition)
{
    for (const program::Parameter &parameter : program.parameters)
        if (parameter.reading && parameter.reading->value == lvalue) {
            EXPECT_TRUE(parameter.reading->condition.is_equal(isl::set(context.get(), condition)))
                << "found " << presburger::to_string(parameter.reading->condition);
            return;
        }
    FAIL() << "there is no symbolic constant for " << lvalue;
}

} // namespace espalier::test
