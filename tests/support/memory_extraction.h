#pragma once

#include "espalier/presburger/context.h"
#include "espalier/program/program.h"

#include <gtest/gtest.h>

#include <string>

namespace espalier::test {

/// For what the front end makes of memory: accesses and symbolic constants.
class MemoryExtraction : public testing::Test {
protected:
    program::Program extract(const std::string &text);

    /// What a statement writes.
    void expect_written(const program::Program &program, std::size_t statement,
                        const std::string &expected);

    /// The first statement may write any element of an array, and nothing else.
    /// \param elements  those that there are
    void expect_chosen(const program::Program &program, const std::string &array,
                       const std::string &elements);

    /// Under which condition a symbolic constant is read.
    void expect_read_when(const program::Program &program, const std::string &lvalue,
                          const std::string &condition);

    static bool is_read(const program::Parameter &parameter)
    {
        return parameter.reading.has_value();
    }

    presburger::Context context;
};

} // namespace espalier::test
