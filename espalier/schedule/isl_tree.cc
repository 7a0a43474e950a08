#include "espalier/schedule/isl_tree.h"

#include "espalier/schedule/yaml.h"

#include <isl/schedule.h>

#include <cstdlib>
#include <string>

namespace espalier::schedule {

isl::schedule to_isl(const Tree &tree)
{
    return isl::manage(isl_schedule_read_from_str(tree.ctx().get(), to_yaml(tree).c_str()));
}

Tree from_isl(const isl::schedule &schedule)
{
    char *text = isl_schedule_to_str(schedule.get());
    std::string yaml = text ? text : "";
    std::free(text);
    return read_yaml(schedule.ctx(), yaml, "");
}

} // namespace espalier::schedule
