#include "espalier/script/bindings.h"
#include "espalier/transform/loops.h"

namespace espalier::script {

namespace {

using schedule::LoopOption;
using transform::LoopKind;
using transform::Scop;

template <LoopKind kind>
Scop with_kind(const Call &call)
{
    call.require_size(1, 1);
    return with_kind(call.scop(), call.loop(0), kind);
}

template <LoopOption option>
Scop with_option(const Call &call)
{
    call.require_size(1, 1);
    return with_option(call.scop(), call.loop(0), option);
}

Scop full_unroll(const Call &call)
{
    call.require_size(1, 1);
    return full_unroll(call.scop(), call.loop(0));
}

Scop separate_strips(const Call &call)
{
    call.require_size(4, 4);
    return separate_full_strips(call.scop(), call.loop(0), call.loop(1), call.loop(2),
                                call.whole_number(3, "the size of the strips"));
}

Scop unroll(const Call &call)
{
    call.require_size(2, 2);
    return unroll(call.scop(), call.loop(0), call.whole_number(1, "the factor of unrolling"));
}

Scop unroll_and_jam(const Call &call)
{
    call.require_size(3, 3);
    return unroll_and_jam(call.scop(), call.loop(0), call.loop(1),
                          call.whole_number(2, "the factor of unrolling"));
}

} // namespace

std::vector<Binding> loop_bindings()
{
    return {
        {"parallel", "parallel(loop)", with_kind<LoopKind::parallel>},
        {"vector", "vector(loop)", with_kind<LoopKind::vector>},
        {"sequential", "sequential(loop)", with_kind<LoopKind::sequential>},
        {"separate", "separate(loop)", with_option<LoopOption::separate>},
        {"atomic", "atomic(loop)", with_option<LoopOption::atomic>},
        {"fullunroll", "fullunroll(loop)", full_unroll},
        {"full_unroll", "full_unroll(loop)", full_unroll},
        {"separate_strips", "separate_strips(loop, loop over strips, loop in it, size)",
         separate_strips},
        {"unroll", "unroll(loop, factor)", unroll},
        {"unroll_and_jam", "unroll_and_jam(loop, loop in it, factor)", unroll_and_jam},
    };
}

} // namespace espalier::script
