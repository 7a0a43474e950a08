#include "espalier/frontend/pointer_results.h"

#include "espalier/frontend/access_paths.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

[[noreturn]] void not_known(const clang::VarDecl *pointer)
{
    throw Unmodelled{DiagnosticKind::unmodelled_variable, pointer->getLocation(),
                     fmt::format("`{}` is used after the region, and it is not known what it leads "
                                 "to then",
                                 pointer->getNameAsString())};
}

/// Whether C can name what a path leads to by its first name and a number of elements.
bool is_plain(const AccessPath &path)
{
    return path.dimensions.size() == 1 && path.spelling.back().empty() &&
           path.dimensions.front().terms.empty() && is_affine(path.dimensions.front().offset);
}

} // namespace

void PointerResults::note(const LoopModel &loop, const std::vector<RotatedValues> &rotation,
                          const isl::set &domain)
{
    if (loop.body.depth() != 1 || rotation.size() < 2)
        return;
    const std::vector<isl::set> ends = where_turns_end(loop, rotation.size(), domain);
    for (std::size_t turn = 0; turn < rotation.size(); ++turn)
        for (const auto &[pointer, place] : rotation[turn].pointers)
            noted_[pointer].emplace_back(ends[turn], place);
}

void PointerResults::forget(const VariableSet &variables)
{
    for (const clang::VarDecl *variable : variables)
        noted_.erase(variable);
}

std::vector<program::PointerResult> PointerResults::results(const Scope &scope)
{
    std::vector<program::PointerResult> all;
    for (const clang::VarDecl *variable : model_.usage().modified) {
        if (!variable->getType()->isPointerType() || !variable->hasLocalStorage() ||
            model_.usage().declared.contains(variable) || model_.is_own_pointer(variable))
            continue;
        const auto known = scope.pointers.find(variable);
        const auto noted = noted_.find(variable);
        if (known != scope.pointers.end())
            all.push_back(result(variable, {{scope.domain, known->second}}));
        else if (noted != noted_.end())
            all.push_back(result(variable, noted->second));
        else
            not_known(variable);
    }
    std::ranges::sort(all, {}, &program::PointerResult::name);
    return all;
}

program::PointerResult PointerResults::result(const clang::VarDecl *pointer, const Places &places)
{
    const std::string name = output_name(pointer, model_);
    const clang::VarDecl *temporary =
        model_.new_variable(name + "_after", pointer->getType().getUnqualifiedType());
    program::PointerResult result{name, temporary->getNameAsString(), "", {}};
    result.declaration = result.temporary;
    temporary->getType().getAsStringInternal(result.declaration, model_.ast().getPrintingPolicy());
    for (const auto &[condition, place] : places) {
        if (!is_plain(*place))
            not_known(pointer);
        const Polynomial &offset = place->dimensions.front().offset;
        const isl::pw_aff elements =
            offset.terms.empty() ? condition.pw_aff_on_domain(0) : offset.terms.begin()->second;
        result.cases.push_back({condition.params(), place->spelling.front(), elements});
    }
    return result;
}

} // namespace espalier::frontend
