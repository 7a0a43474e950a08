#include "espalier/script/references.h"

#include "espalier/script/script.h"
#include "espalier/transform/find.h"

#include <fmt/format.h>

namespace espalier::script {

namespace {

constexpr std::size_t max_references = 100'000;

/// Bounds how deeply references can be in each other, too.
constexpr std::size_t longest_reference = 1000;

} // namespace

const Reference *References::remember(Reference reference)
{
    if (known_.size() == max_references)
        throw script_error(
            fmt::format("the script talks of more than {} different places", max_references));
    if (reference.text.size() > longest_reference)
        throw script_error(
            fmt::format("a name or place takes more than {} letters", longest_reference));
    std::string text = reference.text;
    return &known_.try_emplace(std::move(text), std::move(reference)).first->second;
}

const Reference *References::name(const std::string &name)
{
    auto known = known_.find(name);
    if (known != known_.end())
        return &known->second;
    return remember(
        {name, [name](const transform::MatrixView &view) { return find_labelled(view, name); },
         true});
}

} // namespace espalier::script
