#include "espalier/targets/c/steady_code.h"

#include <fmt/format.h>

namespace espalier::targets {

std::string define_steady(const lowering::Names &names, const std::string &wide_type)
{
    constexpr int kept = 8; // of each inspection: of a matrix for each of some levels, say
    return fmt::format(
        "// The loop that runs of those during which no integer in memory changes, and what has "
        "been\n"
        "// found in it.\n"
        "static __thread unsigned long {0}_loop, {0}_loops;\n"
        "struct {0}_find {{\n"
        "    unsigned long loop;\n"
        "    const volatile void *place;\n"
        "    {1} first, last, least, greatest;\n"
        "}};\n"
        "struct {0}_finds {{\n"
        "    struct {0}_find all[{2}];\n"
        "    unsigned long count;\n"
        "}};\n"
        "static inline __attribute__((unused)) unsigned long {0}_begin(void)\n"
        "{{\n"
        "    const unsigned long around = {0}_loop;\n"
        "    if (!around)\n"
        "        {0}_loop = ++{0}_loops;\n"
        "    return around;\n"
        "}}\n"
        "static inline __attribute__((unused)) void {0}_end(unsigned long around)\n"
        "{{\n"
        "    {0}_loop = around;\n"
        "}}\n"
        "static inline const struct {0}_find *{0}_known(const struct {0}_finds *finds,\n"
        "                                               const volatile void *place,\n"
        "                                               {1} first, {1} last)\n"
        "{{\n"
        "    const struct {0}_find *one;\n"
        "    for (one = finds->all; {0}_loop && one < finds->all + {2}; one++)\n"
        "        if (one->loop == {0}_loop && one->place == place && one->first == first &&\n"
        "            one->last == last)\n"
        "            return one;\n"
        "    return 0;\n"
        "}}\n"
        "static inline void {0}_keep(struct {0}_finds *finds, const volatile void *place,\n"
        "                            {1} first, {1} last, {1} least, {1} greatest)\n"
        "{{\n"
        "    const struct {0}_find one = {{{0}_loop, place, first, last, least, greatest}};\n"
        "    finds->all[finds->count++ % {2}] = one;\n"
        "}}\n",
        names.steady, wide_type, kept);
}

std::string begin_steady(const lowering::Names &names, const std::string &indentation)
{
    return fmt::format("{{\n{0}const unsigned long {1}_around = {1}_begin();\n{0}", indentation,
                       names.steady);
}

std::string end_steady(const lowering::Names &names, const std::string &indentation)
{
    return fmt::format("\n{0}{1}_end({1}_around);\n{0}}}", indentation, names.steady);
}

std::string print(const KeptInspection &inspection, const lowering::Names &names,
                  const std::string &indentation, const std::string &unit)
{
    const std::string inner = indentation + unit, innermost = inner + unit;
    const std::string place = "&" + inspection.element;
    const std::string size =
        inspection.may_be_character ? fmt::format("sizeof {} == 1 ? 0 : ", inspection.element) : "";
    std::string text = fmt::format("{}if ({}) {{\n", indentation, inspection.flag);
    text += fmt::format("{}static __thread struct {}_finds {}_finds;\n", inner, names.steady,
                        names.steady);
    text += fmt::format(
        "{0}const struct {1}_find *{1}_one = {5}{1}_known(&{1}_finds, {2}, {3}, {4});\n", inner,
        names.steady, place, inspection.first, inspection.last, size);
    text += fmt::format("{0}if ({1}_one) {{\n{2}{3} = {1}_one->least;\n{2}{4} = "
                        "{1}_one->greatest;\n{0}}} else {{\n",
                        inner, names.steady, innermost, inspection.least, inspection.greatest);
    text += inspection.code;
    text += fmt::format("{0}if ({1})\n{0}{2}{3}_keep(&{3}_finds, {4}, {5}, {6}, {7}, {8});\n",
                        innermost, inspection.flag, unit, names.steady, place, inspection.first,
                        inspection.last, inspection.least, inspection.greatest);
    return text + fmt::format("{0}}}\n{1}}}\n", inner, indentation);
}

} // namespace espalier::targets
