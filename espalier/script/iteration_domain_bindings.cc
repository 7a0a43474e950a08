#include "espalier/script/bindings.h"
#include "espalier/transform/context.h"

#include "espalier/transform/iteration_domain.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace espalier::script {

namespace {

using transform::Beta;
using transform::MatrixView;

constexpr const char *tile_size = "the size of a tile";

MatrixView extend(const Call &call)
{
    call.require_size(4, 4);

    return extend(call.view(), call.prefix(0), call.position(1, "the depth of a loop"),
                  call.expression(2, "the value of a new iterator"),
                  call.word(3, "the name of a loop"));
}

MatrixView cut_domain(const Call &call)
{
    call.require_size(2, 2);
    return cut_domain(call.view(), call.prefix(0), call.word(1, "a condition"));
}

MatrixView split(const Call &call)
{
    call.require_size(2, 2);
    return split(call.view(), call.loop(0), call.word(1, "a condition"));
}

MatrixView split_off(const Call &call)
{
    call.require_size(3, 3);
    return split_off(call.view(), call.prefix(0), call.word(1, "a condition"), call.prefix(2));
}

MatrixView peel(const Call &call)
{
    call.require_size(2, 2);
    return peel(call.view(), call.loop(0), call.expression(1, "the value to peel at"));
}

/// The loops at a depth that are a prefix's own, or in it.
std::set<Beta> loops_at(const Call &call, const Beta &prefix, std::size_t depth)
{
    if (depth < prefix.size())
        throw script_error(fmt::format("the loop at depth {} around {} is enclose({}, {})", depth,
                                       transform::to_string(prefix), printed(call.arguments()[0]),
                                       prefix.size() - depth));
    std::set<Beta> result;
    for (const transform::Statement *statement : statements_in(call.view(), prefix)) {
        if (statement->depth() < depth)
            throw script_error(fmt::format("`{}` is in {} loops; it has no loop at depth {}",
                                           statement->label, statement->depth(), depth));
        result.insert(transform::first(statement->beta, depth));
    }
    return result;
}

MatrixView strip_mine(const Call &call)
{
    constexpr const char *strip_size = "the size of a strip";
    call.require_size(2, 3);
    if (call.size() == 2 || call.is_text(2))
        return strip_mine(call.view(), call.loop(0), call.whole_number(1, strip_size),
                          call.size() == 3 ? call.word(2, "the name of a loop") : "");
    std::size_t depth = call.position(1, "the depth of a loop");
    long size = call.whole_number(2, strip_size);
    if (depth == 0)
        throw script_error("the depth of a loop has to be a whole number from 1 on, not 0");
    MatrixView result = call.view();
    for (const Beta &loop : loops_at(call, call.prefix(0), depth))
        result = strip_mine(std::move(result), loop, size);
    return result;
}

MatrixView sink(const Call &call)
{
    call.require_size(2, 2);
    return sink(call.view(), call.prefix(0), call.loop(1));
}

/// The last of the first `count` arguments, of which each has to be the loop around the next one.
Beta innermost(const Call &call, std::size_t count)
{
    for (std::size_t k = 0; k + 1 < count; ++k)
        if (transform::enclose(call.loop(k + 1)) != call.loop(k))
            throw script_error(fmt::format("{} is not the next loop around {}, and cannot be tiled "
                                           "with it",
                                           printed(call.arguments()[k]),
                                           printed(call.arguments()[k + 1])));
    return call.loop(count - 1);
}

MatrixView tile(const Call &call)
{
    std::size_t loops = 0;
    while (loops < call.size() && call.is_prefix(loops))
        ++loops;
    std::size_t rest = call.size() - loops;
    if (loops > 0 && rest == 1 && call.is_table(loops)) {
        std::vector<long> sizes = call.whole_numbers(loops, "the sizes of a tile");
        if (loops > 1 && sizes.size() != loops)
            throw script_error(
                fmt::format("{} loops take as many sizes of tiles, not {}", loops, sizes.size()));
        return tile(call.view(), innermost(call, loops), sizes);
    }
    if (loops == 1 && rest == 3)
        return tile(call.view(),
                    transform::append(call.loop(0), call.whole_number(1, "the position of a loop")),
                    {call.whole_number(2, tile_size), call.whole_number(3, tile_size)});
    if (loops == 0 || rest != loops)
        throw call.wrong_arguments();
    std::vector<long> sizes;
    for (std::size_t k = loops; k < call.size(); ++k)
        sizes.push_back(call.whole_number(k, tile_size));
    return tile(call.view(), innermost(call, loops), sizes);
}

/// The paper names a statement, too, of which only the symbolic constants matter.
MatrixView add_context(const Call &call)
{
    call.require_size(1, 2);
    if (call.size() == 2)
        call.prefix(0);
    return add_context(call.view(), call.word(call.size() - 1, "a condition"));
}

constexpr const char *cut_usage = "cut_domain(statement or loop, \"condition\")";
constexpr const char *context_usage =
    "assume(\"condition\") or addContext(statement, \"condition\")";
constexpr const char *strip_usage =
    "stripmine(loop, size), stripmine(loop, size, \"name\") or stripmine(P, depth, size)";

} // namespace

std::vector<Binding> iteration_domain_bindings()
{
    return {
        {"extend", "extend(statement or loop, depth, value, \"name\")", extend},
        {"cut_domain", cut_usage, cut_domain},
        {"cutdom", cut_usage, cut_domain},
        {"split", "split(loop, \"condition\")", split},
        {"split_off", "split_off(statement, \"condition\", place)", split_off},
        {"peel", "peel(loop, value)", peel},
        {"stripmine", strip_usage, strip_mine},
        {"strip_mine", strip_usage, strip_mine},
        {"sink", "sink(statement or loop, loop)", sink},
        {"tile",
         "tile(innermost loop, {size, ...}), tile(loop, ..., size, ...), tile(loop, ..., {size, "
         "...}) or tile(P, position, size, size)",
         tile},
        {"addContext", context_usage, add_context},
        {"add_context", context_usage, add_context},
        {"assume", context_usage, add_context},
    };
}

} // namespace espalier::script
