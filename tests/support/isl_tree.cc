#include "tests/support/isl_tree.h"

#include "espalier/schedule/yaml.h"

#include <isl/schedule.h>

#include <cstdlib>
#include <string>

namespace espalier::test {

isl::schedule to_isl(const schedule::Tree &tree)
{
    return isl::manage(
        isl_schedule_read_from_str(tree.ctx().get(), schedule::to_yaml(tree).c_str()));
}

schedule::Tree from_isl(const isl::schedule &schedule)
{
    char *text = isl_schedule_to_str(schedule.get());
    std::string yaml = text ? text : "";
    std::free(text);
    return schedule::read_yaml(schedule.ctx(), yaml, "");
}

} // namespace espalier::test
