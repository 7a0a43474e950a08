#include "espalier/script/bindings.h"
#include "espalier/transform/expressions.h"
#include "espalier/transform/layout.h"
#include "espalier/transform/pack.h"

namespace espalier::script {

namespace {

using transform::Scop;

constexpr const char *array_name = "the name of an array";
constexpr const char *dimension = "the number of a dimension";
constexpr const char *dimensions = "an order of dimensions";

Scop privatize(const Call &call)
{
    call.require_size(2, 3);
    std::optional<isl::aff> size;
    if (call.size() == 3)
        size = transform::constant_value(call.scop().program,
                                         call.expression(2, "the size of a dimension"));
    return privatize(call.scop(), call.word(0, array_name), call.loop(1), size);
}

Scop contract(const Call &call)
{
    call.require_size(2, 3);
    std::string array = call.word(0, array_name);
    std::size_t contracted = call.position(1, dimension);
    if (call.size() == 2)
        return contract(call.scop(), array, contracted);
    return contract(call.scop(), array, contracted,
                    call.whole_number(2, "the number of elements that take turns"));
}

Scop pad(const Call &call)
{
    call.require_size(3, 3);
    return pad(call.scop(), call.word(0, array_name), call.position(1, dimension),
               call.whole_number(2, "the number of elements to add"));
}

Scop transpose(const Call &call)
{
    call.require_size(2, 2);
    return transpose(call.scop(), call.word(0, array_name), call.positions(1, dimensions));
}

Scop pack(const Call &call)
{
    call.require_size(2, 3);
    std::vector<std::size_t> order;
    if (call.size() == 3)
        order = call.positions(2, dimensions);
    return pack(call.scop(), call.word(0, array_name), call.loop(1), order);
}

} // namespace

std::vector<Binding> layout_bindings()
{
    return {
        {"privatize", "privatize(\"array\", loop) or privatize(\"array\", loop, size)", privatize},
        {"contract", "contract(\"array\", dimension) or contract(\"array\", dimension, modulo)",
         contract},
        {"pad", "pad(\"array\", dimension, amount)", pad},
        {"transpose", "transpose(\"array\", {dimension, ...})", transpose},
        {"pack", "pack(\"array\", loop) or pack(\"array\", loop, {dimension, ...})", pack},
    };
}

} // namespace espalier::script
