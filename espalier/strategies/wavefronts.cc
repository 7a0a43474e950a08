#include "espalier/strategies/wavefronts.h"

#include "espalier/schedule/band_edits.h"

namespace espalier::strategies {

schedule::Cursor in_wavefronts(const schedule::Cursor &band)
{
    const isl::space values = band.as<schedule::Band>().schedule.space().range();
    const isl::multi_aff members = isl::multi_aff::identity_on_domain(values);
    const isl::multi_aff skewed = members.set_at(0, members.at(0).add(members.at(1)));
    return schedule::apply(band, isl::multi_pw_aff(skewed));
}

} // namespace espalier::strategies
