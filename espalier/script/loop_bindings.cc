#include "espalier/script/bindings.h"
#include "espalier/transform/impossible.h"
#include "espalier/transform/loops.h"

#include <set>

namespace espalier::script {

namespace {

using schedule::LoopOption;
using transform::LoopKind;
using transform::MatrixView;

template <LoopKind kind>
MatrixView with_kind(const Call &call)
{
    call.require_size(1, 1);
    return with_kind(call.view(), call.loop(0), kind);
}

template <LoopOption option>
MatrixView with_option(const Call &call)
{
    call.require_size(1, 1);
    return with_option(call.view(), call.loop(0), option);
}

MatrixView full_unroll(const Call &call)
{
    call.require_size(1, 1);
    return full_unroll(call.view(), call.loop(0));
}

MatrixView separate_strips(const Call &call)
{
    call.require_size(4, 4);
    return separate_full_strips(call.view(), call.loop(0), call.loop(1), call.loop(2),
                                call.whole_number(3, "the size of the strips"));
}

MatrixView unroll(const Call &call)
{
    call.require_size(2, 2);
    return unroll(call.view(), call.loop(0), call.whole_number(1, "the factor of unrolling"));
}

/// Of one loop anywhere inside, or of several that are directly inside.
MatrixView unroll_and_jam(const Call &call)
{
    if (call.size() < 3)
        throw call.wrong_arguments();
    const std::size_t last = call.size() - 1;
    const long factor = call.whole_number(last, "the factor of unrolling");
    if (last == 2)
        return unroll_and_jam(call.view(), call.loop(0), call.loop(1), factor);
    const transform::Beta outer = call.loop(0);
    std::set<long> jammed;
    for (std::size_t k = 1; k < last; ++k) {
        transform::Beta inner = call.loop(k);
        jammed.insert(inner.back());
        inner.pop_back();
        if (inner != outer)
            throw transform::impossible("loops that are jammed together have to be directly inside "
                                        "of the one that is unrolled");
    }
    return unroll_and_jam_children(call.view(), outer, jammed, factor);
}

MatrixView strip_inwards(const Call &call)
{
    if (call.size() < 2)
        throw call.wrong_arguments();
    std::set<transform::Beta> whole;
    for (std::size_t k = 2; k < call.size(); ++k)
        whole.insert(call.loop(k));
    return strip_mine_inwards(call.view(), call.loop(0),
                              call.whole_number(1, "the size of a strip"), whole);
}

} // namespace

std::vector<Binding> loop_bindings()
{
    return {
        {"parallel", "parallel(loop)", with_kind<LoopKind::parallel>},
        {"vector", "vector(loop)", with_kind<LoopKind::vector>},
        {"narrow_vector", "narrow_vector(loop)", with_kind<LoopKind::narrow_vector>},
        {"joined", "joined(loop)", with_kind<LoopKind::joined>},
        {"sequential", "sequential(loop)", with_kind<LoopKind::sequential>},
        {"separate", "separate(loop)", with_option<LoopOption::separate>},
        {"atomic", "atomic(loop)", with_option<LoopOption::atomic>},
        {"fullunroll", "fullunroll(loop)", full_unroll},
        {"full_unroll", "full_unroll(loop)", full_unroll},
        {"separate_strips", "separate_strips(loop, loop over strips, loop in it, size)",
         separate_strips},
        {"unroll", "unroll(loop, factor)", unroll},
        {"unroll_and_jam",
         "unroll_and_jam(loop, loop in it, factor) or unroll_and_jam(loop, loop directly in it, "
         "..., factor)",
         unroll_and_jam},
        {"strip_inwards", "strip_inwards(loop, size) or strip_inwards(loop, size, loop in it, ...)",
         strip_inwards},
    };
}

} // namespace espalier::script
