#include "espalier/dependence/flow.h"

#include "espalier/base/error.h"
#include "espalier/schedule/isl_tree.h"

#include <isl/flow.h>
#include <isl/printer.h>
#include <isl/union_map.h>

#include <cstdio>
#include <cstdlib>

namespace espalier::dependence {

namespace {

/// { [S[i] -> R[]] -> S[i] } on the domains of tagged accesses.
isl::union_pw_multi_aff untag(const isl::union_map &accesses)
{
    isl::union_map tags = accesses.domain().unwrap();
    return isl::manage(isl_union_map_domain_map_union_pw_multi_aff(tags.release()));
}

} // namespace

Flow compute_flow(const AccessInfo &info)
{
    isl::union_map all = info.sink.unite(info.may_source).unite(info.must_source).unite(info.kill);
    isl::schedule order = schedule::to_isl(info.order).pullback(untag(all));
    isl::union_access_info access(info.sink);
    access = access.set_may_source(info.may_source)
                 .set_must_source(info.must_source)
                 .set_kill(info.kill);
    isl::union_flow flow = access.set_schedule(order).compute_flow();
    return {flow.may_dependence(), flow.full_may_dependence(), flow.may_no_source()};
}

std::string flow_of_file(isl::ctx ctx, const std::string &text, const std::string &file)
{
    std::FILE *stream = fmemopen(const_cast<char *>(text.data()), text.size(), "r");
    isl_union_access_info *access =
        stream ? isl_union_access_info_read_from_file(ctx.get(), stream) : nullptr;
    if (stream)
        std::fclose(stream);
    if (!access)
        throw Error(Fault::input, DiagnosticKind::malformed_model,
                    "this is not access information in isl's YAML", {file, 0, 0, ""});
    isl::union_flow flow = isl::manage(access).compute_flow();
    char *printed = isl_union_flow_to_str(flow.get());
    std::string result = printed;
    std::free(printed);
    return result + "\n";
}

} // namespace espalier::dependence
