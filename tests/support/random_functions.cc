#include "tests/support/random_functions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <isl/set.h>

#include <set>

namespace espalier::test {

std::vector<Statement> statements(const isl::union_set &instances)
{
    std::set<Statement> result;
    instances.foreach_set([&](const isl::set &set) {
        const char *name = isl_set_get_tuple_name(set.get());
        result.insert({name ? name : "", std::size_t(isl_set_dim(set.get(), isl_dim_set))});
    });
    return {result.begin(), result.end()};
}

std::string variables(std::size_t count, const std::string &letter)
{
    std::vector<std::string> names(count);
    for (std::size_t k = 0; k < count; ++k)
        names[k] = letter + std::to_string(k);
    return fmt::format("{}", fmt::join(names, ", "));
}

std::string any_instance(const Statement &statement)
{
    return fmt::format("{}[{}]", statement.name, variables(statement.dimensions));
}

std::string introduction(const std::vector<std::string> &constants)
{
    return fmt::format("[{}] -> ", fmt::join(constants, ", "));
}

long Random::between(long low, long high)
{
    return low + long(engine_() % static_cast<unsigned long>(high - low));
}

std::vector<std::size_t> Random::permutation(std::size_t size)
{
    std::vector<std::size_t> result;
    for (std::size_t k = 0; k < size; ++k)
        result.insert(result.begin() + between(0, long(k) + 1), k);
    return result;
}

std::string Random::affine(std::size_t variables, const std::vector<std::string> &constants)
{
    if (variables == 0 || chance(10))
        return chance(30) && !constants.empty() ? pick(constants) : std::to_string(between(0, 3));
    long x = between(0, long(variables)), y = between(0, long(variables));
    std::vector<std::string> forms = {fmt::format("x{}", x),
                                      fmt::format("x{}", x),
                                      fmt::format("-x{}", x),
                                      fmt::format("x{} + x{}", x, y),
                                      fmt::format("x{} - x{} + 1", x, y),
                                      fmt::format("2x{} - x{}", x, y)};
    if (!constants.empty())
        forms.push_back(fmt::format("{} - x{}", pick(constants), x));
    return pick(forms);
}

std::string Random::quasi_affine(std::size_t variables, const std::vector<std::string> &constants)
{
    std::string argument = affine(variables, constants);
    long divisor = between(2, 4);
    switch (between(0, 7)) {
    case 0:
        return fmt::format("floor(({})/{})", argument, divisor);
    case 1:
        return fmt::format("({}) mod {}", argument, divisor);
    case 2:
        return fmt::format("{0} * floor(({1})/{0})", divisor, argument);
    default:
        return argument;
    }
}

std::string Random::condition(std::size_t variables, const std::vector<std::string> &constants)
{
    if (variables == 0)
        return constants.empty() ? "true" : fmt::format("{} >= {}", pick(constants), between(1, 4));
    long x = between(0, long(variables)), y = between(0, long(variables));
    std::vector<std::string> forms = {
        fmt::format("x{} >= {}", x, between(0, 3)), fmt::format("x{} mod 2 = {}", x, between(0, 2)),
        fmt::format("x{} + x{} <= {}", x, y, between(1, 4)), fmt::format("x{} = 1", x)};
    if (!constants.empty())
        forms.push_back(fmt::format("x{} + 1 < {}", x, pick(constants)));
    return pick(forms);
}

std::string Random::member(const std::vector<Statement> &statements,
                           const std::vector<std::string> &constants)
{
    std::vector<std::string> pieces;
    for (const Statement &statement : statements) {
        auto piece = [&](const std::string &condition) {
            pieces.push_back(fmt::format("{} -> [({})] : {}", any_instance(statement),
                                         quasi_affine(statement.dimensions, constants), condition));
        };
        if (chance(80)) {
            piece("true");
            continue;
        }
        std::string split = condition(statement.dimensions, constants);
        piece(split);
        piece(fmt::format("not ({})", split));
    }
    return fmt::format("{{ {} }}", fmt::join(pieces, "; "));
}

isl::multi_union_pw_aff Random::schedule(const std::vector<Statement> &statements,
                                         const std::vector<std::string> &constants,
                                         std::size_t members)
{
    std::vector<std::string> functions(members);
    for (std::string &function : functions)
        function = member(statements, constants);
    return isl::multi_union_pw_aff(
        ctx_, fmt::format("{}[{}]", introduction(constants), fmt::join(functions, ", ")));
}

isl::multi_pw_aff Random::transformation(std::size_t from, std::size_t to)
{
    std::vector<std::string> values;
    for (std::size_t k = 0; k < to; ++k) {
        std::string split = condition(from, {});
        values.push_back(chance(70)
                             ? fmt::format("({})", quasi_affine(from, {}))
                             : fmt::format("({} : {}; {} : not ({}))", quasi_affine(from, {}),
                                           split, quasi_affine(from, {}), split));
    }
    return isl::multi_pw_aff(
        ctx_, fmt::format("{{ [{}] -> [{}] }}", variables(from), fmt::join(values, ", ")));
}

isl::union_set Random::part(const std::vector<Statement> &statements,
                            const std::vector<std::string> &constants)
{
    std::vector<std::string> pieces;
    for (const Statement &statement : statements)
        if (pieces.empty() || chance(80))
            pieces.push_back(fmt::format("{} : {}", any_instance(statement),
                                         chance(50) ? condition(statement.dimensions, constants)
                                                    : std::string("true")));
    return isl::union_set(
        ctx_, fmt::format("{}{{ {} }}", introduction(constants), fmt::join(pieces, "; ")));
}

std::vector<isl::union_set> Random::partition(const std::vector<Statement> &statements,
                                              const std::vector<std::string> &constants,
                                              std::size_t parts, bool may_split)
{
    std::vector<std::vector<std::string>> pieces(parts);
    auto any = [&]() -> std::vector<std::string> & {
        return pieces[std::size_t(between(0, long(parts)))];
    };
    for (const Statement &statement : statements) {
        std::string split = may_split && chance(50) ? condition(statement.dimensions, constants)
                                                    : std::string("true");
        any().push_back(fmt::format("{} : {}", any_instance(statement), split));
        if (split != "true")
            any().push_back(fmt::format("{} : not ({})", any_instance(statement), split));
    }
    std::vector<isl::union_set> result;
    for (const std::vector<std::string> &part : pieces)
        if (!part.empty())
            result.push_back(isl::union_set(
                ctx_, fmt::format("{}{{ {} }}", introduction(constants), fmt::join(part, "; "))));
    return result;
}

isl::map Random::isolation(std::size_t depth, std::size_t members,
                           const std::vector<std::string> &constants)
{
    return isl::map(ctx_, fmt::format("{}{{ [{}] -> [{}] : {} }}", introduction(constants),
                                      variables(depth, "t"), variables(members),
                                      condition(members, constants)));
}

} // namespace espalier::test
