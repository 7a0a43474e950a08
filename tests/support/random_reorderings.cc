#include "tests/support/random_reorderings.h"

#include "espalier/base/error.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/insert.h"
#include "espalier/schedule/order_edits.h"
#include "espalier/schedule/original.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace espalier::test {

using namespace schedule;

namespace {

void add_places(const Cursor &node, std::vector<Cursor> &result)
{
    for (std::size_t k = 0; k < node.child_count(); ++k) {
        Cursor child = node.child(k);
        result.push_back(child);
        add_places(child, result);
    }
}

class Reorderer {
public:
    Reorderer(const program::Program &program, Random &random)
        : random_(random), original_(original_schedule_without_kills(program)),
          statements_(statements(original_.domain()))
    {
    }

    Tree run()
    {
        if (statements_.empty())
            return original_;
        if (random_.chance(5))
            return scattered();
        Tree result = original_;
        long wanted = random_.chance(60) ? 1 : random_.between(2, 5);
        for (long tries = 0; wanted > 0 && tries < 20; ++tries)
            try {
                result = edited(result);
                --wanted;
            } catch (const Error &) {
                continue; // the edit does not apply at this place
            }
        return result;
    }

private:
    Tree scattered()
    {
        Cursor band = insert_band(Tree::from_domain(original_.domain()).root().child(0),
                                  random_schedule(std::size_t(random_.between(1, 4))));
        return insert_sequence(band.child(0), partition(statements_.size())).tree();
    }

    Tree edited(const Tree &tree)
    {
        std::vector<Cursor> places;
        add_places(tree.root(), places);
        const Cursor &place = random_.pick(places);
        if (place.is<Band>() && random_.chance(85))
            return edited_band(place).tree();
        if (place.is<Sequence>() && random_.chance(85))
            return edited_sequence(place).tree();
        return inserted(place).tree();
    }

    Cursor edited_band(const Cursor &band)
    {
        std::size_t size = band.as<Band>().size();
        switch (random_.between(0, 8)) {
        case 0:
            return reversed(band, size);
        case 1:
            return skewed(band, size);
        case 2:
            return permute(band, random_.permutation(size));
        case 3:
            return tile(band, std::vector<long>(size, random_.between(2, 4)));
        case 4:
            return combine(band);
        case 5:
            return sink(band);
        case 6:
            return distribute(band);
        default:
            return shifted(band, size);
        }
    }

    Cursor transformed(const Cursor &band, std::size_t changed, const std::string &value)
    {
        std::size_t size = band.as<Band>().size();
        std::vector<std::string> values;
        for (std::size_t k = 0; k < size; ++k)
            values.push_back(k == changed ? value : fmt::format("x{}", k));
        return apply(band, isl::multi_pw_aff(random_.ctx(),
                                             fmt::format("{{ [{}] -> [{}] }}", variables(size),
                                                         fmt::join(values, ", "))));
    }

    Cursor reversed(const Cursor &band, std::size_t size)
    {
        std::size_t k = std::size_t(random_.between(0, long(size)));
        return transformed(band, k, fmt::format("-x{}", k));
    }

    Cursor skewed(const Cursor &band, std::size_t size)
    {
        std::size_t k = std::size_t(random_.between(0, long(size)));
        return transformed(band, k, fmt::format("x{} + 2x{}", k, random_.between(0, long(size))));
    }

    /// The band with constants added, which may differ between statements.
    Cursor shifted(const Cursor &band, std::size_t size)
    {
        std::vector<std::string> members;
        for (std::size_t k = 0; k < size; ++k) {
            std::vector<std::string> pieces;
            for (const Statement &statement : statements_)
                pieces.push_back(
                    fmt::format("{} -> [({})]", any_instance(statement), random_.between(-1, 2)));
            members.push_back(fmt::format("{{ {} }}", fmt::join(pieces, "; ")));
        }
        isl::multi_union_pw_aff offset(random_.ctx(),
                                       fmt::format("[{}]", fmt::join(members, ", ")));
        return band.grafted(node(Band(band.as<Band>().schedule.add(offset)), band.node().child(0)));
    }

    Cursor edited_sequence(const Cursor &sequence)
    {
        std::size_t size = sequence.child_count();
        switch (random_.between(0, 4)) {
        case 0:
            return reorder(sequence, random_.permutation(size));
        case 1:
            return sequence_to_set(sequence);
        default: {
            std::size_t first = std::size_t(random_.between(0, long(size)));
            return fuse(sequence, first, first + 1);
        }
        }
    }

    Cursor inserted(const Cursor &place)
    {
        switch (random_.between(0, 12)) {
        case 0:
            return insert_set(place, partition(2));
        case 1:
            return insert_filter(place, random_.part(statements_, {"n"}));
        case 2:
        case 3:
        case 4:
        case 5:
            return insert_sequence(place, partition(2));
        default:
            return insert_band(place, random_schedule(1));
        }
    }

    isl::multi_union_pw_aff random_schedule(std::size_t members)
    {
        return random_.schedule(statements_, {"n"}, members);
    }

    std::vector<isl::union_set> partition(std::size_t parts)
    {
        return random_.partition(statements_, {"n"}, parts, true);
    }

    Random &random_;
    Tree original_;
    std::vector<Statement> statements_;
};

} // namespace

Tree random_reordering(const program::Program &program, Random &random)
{
    return Reorderer(program, random).run();
}

} // namespace espalier::test
