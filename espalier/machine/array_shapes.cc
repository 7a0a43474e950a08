#include "espalier/machine/array_shapes.h"

#include "espalier/ast/generator.h"
#include "espalier/program/value_type.h"

#include <cmath>

namespace espalier::machine {

namespace {

double element_bytes(const program::Program &program, const program::Array &array)
{
    constexpr double bits_of_byte = 8;
    program::ValueType type = program::element_type(program, array);
    if (type.is_integer() && type.bits > 0)
        return type.bits / bits_of_byte;
    if (array.element_type == "float")
        return sizeof(float);
    return array.element_type == "long double" ? sizeof(long double) : sizeof(double);
}

} // namespace

std::vector<ArrayShape> array_shapes(const program::Program &program, const ast::Values &sizes)
{
    isl::set context = program::code_context(program);
    std::vector<ArrayShape> result;
    for (const program::Array &array : program.arrays) {
        ArrayShape shape{element_bytes(program, array), 0, {}};
        shape.strides.resize(array.extents.size());
        shape.bytes = shape.element_bytes;
        for (std::size_t k = array.extents.size(); k-- > 0;) {
            shape.strides[k] = shape.bytes;
            const std::optional<isl::pw_aff> &extent = array.extents[k];
            shape.bytes *=
                extent ? double(ast::evaluate(*ast::value(*extent, context), sizes)) : HUGE_VAL;
        }
        result.push_back(std::move(shape));
    }
    return result;
}

} // namespace espalier::machine
