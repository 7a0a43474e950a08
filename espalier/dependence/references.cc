#include "espalier/dependence/references.h"

#include "espalier/base/error.h"
#include "espalier/presburger/print.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/space.h>

#include <algorithm>

namespace espalier::dependence {

namespace {

/// { [S[i] -> R[]] -> S[i] } for the domain [S[i] -> R[]], and the identity for S[i].
isl::multi_aff untag(const isl::space &domain, bool is_tagged)
{
    return is_tagged ? isl::multi_aff::domain_map(domain.unwrap())
                     : domain.identity_multi_aff_on_domain();
}

void refuse_dimensions(const isl::space &tag)
{
    if (isl_space_dim(tag.get(), isl_dim_set) > 0)
        throw Error(Fault::input, DiagnosticKind::malformed_model,
                    fmt::format("the tag in {} has dimensions, and only a reference without any "
                                "can be told apart from others",
                                presburger::to_string(tag)));
}

void add_references(const isl::map &access, Reference::Role role, const ExecutionOrder &order,
                    std::vector<Reference> &into)
{
    isl::space domain = access.space().domain();
    std::vector<const Site *> sites = order.sites_of(domain);
    bool is_tagged = sites.empty() && domain.is_wrapping();
    if (is_tagged) {
        refuse_dimensions(domain.unwrap().range());
        sites = order.sites_of(domain.unwrap().domain());
    }
    isl::map untagged = is_tagged ? access.domain_factor_domain() : access;
    for (const Site *site : sites) {
        isl::map here = untagged.intersect_domain(site->instances);
        if (isl_map_plain_is_empty(here.get()) != isl_bool_true)
            into.push_back({role, site, here, untag(domain, is_tagged)});
    }
}

} // namespace

std::vector<Reference> references_in(const isl::union_map &accesses, Reference::Role role,
                                     const ExecutionOrder &order)
{
    std::vector<Reference> result;
    accesses.foreach_map([&](const isl::map &map) { add_references(map, role, order, result); });
    std::ranges::sort(result, {}, [](const Reference &one) { return one.site->number; });
    return result;
}

std::string array_key(const Reference &reference)
{
    isl::space array = reference.access.space().range();
    const char *name = isl_space_get_tuple_name(array.get(), isl_dim_set);
    return fmt::format("{}/{}", name ? name : presburger::to_string(array),
                       isl_space_dim(array.get(), isl_dim_set));
}

} // namespace espalier::dependence
