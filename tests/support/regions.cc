#include "tests/support/regions.h"

#include "espalier/schedule/original.h"
#include "tests/support/programs.h"

namespace espalier::test {

report::RegionDependences dependences_in_function(const std::string &body,
                                                  const presburger::Context &context)
{
    program::Program program = extract_program(in_function(body), context);
    schedule::Tree original = schedule::original_schedule(program);
    return {"a.c:1, in `f<1>`", program, dependence::analyze(program, original),
            dependence::input_dependences(program, original)};
}

} // namespace espalier::test
