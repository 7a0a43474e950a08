#include "tests/support/random_constraints.h"

#include "espalier/presburger/isl_additions.h"
#include "tests/support/random_functions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace espalier::test {

namespace {

class Generator {
public:
    Generator(isl::ctx ctx, unsigned seed) : random_(ctx, seed) {}

    dependence::Constraints constraints()
    {
        isl::ctx ctx = random_.ctx();
        isl::union_map none = isl::union_map::empty(ctx);
        result_ = {isl::union_set::empty(ctx),
                   isl::set(ctx, "[n] -> { : n >= 0 }"),
                   none,
                   none,
                   none,
                   none,
                   none};
        for (long k = random_.between(1, 5); k > 0; --k)
            add_statement();
        for (long k = random_.between(1, 3 + long(statements_.size())); k > 0; --k)
            add_relation(relation(any(), any()));
        if (random_.chance(60))
            for (long k = random_.between(1, 3); k > 0; --k)
                add_live_ranges();
        return result_;
    }

private:
    struct Part {
        Statement statement;
        isl::set domain;
        isl::map order; ///< { S[x] -> [t] }: with most relations, sources are before sinks in it
    };

    const Part &any() { return random_.pick(statements_); }

    void add_statement()
    {
        Statement statement{fmt::format("S{}", statements_.size()),
                            std::size_t(random_.between(0, 4))};
        std::vector<std::string> bounds = {"true"};
        std::string times = std::to_string(random_.between(0, 2));
        for (std::size_t k = 0; k < statement.dimensions; ++k) {
            std::string x = fmt::format("x{}", k);
            bounds.push_back(range(k));
            times +=
                fmt::format(", {}{}, {}", random_.chance(20) ? "-" : "", x, random_.between(0, 2));
        }
        for (std::size_t k = statement.dimensions; k < 3; ++k)
            times += ", 0, 0";
        isl::set domain(random_.ctx(), fmt::format("[n] -> {{ {} : {} }}", any_instance(statement),
                                                   fmt::join(bounds, " and ")));
        isl::map order(random_.ctx(),
                       fmt::format("{{ {} -> [{}] }}", any_instance(statement), times));
        statements_.push_back({statement, domain, order});
        presburger::add_to(result_.domain, domain.to_union_set());
    }

    std::string range(std::size_t k)
    {
        std::vector<std::string> forms = {"0 <= {0} < n", "0 <= {0} < n", "0 <= {0} < n",
                                          "0 <= {0} < 3", "1 <= {0} <= n"};
        if (k > 0)
            forms.insert(forms.end(), {"0 <= {0} <= {1}", "{1} <= {0} < n", "{0} = {1}"});
        return fmt::format(fmt::runtime(random_.pick(forms)), fmt::format("x{}", k),
                           fmt::format("x{}", k - (k > 0)));
    }

    /// Of the source's variables x0, x1, ...
    std::string value(const Statement &source)
    {
        if (source.dimensions == 0 || random_.chance(10))
            return random_.pick<std::string>({"0", "1", "n - 1"});
        auto variable = [&] {
            return fmt::format("x{}", random_.between(0, long(source.dimensions)));
        };
        std::string x = variable();
        return random_.pick<std::string>({x, x, x, x, x + " + 1", x + " + 1", x + " - 1",
                                          "n - 1 - " + x, x + " + " + variable(), "2" + x,
                                          x + " - " + variable()});
    }

    /// { S[x] -> T[y] }
    isl::map relation(const Part &source, const Part &sink)
    {
        std::vector<std::string> conditions = {"true"};
        for (std::size_t k = 0; k < sink.statement.dimensions; ++k) {
            std::string same = k < source.statement.dimensions && random_.chance(50)
                                   ? fmt::format("x{}", k)
                                   : value(source.statement);
            long form = random_.between(0, 10);
            if (form < 9)
                conditions.push_back(fmt::format("y{} {} {}", k, form < 8 ? "=" : ">=", same));
        }
        isl::map result(random_.ctx(),
                        fmt::format("[n] -> {{ {} -> {}[{}] : {} }}",
                                    any_instance(source.statement), sink.statement.name,
                                    variables(sink.statement.dimensions, "y"),
                                    fmt::join(conditions, " and ")));
        result = result.intersect_domain(source.domain).intersect_range(sink.domain);
        if (random_.chance(95))
            return in_order(result, source, sink);
        return source.statement == sink.statement ? between_different(result) : result;
    }

    /// Without the pairs of an instance with itself, which no schedule can have in order.
    static isl::map between_different(const isl::map &pairs)
    {
        isl::map same = isl::manage(isl_map_identity(pairs.space().release()));
        return pairs.subtract(same);
    }

    static isl::map in_order(const isl::map &relation, const Part &source, const Part &sink)
    {
        return relation.intersect(
            isl::manage(isl_map_lex_lt_map(source.order.copy(), sink.order.copy())));
    }

    void add_relation(const isl::map &pairs)
    {
        if (pairs.is_empty())
            return;
        if (random_.chance(75))
            presburger::add_to(result_.validity, pairs.to_union_map());
        if (random_.chance(75))
            presburger::add_to(result_.proximity, pairs.to_union_map());
        if (random_.chance(60))
            presburger::add_to(result_.coincidence, pairs.to_union_map());
    }

    /// Pairs of a write and a read, and what keeps them from overlapping: conditioned pairs from
    /// reads to writes.
    void add_live_ranges()
    {
        const Part &write = any(), &read = any();
        isl::map flow = in_order(relation(write, read), write, read);
        add_relation(flow);
        std::string tag = fmt::format("t{}", tags_++);
        auto add = [&](isl::union_map &all, const isl::map &pairs) {
            presburger::add_to(all, tagged(pairs, tag).to_union_map());
        };
        add(result_.condition, flow);
        add(result_.conditional_validity, in_order(relation(read, write), read, write));
        if (random_.chance(70))
            add(result_.conditional_validity, all_in_order(read, write));
        if (random_.chance(20))
            add(result_.conditional_validity, all_in_order(write, write));
    }

    static isl::map all_in_order(const Part &source, const Part &sink)
    {
        isl::map all =
            isl::manage(isl_map_from_domain_and_range(source.domain.copy(), sink.domain.copy()));
        return in_order(all, source, sink);
    }

    /// { [S[x] -> t[]] -> [T[y] -> t[]] }
    static isl::map tagged(const isl::map &pairs, const std::string &tag)
    {
        isl::map tags(pairs.ctx(), fmt::format("{{ {0}[] -> {0}[] }}", tag));
        return isl::manage(isl_map_product(pairs.copy(), tags.release()));
    }

    Random random_;
    dependence::Constraints result_;
    std::vector<Part> statements_;
    unsigned tags_ = 0;
};

} // namespace

dependence::Constraints random_constraints(isl::ctx ctx, unsigned seed)
{
    return Generator(ctx, seed).constraints();
}

} // namespace espalier::test
