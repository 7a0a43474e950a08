#include "espalier/script/bindings.h"
#include "espalier/transform/expressions.h"
#include "espalier/transform/impossible.h"
#include "espalier/transform/layout.h"
#include "espalier/transform/own_copy.h"
#include "espalier/transform/pack.h"
#include "espalier/transform/pack_operand.h"

#include <fmt/format.h>

namespace espalier::script {

namespace {

using transform::MatrixView;

constexpr const char *array_name = "the name of an array";
constexpr const char *dimension = "the number of a dimension";
constexpr const char *dimensions = "an order of dimensions";

MatrixView privatize(const Call &call)
{
    call.require_size(2, 3);
    std::optional<isl::aff> size;
    if (call.size() == 3)
        size = transform::constant_value(call.view().program,
                                         call.expression(2, "the size of a dimension"));
    return privatize(call.view(), call.word(0, array_name), call.loop(1), size);
}

MatrixView contract(const Call &call)
{
    call.require_size(2, 3);
    std::string array = call.word(0, array_name);
    std::size_t contracted = call.position(1, dimension);
    if (call.size() == 2)
        return contract(call.view(), array, contracted);
    return contract(call.view(), array, contracted,
                    call.whole_number(2, "the number of elements that take turns"));
}

MatrixView pad(const Call &call)
{
    call.require_size(3, 3);
    return pad(call.view(), call.word(0, array_name), call.position(1, dimension),
               call.whole_number(2, "the number of elements to add"));
}

MatrixView transpose(const Call &call)
{
    call.require_size(2, 2);
    return transpose(call.view(), call.word(0, array_name), call.positions(1, dimensions));
}

MatrixView pack(const Call &call)
{
    call.require_size(2, 3);
    std::vector<std::size_t> order;
    if (call.size() == 3)
        order = call.positions(2, dimensions);
    return pack(call.view(), call.word(0, array_name), call.loop(1), order);
}

MatrixView own_copy(const Call &call)
{
    call.require_size(2, 2);
    return with_own_copy(call.view(), call.word(0, array_name), call.loop(1));
}

/// The name of the reference by which a statement reads an array.
std::string operand(const MatrixView &view, const transform::Statement &statement,
                    const std::string &array)
{
    const program::Statement &source = transform::source_of(view.program, statement.instances);
    std::vector<std::string> found;
    for (const program::Access &access : source.accesses)
        if (access.kind == program::AccessKind::read &&
            view.program.arrays[access.array].name == array)
            found.push_back(access.reference.name());
    if (found.size() != 1)
        throw transform::impossible(fmt::format("`{}` reads `{}` in {} places, and one is needed",
                                                statement.label, array, found.size()));
    return found.front();
}

/// The dimension of a buffer along a loop.
transform::BufferDimension buffer_dimension(const Call &call, std::size_t loop)
{
    return {call.loop(loop).size() - 1, call.whole_number(loop + 1, "the size of a tile")};
}

MatrixView pack_operand(const Call &call)
{
    call.require_size(8, 8);
    const MatrixView &view = call.view();
    std::vector<const transform::Statement *> named = statements_in(view, call.prefix(0));
    if (named.size() != 1)
        throw call.wrong_arguments();
    return pack_operand(view, named.front()->label,
                        operand(view, *named.front(), call.word(1, array_name)),
                        call.loop(2).size(),
                        {buffer_dimension(call, 3), buffer_dimension(call, 5),
                         call.whole_number(7, "the length of a strip")});
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
        {"own_copy", "own_copy(\"array\", loop)", own_copy},
        {"pack_operand",
         "pack_operand(statement, \"array\", loop around copies, loop across, tile, loop along, "
         "tile, "
         "strip)",
         pack_operand},
    };
}

} // namespace espalier::script
