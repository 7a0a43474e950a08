#include "espalier/schedule/tree.h"

#include "espalier/presburger/id.h"

#include "espalier/base/error.h"

#include <isl/options.h>
#include <isl/printer.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>

#include <cstdlib>

namespace espalier::schedule {

Cursor::Type Cursor::type() const
{
    switch (isl_schedule_node_get_type(node_.get())) {
    case isl_schedule_node_domain:
        return Type::domain;
    case isl_schedule_node_context:
        return Type::context;
    case isl_schedule_node_filter:
        return Type::filter;
    case isl_schedule_node_sequence:
        return Type::sequence;
    case isl_schedule_node_set:
        return Type::set;
    case isl_schedule_node_band:
        return Type::band;
    case isl_schedule_node_mark:
        return Type::mark;
    case isl_schedule_node_expansion:
        return Type::expansion;
    case isl_schedule_node_extension:
        return Type::extension;
    case isl_schedule_node_guard:
        return Type::guard;
    default:
        return Type::leaf;
    }
}

std::size_t Cursor::child_count() const { return node_.n_children(); }

Cursor Cursor::child(std::size_t position) const
{
    return Cursor(node_.child(static_cast<int>(position)));
}

Cursor Cursor::parent() const { return Cursor(node_.parent()); }

Tree Cursor::tree() const { return Tree(node_.schedule()); }

std::size_t Cursor::member_count() const { return band().n_member(); }

bool Cursor::is_permutable() const { return band().permutable(); }

bool Cursor::is_coincident(std::size_t member) const
{
    return band().member_get_coincident(static_cast<int>(member));
}

isl::union_pw_aff Cursor::member(std::size_t member) const
{
    return band().partial_schedule().at(static_cast<int>(member));
}

Cursor Cursor::tile(const std::vector<long> &sizes) const
{
    isl::val_list list(node_.ctx(), static_cast<int>(sizes.size()));
    for (long size : sizes)
        list = list.add(isl::val(node_.ctx(), size));
    isl_options_set_tile_shift_point_loops(node_.ctx().get(), 0);
    isl::multi_val values = band().partial_schedule().space().multi_val(list);
    return Cursor(band().tile(values));
}

Cursor Cursor::split(std::size_t position) const
{
    return Cursor(band().split(static_cast<int>(position)));
}

Cursor Cursor::permute(const std::vector<std::size_t> &order) const
{
    isl::multi_union_pw_aff schedule = band().partial_schedule();
    isl::multi_union_pw_aff permuted = schedule;
    for (std::size_t k = 0; k < order.size(); ++k)
        permuted = permuted.set_at(static_cast<int>(k), schedule.at(static_cast<int>(order[k])));
    isl::schedule_node below = isl::manage(isl_schedule_node_delete(node_.copy()));
    auto result = below.insert_partial_schedule(permuted).as<isl::schedule_node_band>();
    result = result.set_permutable(is_permutable());
    for (std::size_t k = 0; k < order.size(); ++k)
        result = result.member_set_coincident(static_cast<int>(k), is_coincident(order[k]));
    return Cursor(result);
}

Cursor Cursor::separate(std::size_t member) const
{
    return Cursor(band().member_set_ast_loop_separate(static_cast<int>(member)));
}

Cursor Cursor::insert_mark(const std::string &name) const
{
    return Cursor(node_.insert_mark(presburger::make_id(node_.ctx(), name)));
}

std::size_t Cursor::schedule_depth() const
{
    return static_cast<std::size_t>(isl_schedule_node_get_schedule_depth(node_.get()));
}

isl::union_map Cursor::prefix_schedule() const { return node_.prefix_schedule_union_map(); }

isl::multi_union_pw_aff Cursor::prefix_functions() const
{
    return node_.prefix_schedule_multi_union_pw_aff();
}

isl::union_set Cursor::instances() const
{
    return isl::manage(isl_schedule_node_get_domain(node_.get()));
}

Tree Tree::parse(isl::ctx ctx, const std::string &yaml, const std::string &file)
{
    isl_schedule *schedule = isl_schedule_read_from_str(ctx.get(), yaml.c_str());
    if (!schedule)
        throw Error(Fault::input, DiagnosticKind::malformed_model,
                    "this is not a schedule tree in isl's YAML", {file, 0, 0, ""});
    return Tree(isl::manage(schedule));
}

isl::set Tree::context() const
{
    isl::set result = isl::set::universe(isl::space::unit(schedule_.ctx()));
    for (isl::schedule_node node = schedule_.root().first_child();
         node.isa<isl::schedule_node_context>(); node = node.first_child())
        result = result.intersect(
            isl::manage(isl_schedule_node_context_get_context(node.get())).params());
    return result;
}

Tree Tree::with_sets_ordered() const
{
    // isl has no edit for this; its text has.
    std::string text = to_yaml();
    for (std::size_t at = text.find("set:\n"); at != std::string::npos;
         at = text.find("set:\n", at + 1)) {
        std::size_t line = text.rfind('\n', at) + 1;
        if (text.find_first_not_of(" -", line) == at)
            text.replace(at, 3, "sequence");
    }
    return parse(schedule_.ctx(), text, "");
}

std::string Tree::to_yaml() const
{
    isl_printer *printer = isl_printer_to_str(schedule_.ctx().get());
    printer = isl_printer_set_yaml_style(printer, ISL_YAML_STYLE_BLOCK);
    printer = isl_printer_print_schedule(printer, schedule_.get());
    char *text = isl_printer_get_str(printer);
    isl_printer_free(printer);
    std::string result = text ? text : "";
    std::free(text);
    return result;
}

} // namespace espalier::schedule
